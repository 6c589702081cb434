// SPDX-License-Identifier: Apache-2.0
// Any bytes as a report: refused or read, and what is read holds together. The same bytes give the same answer; what
// was accepted is accepted again after it is written, and is then written the same; a report does not differ from
// itself; every format of show takes it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "analysis/diff.h"
#include "render/diff_view.h"
#include "render/show.h"
#include "report/read.h"
#include "report/report_writer.h"
#include "report/write.h"

namespace {

using namespace bcheck;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

struct Answer {
  std::string refusal;  // empty = accepted
  std::string written;  // what was read, written again
};

Answer answer(const std::string& text) {
  Answer out;
  auto reader = ReportReader::of_text(text, "fuzz");
  if (!reader) {
    out.refusal = reader.error().message;
    require(!out.refusal.empty(), "refused without a reason");
    return out;
  }
  ReportWriter writer([&](std::string_view part) { out.written += part; });
  writer.head(reader->head());
  std::string line;
  Item item;
  std::int64_t items = 0;
  while (true) {
    const auto more = reader->next(item);
    if (!more) {
      out.refusal = more.error().message;
      require(!out.refusal.empty(), "refused without a reason");
      return out;
    }
    if (!*more) break;
    ++items;
    line.clear();
    append_item(line, item);
    writer.item(line);
  }
  writer.tail(reader->tail());
  require(reader->tail().summary.keys.total() == items, "the law of conservation does not hold");
  require(reader->head().keys() == items, "keys of the manifest are lost");
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Answer first = answer(text);
  const Answer second = answer(text);
  require(first.refusal == second.refusal && first.written == second.written, "the same bytes, another answer");
  if (!first.refusal.empty()) return 0;

  const Answer again = answer(first.written);
  require(again.refusal.empty(), "what was written is refused");
  require(again.written == first.written, "written twice, and not the same");

  auto a = ReportReader::of_text(text, "a");
  auto b = ReportReader::of_text(first.written, "b");
  for (const DiffFormat& format : diff_formats()) {
    const auto view = format.make({}, [](std::string_view) {});
    const auto result = diff(*a, *b, {}, [&](const KeyChange& change) { view->key(change); });
    require(result.has_value(), "a report that was read cannot be compared");
    require(!result->differs(), "a report differs from itself");
    view->finish(*result, {});
  }
  for (const ShowFormat& format : show_formats()) {
    std::size_t bytes = 0;
    const auto shown = format.render(*a, {}, [&](std::string_view part) { bytes += part.size(); });
    // A key with a line feed is no line; limits that are none cannot be drawn. And what passes may be no file.
    const bool may_refuse = format.name == "keys" || format.name == "html";
    const bool may_be_empty = format.name == "sha256sum" || (shown.has_value() && shown->items == 0);
    require(shown.has_value() ? bytes > 0 || may_be_empty : may_refuse, "a format refuses a good report");
  }
  return 0;
}
