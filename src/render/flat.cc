// SPDX-License-Identifier: Apache-2.0
// The JSON that small scripts expect: five members and a flat list. Whatever does not pass counts as fail, so that
// pass + fail = total.
#include <fmt/format.h>

#include <cmath>

#include "base/json_write.h"
#include "base/text.h"
#include "render/formats.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

// Never 1 unless all pass: cut off behind the sixth digit instead of rounded.
double share(std::int64_t part, std::int64_t whole) {
  return std::floor(static_cast<double>(part) / static_cast<double>(whole) * 1e6) / 1e6;
}

void append_item(std::string& out, const Item& item) {
  const bool ok = item.status == Status::kPass;
  out += '{';
  append_json_bytes(out, "key", item.key);
  out += fmt::format(R"(, "ok": {}, "reason": )", ok);
  if (ok) {
    out += "null";
  } else {
    const std::string_view code = primary_code(item);
    append_json_string(out, code.empty() ? name_of(item.status) : code);
  }
  out += R"(, "hash": )";
  if (const auto hash = key_hash(item)) {
    append_json_string(out, *hash);
  } else {
    out += "null";
  }
  out += '}';
}

}  // namespace

Result<Shown> render_flat(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  const auto counts = count_items(report, options.filter);
  if (!counts) return tl::unexpected(counts.error());
  const std::int64_t total = counts->total();
  const std::int64_t pass = (*counts)[Status::kPass];
  std::string text = fmt::format(R"({{"total": {}, "pass": {}, "fail": {}, "pass_rate": )", total, pass, total - pass);
  if (total == 0) {
    text += "null";
  } else {
    append_number(text, share(pass, total));
  }
  text += ", \"items\": [";
  sink(text);
  std::string_view before = "\n";
  auto shown = each_item(report, options.filter, [&](const Item& item) {
    text = before;
    append_item(text, item);
    sink(text);
    before = ",\n";
    return Result<void>();
  });
  if (shown) sink("\n]}\n");
  return shown;
}

}  // namespace bcheck
