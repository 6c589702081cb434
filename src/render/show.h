// SPDX-License-Identifier: Apache-2.0
// A report in another form: the formats of `bcheck show`, a row each.
//
// A format reads the items as a stream and writes as it goes, so its memory does not grow with the batch. A report that
// turns out unusable behind its last item has then been written in part: the error says so, and the answer is no
// answer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "render/filter.h"
#include "render/page.h"
#include "render/palette.h"
#include "report/read.h"

namespace bcheck {

using Sink = std::function<void(std::string_view)>;

struct ShowOptions {
  Filter filter = {};
  Palette palette = {};         // of the formats for people
  bool all = false;             // list everything instead of the first few
  bool null_separated = false;  // `keys`: a NUL behind each instead of a line feed
  // Of `text` and `html` without a filter: hears of every item, and has the last word. The answers to questions that
  // need the room of analysis, which this one does not know.
  std::function<void(const Item&)> each = {};
  std::function<std::string()> last = {};
  // Of `prometheus` and `html`: what the gate says.
  std::optional<bool> gate_open = {};
  // Of `prometheus`: what stood in the file that is about to be replaced.
  std::string replaced = {};
  const PageContext* page = nullptr;  // of `html`; null if nothing is known beside the report
};

struct Shown {
  std::int64_t items = 0;                 // that the filter took
  std::vector<std::string> unknown_keys;  // asked for, and not in the report
  std::string left_out = {};              // what the format has no place for: "3 passing products in records or rows"
  std::int64_t unreadable = 0;            // products that are there by the report, and could not be looked at
};

struct ShowFormat {
  std::string_view name;
  std::string_view summary;  // one line
  Result<Shown> (*render)(ReportReader& report, const ShowOptions& options, const Sink& sink);
  bool takes_filter = true;  // false: it speaks of the batch, and of all of it
  unsigned mode = 0;         // of a file that is written for it; 0 = what the umask leaves
};

std::span<const ShowFormat> show_formats();
const ShowFormat* find_show_format(std::string_view name);

// How many items of each status the filter takes. Where it takes everything these are the report's own numbers.
Result<Counts> count_items(ReportReader& report, const Filter& filter);

// Reads a report from its beginning to its end and hands the items that the filter takes to `each`.
Result<Shown> each_item(ReportReader& report, const Filter& filter,
                        const std::function<Result<void>(const Item&)>& each);

}  // namespace bcheck
