// SPDX-License-Identifier: Apache-2.0
#include "validators/container/zip_stream.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <new>

#include "base/text.h"

namespace bcheck {

struct ZipStream::Inflation {
  z_stream stream{};
  std::size_t fed = 0;  // bytes of the member that the stream has

  Inflation() {
    constexpr int kRaw = -15;  // no header, the largest window
    if (inflateInit2(&stream, kRaw) != Z_OK) throw std::bad_alloc();
  }
  ~Inflation() { inflateEnd(&stream); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
};

ZipStream::ZipStream() = default;
ZipStream::~ZipStream() = default;

void ZipStream::open(const ZipEntry& entry) {
  entry_ = &entry;
  read_ = 0;
  crc_ = 0;
  ended_ = false;
  damage_.clear();
  if (!entry.deflated) return;
  if (inflation_ == nullptr) {
    inflation_ = std::make_unique<Inflation>();
  } else {
    inflateReset(&inflation_->stream);
  }
  inflation_->fed = 0;
  inflation_->stream.next_in = nullptr;
  inflation_->stream.avail_in = 0;
}

// As many as there are, up to `size`; zlib counts in 32 bits, so both sides are handed over in parts.
std::size_t ZipStream::inflate_some(unsigned char* out, std::size_t size) {
  constexpr std::size_t kPart = std::size_t{1} << 30;
  z_stream& stream = inflation_->stream;
  std::size_t done = 0;
  while (done < size && !ended_ && damage_.empty()) {
    if (stream.avail_in == 0) {
      const Bytes rest = entry_->data.subspan(inflation_->fed);
      const std::size_t part = std::min(rest.size(), kPart);
      stream.next_in = const_cast<Bytef*>(rest.data());  // never written to
      stream.avail_in = static_cast<uInt>(part);
      inflation_->fed += part;
    }
    const std::size_t room = std::min(size - done, kPart);
    stream.next_out = out + done;
    stream.avail_out = static_cast<uInt>(room);
    const int answer = inflate(&stream, Z_NO_FLUSH);
    done += room - stream.avail_out;
    if (answer == Z_STREAM_END) {
      ended_ = true;
    } else if (answer == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (answer != Z_OK) {
      damage_ = answer == Z_BUF_ERROR ? "its code ends too soon" : stream.msg != nullptr ? stream.msg : "damaged code";
    }
  }
  return done;
}

std::size_t ZipStream::read(unsigned char* out, std::size_t size) {
  const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, entry_->size - read_));
  std::size_t done = wanted;
  if (entry_->deflated) {
    done = inflate_some(out, wanted);
  } else if (wanted > 0) {
    std::memcpy(out, entry_->data.data() + read_, wanted);
  }
  crc_ = static_cast<std::uint32_t>(crc32_z(crc_, out, done));
  read_ += done;
  return done;
}

// Whether there is content behind the declared size.
bool ZipStream::has_more() {
  unsigned char beyond = 0;
  return entry_->deflated && inflate_some(&beyond, 1) != 0;
}

std::optional<ZipProblem> ZipStream::finish() {
  if (!entry_->deflated) {
    const Bytes rest = entry_->data.subspan(static_cast<std::size_t>(read_));
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, rest.data(), rest.size()));
    read_ = entry_->size;
  }
  std::array<unsigned char, 32768> part;
  while (read_ < entry_->size && read(part.data(), part.size()) != 0) {
  }
  const std::string name = quote(entry_->name, 80);
  const auto problem = [](ZipFault fault, std::string message) { return ZipProblem{fault, std::move(message)}; };
  if (damage_.empty() && (read_ < entry_->size || has_more())) {
    return problem(ZipFault::kSizeMismatch,
                   fmt::format("member {} has {} bytes and not the {} that the archive says", name,
                               read_ < entry_->size ? fmt::format("{}", read_) : "more", entry_->size));
  }
  if (!damage_.empty()) {
    return problem(ZipFault::kDamaged, fmt::format("member {} cannot be inflated: {}", name, damage_));
  }
  if (entry_->deflated && (inflation_->stream.avail_in != 0 || inflation_->fed != entry_->data.size())) {
    return problem(ZipFault::kDamaged, fmt::format("member {} has bytes behind the end of its code", name));
  }
  if (crc_ != entry_->crc) {
    return problem(ZipFault::kCrc, fmt::format("member {} has the checksum {:08x} where the archive says {:08x}", name,
                                               crc_, entry_->crc));
  }
  return std::nullopt;
}

}  // namespace bcheck
