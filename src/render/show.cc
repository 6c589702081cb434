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
    {"flat", "JSON for small scripts: total, pass, fail, pass_rate and a flat list of items", render_flat},
    {"tsv", "tab-separated values, one line an artifact", render_tsv},
    {"sha256sum", "the passing files as `sha256sum --check` reads them", render_sha256sum},
    {"junit", "JUnit XML for Jenkins, GitLab and GitHub's actions: a case for each key", render_junit},
    {"markdown", "a summary for GITHUB_STEP_SUMMARY or a merge request", render_markdown},
    {"html", "one page for a browser, without a network: findings, groups, measures, items, and the pictures of OUTPUT",
     render_html},
    {"github", "workflow commands of GitHub: annotations by code", render_github, false},
    {"gitlab", "GitLab code quality: an entry for each finding", render_gitlab},
    {"prometheus", "metrics for the textfile collector", render_prometheus, false, 0644},
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

Result<Counts> count_items(ReportReader& report, const Filter& filter) {
  if (filter.empty()) return report.tail().summary.keys;
  Counts counts;
  const auto read = each_item(report, filter, [&](const Item& item) {
    ++counts[item.status];
    return Result<void>();
  });
  if (!read) return tl::unexpected(read.error());
  return counts;
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
