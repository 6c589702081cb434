// SPDX-License-Identifier: Apache-2.0
// What names a format and what inspects every artifact, on any bytes: the first byte chooses name and declared type.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "validators/generic.h"
#include "validators/magic_probe.h"
#include "validators/registry.h"

using namespace bcheck;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

constexpr std::array<std::string_view, 12> kExtensions{"png", "txt",  "json", "csv", "zip", "docx",
                                                       "bz2", "html", "xml",  "bin", "xz",  ""};
constexpr std::array<std::string_view, 10> kTypes{"",    "image", "text", "json", "csv",
                                                  "zip", "xml",   "html", "xz",   "file"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::size_t choice = size > 0 ? data[0] : 0;
  const Bytes bytes{data + (size > 0 ? 1 : 0), size > 0 ? size - 1 : 0};
  const std::string_view extension = kExtensions[choice % kExtensions.size()];
  const std::string_view type = kTypes[choice / kExtensions.size() % kTypes.size()];
  const Artifact artifact{bytes, "a", extension};
  const Format* const format = format_of_content(bytes);
  require(format == nullptr || find_format(format->name) == format);
  require(format == format_of_content(bytes));
  looks_like_text(bytes);
  is_temporary_name(as_text(bytes));

  Observation out;
  const bool hopeless = inspect_any(artifact, find_type(type), format, out);
  require(out.measures.size() == 1);
  require(!hopeless || out.failed());
  for (const Fault& fault : out.faults) {
    require(fault.code.starts_with("artifact.") && !fault.message.empty());
    for (const char c : fault.message) require(static_cast<unsigned char>(c) >= 0x20);
  }
  if (bytes.empty()) require(out.failed());
  return 0;
}
