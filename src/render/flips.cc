// SPDX-License-Identifier: Apache-2.0
#include "render/flips.h"

#include <fmt/format.h>

#include "base/text.h"
#include "render/closing.h"
#include "render/escape.h"
#include "report/item_facts.h"

namespace bcheck {

void Flips::add(const Item& item, Status was) {
  if (item.status == was) return;
  ++total_;
  Kind& kind = kinds_[{was, item.status}];
  ++kind.count;
  if (all_ || kind.keys.size() < kListed) kind.keys.emplace_back(item.key, primary_code(item));
}

std::string Flips::text(const Palette& palette) const {
  if (total_ == 0) return "no key flips\n";
  std::string out = fmt::format("{} {}:\n", counted(total_, "key"), total_ == 1 ? "flips" : "flip");
  bool passes_unhashed = false;
  for (const auto& [statuses, kind] : kinds_) {
    const auto& [before, after] = statuses;
    out +=
        fmt::format("  {} -> {}: {}\n", name_of(before), palette.paint(palette.of(after), name_of(after)), kind.count);
    for (const auto& [key, code] : kind.keys) {
      out += fmt::format("    {}{}\n", shown(key), code.empty() ? "" : ": " + code);
    }
    const auto more = kind.count - static_cast<std::int64_t>(kind.keys.size());
    if (more > 0) out += fmt::format("    and {} more\n", more);
    passes_unhashed = passes_unhashed || after == Status::kPass;
  }
  if (passes_unhashed)
    out += "what passes now has no hash, and cannot be compared: only a run over the data makes one\n";
  return out;
}

}  // namespace bcheck
