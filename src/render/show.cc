// SPDX-License-Identifier: Apache-2.0
#include "render/show.h"

#include "render/formats.h"

namespace bcheck {
namespace {

constexpr ShowFormat kFormats[]{
    {"text", "how many of what, the findings by code, extras and leftovers", render_text},
    {"table", "one line an artifact: key, status, code, message", render_table},
    {"json", "the items as a JSON array", render_json},
    {"keys", "the keys, one a line or NUL-separated", render_keys},
};

}  // namespace

std::span<const ShowFormat> show_formats() {
  return kFormats;
}

const ShowFormat* find_show_format(std::string_view name) {
  for (const ShowFormat& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

Result<Shown> each_item(ReportReader& report, const Filter& filter,
                        const std::function<Result<void>(const Item&)>& each) {
  report.rewind();
  Selection selection(filter);
  Shown shown;
  Item item;
  while (true) {
    auto more = report.next(item);
    if (!more) return tl::unexpected(std::move(more.error()));
    if (!*more) break;
    if (!selection.takes(item)) continue;
    ++shown.items;
    if (auto done = each(item); !done) return tl::unexpected(std::move(done.error()));
  }
  shown.unknown_keys = selection.unknown_keys();
  return shown;
}

}  // namespace bcheck
