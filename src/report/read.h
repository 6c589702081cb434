// SPDX-License-Identifier: Apache-2.0
// Reading a report, and refusing one that cannot be what a run wrote.
//
// open() walks the whole structure once, so a report that is cut off or has something behind its end is refused
// before anything is told of it, and its members may come in any order and formatting (as `jq -S .` leaves them).
// next() then hands out the items. Memory depends neither on their number nor on the file's size, only on the largest
// item (at most kMostItem) and on the extras, which a ReportTail holds. A report from a pipe, and one that is
// compressed, is copied to a temporary file. Items that stand in a file of their own (`items_file`) are looked for
// beside the report, or for one from standard input in the current folder, and have to have the SHA-256 that the report
// says.
//
// Refused, as ErrorKind::kBadQuestion with file, line, key and what to do: another schema or a newer one, wrong types,
// unknown words, repeated members, keys out of order or twice, an artifact that the rules do not name, a required one
// that is not there, a status that does not follow (key_status.h), and, behind the last item, a summary that is not
// the one of the items: pass + fail + missing + error + unchecked = keys of the manifest, and every other number of the
// summary too. So nothing may be said to hold of a report before next() has answered false. Members that are not known
// are passed over.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"

namespace bcheck {

// A parsed text takes up to 14 times its size, so these bound what a hostile report can cost.
inline constexpr std::size_t kMostItem = 16U << 20;    // bytes of one item's JSON
inline constexpr std::size_t kMostMember = 64U << 20;  // bytes of any other member but `items` and `extra`

class ReportReader {
 public:
  // "-" is standard input.
  static Result<ReportReader> open(const std::string& path);
  // The same from memory; `name` stands for the file in messages.
  static Result<ReportReader> of_text(std::string text, std::string name);

  ReportReader(ReportReader&& other) noexcept;
  ReportReader& operator=(ReportReader&& other) noexcept;
  ~ReportReader();

  const std::string& name() const;  // of the file, quoted, as messages have it
  const ReportHead& head() const;
  // The artifacts that the rules name, sorted by bytes, and whether each is required.
  const std::vector<std::pair<std::string, bool>>& required() const;
  // The keys in the summary's findings are lossy where they are not UTF-8, until next() has answered false.
  const ReportTail& tail() const;

  // kBadQuestion where it is the report of a shard: for what only holds of a whole batch.
  Result<void> expect_whole() const;

  // False behind the last item. Reuses the memory of `item`. Names of measures stay valid for the program's life;
  // measures come as they were recorded, `bytes` first. After an error the answer stays the same error.
  Result<bool> next(Item& item);

  // The JSON text of the item that next() gave last, as it stands in the file; valid until the next call.
  std::string_view raw() const;

  // Begins again with the first item, and with the recount.
  void rewind();

 private:
  struct State;
  explicit ReportReader(std::unique_ptr<State> state);
  static Result<ReportReader> read(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace bcheck
