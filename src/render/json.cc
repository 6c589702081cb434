// SPDX-License-Identifier: Apache-2.0
#include "render/formats.h"

namespace bcheck {

Result<Shown> render_json(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  std::string_view before = "[\n";
  auto shown = each_item(report, options.filter, [&](const Item&) {
    sink(before);
    sink(report.raw());
    before = ",\n";
    return Result<void>();
  });
  if (!shown) return shown;
  sink(shown->items == 0 ? "[]\n" : "\n]\n");
  return shown;
}

}  // namespace bcheck
