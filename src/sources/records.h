// SPDX-License-Identifier: Apache-2.0
// A file of records, or a part of one, record by record.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sources/record.h"
#include "sources/record_places.h"

namespace bcheck {

enum class RecordFormat : unsigned char { kJsonl, kCsv, kTsv };

// By extension: .jsonl .ndjson .json .txt .log .csv .tsv .tab, whatever their case; nothing for others.
std::optional<RecordFormat> record_format_of(std::string_view path);
std::string_view name_of(RecordFormat format);  // "jsonl"

// Whether the file can be read in parts that begin anywhere: a line of JSONL is a record, and nothing in it depends on
// what came before. A table is read as a whole, and so is UTF-16.
bool is_divisible(RecordFormat format, std::string_view first_bytes);

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // False at the end. What the record refers to is valid until it is handed in again, so that several can be looked at
  // side by side.
  virtual bool next(RecordView& record) = 0;
  // Complete once next() has answered false.
  const LineCounts& counts() const { return counts_; }
  // Why nothing can be read at all: a table without the column of the key, a JSON array in place of lines. Known from
  // the beginning; empty = none.
  const std::string& problem() const { return problem_; }

 protected:
  LineCounts counts_;
  std::string problem_;
};

// The records that begin in bytes [begin, end) of the file; `file` and `places` outlive the reader. Hostile input costs
// time linear in its size, and memory for one record (for a file in UTF-16: for all of it).
std::unique_ptr<RecordReader> read_records(std::string_view file, std::uint64_t begin, std::uint64_t end,
                                           RecordFormat format, const RecordPlaces& places);

// One a format: the lines that begin at or behind `begin`.
std::unique_ptr<RecordReader> read_jsonl(std::string_view text, std::uint64_t offset, const RecordPlaces& places);
std::unique_ptr<RecordReader> read_csv_records(std::string_view text, const RecordPlaces& places);
std::unique_ptr<RecordReader> read_tsv_records(std::string_view text, const RecordPlaces& places);

}  // namespace bcheck
