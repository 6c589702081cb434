// SPDX-License-Identifier: Apache-2.0
// `bcheck diff --format html`: a difference as one page like that of a report (render/page.h), in the same frame and
// under the same policy. It is written behind the last key, when the counts at its top are known; until then it keeps
// the rows of its table, which are bounded (render/diff_page_rows.h).
#include <fmt/format.h>

#include <string>

#include "render/diff_page_markup.h"
#include "render/diff_page_rows.h"
#include "render/diff_page_statistics.h"
#include "render/diff_view.h"
#include "render/diff_words.h"
#include "render/page_assets.h"
#include "render/page_frame.h"
#include "render/page_markup.h"

namespace bcheck {
namespace {

// What the numbers in the rows mean.
std::string words_of(const Difference& difference) {
  std::string out = R"({"statuses":[)";
  for (int i = 0; i < kStatusCount; ++i) {
    out += fmt::format("{}\"{}\"", i == 0 ? "" : ",", name_of(static_cast<Status>(i)));
  }
  out += R"(],"classes":[)";
  std::string_view comma;
  for (const ChangeHeading& heading : change_headings()) {
    out += fmt::format("{}[\"{}\",\"{}\",{}]", comma, heading.name, heading.title, keys_in(difference, heading.list));
    comma = ",";
  }
  return out + "]}";
}

class Page : public DiffView {
 public:
  explicit Page(const Sink& sink) : sink_(sink) {}

  void key(const KeyChange& change) override {
    if (change.change != Change::kSame) rows_.add(change);
  }

  void finish(const Difference& difference, std::string_view gate) override {
    rows_.settle();
    const std::string script = script_with(kDiffScript);
    sink_(page_start(headline_of(difference), script));
    sink_(diff_headline_markup(difference, gate));
    const PageSection sections[]{{"classes", "Classes", classes_markup(difference, rows_)},
                                 {"statistics", "Statistics", statistics_markup(difference.statistics)},
                                 {"items", "Keys", changes_markup(difference, rows_)},
                                 {"reports", "Reports", reports_markup(difference)}};
    write_sections(sections, sink_);
    sink_(fmt::format("<script type=\"application/json\" id=\"words\">{}</script>\n", words_of(difference)));
    rows_.write(sink_);
    sink_(page_end(script));
  }

 private:
  const Sink sink_;
  ChangeRows rows_;
};

}  // namespace

std::unique_ptr<DiffView> make_diff_page(const DiffViewOptions&, const Sink& sink) {
  return std::make_unique<Page>(sink);
}

}  // namespace bcheck
