// SPDX-License-Identifier: Apache-2.0
#include "run/spool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kPiece = 256 << 10;  // stays in the cache from the first byte to the last
constexpr std::uint64_t kBlock = 64 << 10;

tl::unexpected<Error> failed(const std::string& directory, int error) {
  return incomplete(fmt::format("cannot keep outcomes in {}: {}", quote(directory), error_text(error)),
                    "set TMPDIR to a directory with room");
}

}  // namespace

Result<Spool> Spool::open() {
  Spool spool;
  const char* const wanted = std::getenv("TMPDIR");
  spool.directory_ = wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
  spool.fd_.reset(::open(spool.directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!spool.fd_ && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {  // no O_TMPFILE there
    std::string name = spool.directory_ + "/bcheck.XXXXXX";
    spool.fd_.reset(::mkostemp(name.data(), O_CLOEXEC));
    if (spool.fd_) ::unlink(name.c_str());
  }
  if (!spool.fd_) return failed(spool.directory_, errno);
  return spool;
}

std::uint64_t Spool::append(std::string_view bytes) {
  const std::uint64_t offset = size_;
  buffer_ += bytes;
  size_ += bytes.size();
  if (buffer_.size() >= kPiece) {
    if (error_ == 0) error_ = write_fully(fd_.get(), buffer_);
    buffer_.clear();
  }
  return offset;
}

Result<void> Spool::finish() {
  if (error_ == 0) error_ = write_fully(fd_.get(), buffer_);
  buffer_ = {};
  if (error_ != 0) return failed(directory_, error_);
  return {};
}

void Spool::read(std::uint64_t offset, std::size_t size, std::string& to) const {
  to.resize(size);
  for (std::size_t have = 0; have < size;) {
    const ssize_t got = ::pread(fd_.get(), to.data() + have, size - have, static_cast<off_t>(offset + have));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      throw std::system_error(got < 0 ? errno : ENODATA, std::generic_category(),
                              fmt::format("cannot read outcomes back from {}", quote(directory_)));
    }
    have += static_cast<std::size_t>(got);
  }
}

std::string_view Spool::at(std::uint64_t offset, std::size_t size) {
  const std::uint64_t number = offset / kBlock;
  Block& block = place_of(number);
  if (!has(number) && (number == block.missed || has(number + 1) || has(number - 1))) {
    block.number = kNone;  // while it is being read
    read(number * kBlock, std::min(kBlock, size_ - number * kBlock), block.bytes);
    block.number = number;
  }
  const std::uint64_t within = offset % kBlock;
  if (has(number) && within + size <= block.bytes.size()) return std::string_view(block.bytes).substr(within, size);
  block.missed = number;
  read(offset, size, buffer_);
  return buffer_;
}

}  // namespace bcheck
