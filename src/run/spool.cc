// SPDX-License-Identifier: Apache-2.0
#include "run/spool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kPiece = 256 << 10;  // stays in the cache from the first byte to the last
constexpr std::size_t kKeptPages = 16 << 20;

tl::unexpected<Error> failed(const std::string& directory, int error) {
  return incomplete(fmt::format("cannot keep outcomes in {}: {}", quote(directory), error_text(error)),
                    "set TMPDIR to a directory with room");
}

}  // namespace

Spool::Spool(Spool&& other) noexcept
    : directory_(std::move(other.directory_)),
      fd_(std::move(other.fd_)),
      buffer_(std::move(other.buffer_)),
      size_(other.size_),
      error_(other.error_),
      mapped_(std::exchange(other.mapped_, nullptr)) {}

Spool::~Spool() {
  if (mapped_ != nullptr) ::munmap(mapped_, size_);
}

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
  if (size_ == 0) return {};
  void* const memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd_.get(), 0);
  if (memory == MAP_FAILED) return failed(directory_, errno);
  mapped_ = static_cast<char*>(memory);
  return {};
}

std::string_view Spool::at(std::uint64_t offset, std::size_t size) {
  touched_ += size;
  if (touched_ > kKeptPages) {
    ::madvise(mapped_, size_, MADV_DONTNEED);
    touched_ = 0;
  }
  return {mapped_ + offset, size};
}

}  // namespace bcheck
