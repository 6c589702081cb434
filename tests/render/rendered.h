// SPDX-License-Identifier: Apache-2.0
// A small report in a format of `bcheck show`.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "render/show.h"
#include "report/sample_report.h"

namespace bcheck::testing {

struct Rendered {
  Result<Shown> shown;
  std::string text;
};

inline Rendered rendered(std::string_view format, const Batch& b, const ShowOptions& options = {}) {
  ReportReader report = reader_of(b);
  Rendered out;
  out.shown = find_show_format(format)->render(report, options, [&](std::string_view part) { out.text += part; });
  return out;
}

inline ShowOptions with(Filter filter) {
  ShowOptions options;
  options.filter = std::move(filter);
  return options;
}

}  // namespace bcheck::testing
