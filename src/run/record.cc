// SPDX-License-Identifier: Apache-2.0
#include "run/record.h"

#include <cstring>

namespace bcheck {
namespace {

struct Header {
  std::uint64_t bytes;
  std::uint32_t slot;
  std::uint32_t fragment;  // bytes
  std::uint16_t raised;    // entries
  std::uint16_t status;
};

struct Entry {
  std::uint16_t code;
  std::uint16_t severity;
};

template <typename T>
void append_raw(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
T take(std::string_view& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

}  // namespace

void append_record(std::string& out, const Record& record) {
  Header header{};
  header.bytes = record.bytes;
  header.slot = record.slot;
  header.fragment = static_cast<std::uint32_t>(record.fragment.size());
  header.raised = static_cast<std::uint16_t>(record.raised.size());
  header.status = static_cast<std::uint16_t>(record.status);
  append_raw(out, header);
  for (const Raised& raised : record.raised) {
    append_raw(out, Entry{raised.code, static_cast<std::uint16_t>(raised.severity)});
  }
  out += record.fragment;
}

std::optional<Record> parse_record(std::string_view bytes, const CodeTable& codes) {
  if (bytes.size() < sizeof(Header) || bytes.size() > kLargestRecord) return std::nullopt;
  const auto header = take<Header>(bytes);
  if (bytes.size() != header.raised * sizeof(Entry) + header.fragment || header.status >= kStatusCount) {
    return std::nullopt;
  }
  Record record;
  record.bytes = header.bytes;
  record.slot = header.slot;
  record.status = static_cast<Status>(header.status);
  record.raised.reserve(header.raised);
  for (unsigned i = 0; i < header.raised; ++i) {
    const auto entry = take<Entry>(bytes);
    if (entry.code >= codes.size() || entry.severity > static_cast<unsigned>(Severity::kAllowed)) return std::nullopt;
    record.raised.push_back({entry.code, static_cast<Severity>(entry.severity)});
  }
  if (bytes.size() < 2 || bytes.front() != '{' || bytes.back() != '}' || bytes.find('\n') != std::string_view::npos) {
    return std::nullopt;
  }
  record.fragment = bytes;
  return record;
}

}  // namespace bcheck
