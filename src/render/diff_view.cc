// SPDX-License-Identifier: Apache-2.0
#include "render/diff_view.h"

namespace bcheck {
namespace {

constexpr DiffFormat kFormats[]{
    {"text", "the verdict, counts and shares, then names by class", make_diff_text},
    {"json", "bcheck.diff/1: one key a line, then the counts", make_diff_json},
    {"html", "one page for a browser: verdict, counts, statistics, a table of what differs", make_diff_page},
};

}  // namespace

std::span<const DiffFormat> diff_formats() {
  return kFormats;
}

const DiffFormat* find_diff_format(std::string_view name) {
  for (const DiffFormat& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace bcheck
