// SPDX-License-Identifier: Apache-2.0
// One record of a file of records: a key, the fields that the rules name, and what is wrong with the record itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

enum class FieldKind : unsigned char { kAbsent, kNull, kFlag, kNumber, kString, kArray, kObject };

// Its text lies in the file or in the record: valid until another record is read into the same RecordView.
struct Field {
  FieldKind kind = FieldKind::kAbsent;
  // Of a string the characters themselves, escapes resolved; of all else the text as it stands in the file.
  std::string_view text;
  bool lone_surrogate = false;  // an escape \ud800 to \udfff that is no half of a pair: no characters, as it stands
  bool repeated = false;        // the member, or one that it lies in, stands more than once; this is the first
  bool nonfinite = false;       // NaN or Infinity stands in it, which is no JSON

  bool operator==(const Field&) const = default;
};

// What is wrong with a record as a whole. Its fields are those that were whole nevertheless.
enum class RecordFlaw : unsigned char {
  kNone,
  kTorn,       // it ends before it is closed
  kSyntax,     // no JSON; or a table's row with another number of cells than the header
  kWelded,     // another record, or something else, stands in the same line
  kNulBlock,   // NUL bytes stand before it
  kEncoding,   // not UTF-8
  kUtf16,      // the file is UTF-16 (and was read nevertheless)
  kNonfinite,  // NaN or Infinity outside of the fields that are looked at
};

struct RecordView {
  std::uint64_t offset = 0;  // of its first byte in the file; of an array, the row
  std::uint64_t line = 0;    // counted from 0 where the reading began
  Field key;
  std::vector<Field> fields;            // in the order of RecordPlaces::fields
  std::vector<std::string> characters;  // by field: of those that were not as they stand in the file; reused
  RecordFlaw flaw = RecordFlaw::kNone;
  bool open_end = false;     // the file ends with it and without a line end: its last cell may have been cut
  std::uint64_t column = 0;  // of the flaw: bytes from the start of the line, counted from 1; 0 = the whole line
  std::string_view excerpt;  // the beginning of the line, for messages; raw bytes

  // A record that a key can be found for. What has none is laid at nobody's door, and still counted.
  bool keyed() const {
    return (key.kind == FieldKind::kString || key.kind == FieldKind::kNumber) && !key.lone_surrogate &&
           !key.text.empty();
  }
};

// Beside the records.
struct LineCounts {
  std::uint64_t lines = 0;
  std::uint64_t blank = 0;
  std::uint64_t crlf = 0;
  bool bom = false;
};

}  // namespace bcheck
