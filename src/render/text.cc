// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <fmt/format.h>

#include "render/closing.h"
#include "render/formats.h"
#include "render/tallied.h"

namespace bcheck {
namespace {

// A key of the batch summary's lists is raw only once every item was read, so nothing is told before.
Result<Shown> whole(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  auto shown = each_item(report, options.filter, [&](const Item& item) {
    if (options.each) options.each(item);
    return Result<void>();
  });
  if (shown) sink(closing_text(report.tail(), options.palette, options.all ? std::string::npos : kListed));
  if (shown && options.last) sink(options.last());
  return shown;
}

}  // namespace

Result<Shown> render_text(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  if (options.filter.empty()) return whole(report, options, sink);
  Tally tally;
  auto shown = each_item(report, options.filter, [&](const Item& item) {
    tally_item(tally, report, item);
    return Result<void>();
  });
  if (!shown) return shown;
  const std::int64_t total = report.tail().summary.keys.total();
  sink(fmt::format("selected {} of {}\n", shown->items, counted(total, "key")));
  // What is extra belongs to the batch and not to a selection of its keys.
  sink(closing_lines(tally.summary(), options.palette));
  return shown;
}

}  // namespace bcheck
