// SPDX-License-Identifier: Apache-2.0
// The gzip check on any bytes: never crashes, says the same twice, and what it passes zlib's own gzip reader takes to
// the end as well.
#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "validators/registry.h"

using namespace bcheck;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Members read by zlib from the start until something is wrong; -1 if that is before the end.
std::int64_t members_by_zlib(const std::uint8_t* data, std::size_t size) {
  z_stream stream{};
  require(inflateInit2(&stream, MAX_WBITS + 16) == Z_OK);
  std::vector<std::uint8_t> out(64 * 1024);
  stream.next_in = const_cast<std::uint8_t*>(data);
  stream.avail_in = static_cast<uInt>(size);
  std::int64_t members = 0;
  while (stream.avail_in > 0) {
    int code = Z_OK;
    while (code == Z_OK) {
      stream.next_out = out.data();
      stream.avail_out = static_cast<uInt>(out.size());
      code = inflate(&stream, Z_NO_FLUSH);
    }
    if (code != Z_STREAM_END) {
      members = -1;
      break;
    }
    ++members;
    inflateReset(&stream);
  }
  inflateEnd(&stream);
  return members;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<Check> check =
      std::move(*find_type("gzip")->prepare({{"max_decompressed", std::int64_t{1} << 22}}, {true}));
  const Artifact artifact{{data, size}, "a.gz", "gz"};
  Observation first, second;
  check->run(artifact, first);
  check->run(artifact, second);
  require(first.content_sha256 == second.content_sha256 && first.faults.size() == second.faults.size());
  const std::int64_t by_zlib = members_by_zlib(data, size);
  if (first.faults.empty()) {
    require(by_zlib == std::get<std::int64_t>(*first.find("members")));
    require(first.content_sha256.size() == 64);
  } else if (by_zlib > 0) {
    for (const Fault& fault : first.faults) require(fault.code == "file.limit");
  }
  return 0;
}
