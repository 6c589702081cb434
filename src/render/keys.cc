// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/text.h"
#include "render/formats.h"

namespace bcheck {

Result<Shown> render_keys(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  const char end = options.null_separated ? '\0' : '\n';
  return each_item(report, options.filter, [&](const Item& item) -> Result<void> {
    if (item.key.find(end) != std::string::npos) {
      return bad_question(fmt::format("key {} holds the byte that would separate it from the next", quote(item.key)),
                          end == '\n' ? "separate keys with NUL bytes: -0" : "use --format json");
    }
    sink(item.key);
    sink({&end, 1});
    return {};
  });
}

}  // namespace bcheck
