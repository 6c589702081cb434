// SPDX-License-Identifier: Apache-2.0
// The functions behind the rows of render/show.cc, a source file each.
#pragma once

#include "render/show.h"

namespace bcheck {

// The closing lines, then what belongs to no key. With a filter, the closing lines of the items that it takes.
Result<Shown> render_text(ReportReader& report, const ShowOptions& options, const Sink& sink);

// One line an artifact: key, artifact where the rules name several, status, code of the primary finding, its message.
// Findings of the key itself have a line of their own. Columns are aligned by the first kAligned lines.
Result<Shown> render_table(ReportReader& report, const ShowOptions& options, const Sink& sink);
inline constexpr std::size_t kAligned = 500;

// The items as they stand in the report, in a JSON array, one a line where the report has them so.
Result<Shown> render_json(ReportReader& report, const ShowOptions& options, const Sink& sink);

// Raw bytes, a line feed or NUL behind each key. A key that holds a line feed is refused unless NULs separate.
Result<Shown> render_keys(ReportReader& report, const ShowOptions& options, const Sink& sink);

// flat.cc, tsv.cc, sha256sum.cc: for scripts; the files say how.
Result<Shown> render_flat(ReportReader& report, const ShowOptions& options, const Sink& sink);
Result<Shown> render_tsv(ReportReader& report, const ShowOptions& options, const Sink& sink);
Result<Shown> render_sha256sum(ReportReader& report, const ShowOptions& options, const Sink& sink);

// junit.cc, markdown.cc, github.cc, gitlab.cc: for CI.
Result<Shown> render_junit(ReportReader& report, const ShowOptions& options, const Sink& sink);
Result<Shown> render_markdown(ReportReader& report, const ShowOptions& options, const Sink& sink);
Result<Shown> render_github(ReportReader& report, const ShowOptions& options, const Sink& sink);
Result<Shown> render_gitlab(ReportReader& report, const ShowOptions& options, const Sink& sink);

// page.cc: for people; render/page.h says how.
Result<Shown> render_html(ReportReader& report, const ShowOptions& options, const Sink& sink);

// prometheus.cc: for node_exporter.
Result<Shown> render_prometheus(ReportReader& report, const ShowOptions& options, const Sink& sink);

}  // namespace bcheck
