// SPDX-License-Identifier: Apache-2.0
// Records as text, for tests that compare many at once: `key=NUMBER:12 text=STRING:a torn@17`.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sources/records.h"

namespace bcheck::test {

inline std::string field_text(const Field& field) {
  static constexpr std::array<const char*, 7> kKinds{"-", "null", "flag:", "number:", "string:", "array:", "object:"};
  std::string out = kKinds[static_cast<std::size_t>(field.kind)];
  if (field.kind > FieldKind::kNull) out += field.text;
  if (field.lone_surrogate) out += "(surrogate)";
  if (field.repeated) out += "(repeated)";
  if (field.nonfinite) out += "(nonfinite)";
  return out;
}

inline std::string flaw_text(RecordFlaw flaw) {
  static constexpr std::array<const char*, 8> kFlaws{"",    "torn",     "syntax", "welded",
                                                     "nul", "encoding", "utf16",  "nonfinite"};
  return kFlaws[static_cast<std::size_t>(flaw)];
}

// The fields in their order, the key first, then the flaw with its column.
inline std::string record_text(const RecordView& record) {
  std::string out;
  for (const Field& field : record.fields) out += (out.empty() ? "" : " ") + field_text(field);
  if (record.flaw != RecordFlaw::kNone) out += " " + flaw_text(record.flaw);
  if (record.column != 0) out += "@" + std::to_string(record.column);
  return out;
}

inline std::vector<std::string> all_records(RecordReader& reader) {
  std::vector<std::string> out;
  RecordView record;
  while (reader.next(record)) out.push_back(record_text(record));
  return out;
}

// Two fields: /id, /text.
inline RecordPlaces id_and_text() {
  auto places = RecordPlaces::make("/id");
  static_cast<void>(places->add("/text"));
  return *places;
}

}  // namespace bcheck::test
