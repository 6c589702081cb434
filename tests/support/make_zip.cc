// SPDX-License-Identifier: Apache-2.0
#include "support/make_zip.h"

#include <zlib.h>

#include <stdexcept>

namespace bcheck {
namespace {

template <typename T>
void put(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
}
void put16(std::string& out, std::uint64_t value) {
  put(out, static_cast<std::uint16_t>(value));
}
void put32(std::string& out, std::uint64_t value) {
  put(out, static_cast<std::uint32_t>(value));
}
void put64(std::string& out, std::uint64_t value) {
  put(out, value);
}

}  // namespace

std::string deflate_raw(const std::string& content) {
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::runtime_error("deflate");
  std::string out(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
  std::string input = content;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

std::uint32_t crc32_of(const std::string& content) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
}

std::string make_zip(const std::vector<ZipMember>& members, const ZipLayout& layout) {
  constexpr std::uint32_t kOnes = 0xFFFFFFFF;
  std::string file, directory;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const ZipMember& m = members[i];
    const std::string code = m.code.value_or(m.deflated ? deflate_raw(m.content) : m.content);
    const std::uint32_t crc = m.crc.value_or(crc32_of(m.content));
    const std::uint32_t size = m.size.value_or(static_cast<std::uint32_t>(m.content.size()));
    const std::uint64_t method = m.method.value_or(m.deflated ? 8 : 0);
    const std::uint64_t flags = m.flags | (m.descriptor ? 8U : 0U);
    const std::string local_name = m.local_name.value_or(m.name);
    const std::uint64_t offset = file.size();

    std::string extra;
    if (m.zip64) {
      put16(extra, 1);
      put16(extra, 16);
      put64(extra, size);
      put64(extra, code.size());
    }
    put32(file, 0x04034b50);
    put16(file, 45);
    put16(file, flags);
    put16(file, method);
    put32(file, 0);  // time and date
    put32(file, m.descriptor ? 0 : crc);
    put32(file, m.descriptor ? 0 : m.zip64 ? kOnes : code.size());
    put32(file, m.descriptor ? 0 : m.zip64 ? kOnes : size);
    put16(file, local_name.size());
    put16(file, extra.size());
    file += local_name + extra + code;
    if (m.descriptor) {
      put32(file, 0x08074b50);
      put32(file, crc);
      put32(file, code.size());
      put32(file, size);
    }

    put32(directory, 0x02014b50);
    put16(directory, 45);
    put16(directory, 45);
    put16(directory, flags);
    put16(directory, method);
    put32(directory, 0);
    put32(directory, crc);
    put32(directory, code.size());
    put32(directory, m.central_size.value_or(size));
    put16(directory, m.name.size());
    put16(directory, 0);  // extra
    put16(directory, 0);  // comment
    put16(directory, 0);  // disk
    put16(directory, 0);
    put32(directory, 0);
    put32(directory, offset + static_cast<std::uint64_t>(i == 1 ? layout.move_second : 0));
    directory += m.name;
  }
  file += layout.before_directory;
  const std::uint64_t start = file.size();
  file += directory;
  const std::uint64_t count = layout.entries.value_or(static_cast<std::uint16_t>(members.size()));
  if (layout.zip64_end) {
    const std::uint64_t record = file.size();
    put32(file, 0x06064b50);
    put64(file, 44);
    put16(file, 45);
    put16(file, 45);
    put64(file, 0);  // disks
    put64(file, count);
    put64(file, count);
    put64(file, directory.size());
    put64(file, start);
    put32(file, 0x07064b50);
    put32(file, 0);
    put64(file, record);
    put32(file, 1);
  }
  put32(file, 0x06054b50);
  put32(file, 0);  // disks
  put16(file, layout.zip64_end ? 0xFFFF : count);
  put16(file, layout.zip64_end ? 0xFFFF : count);
  put32(file, layout.zip64_end ? kOnes : directory.size());
  put32(file, layout.zip64_end ? kOnes : start);
  put16(file, layout.comment.size());
  return file + layout.comment;
}

}  // namespace bcheck
