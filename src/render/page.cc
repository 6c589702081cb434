// SPDX-License-Identifier: Apache-2.0
#include "render/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "render/formats.h"
#include "render/page_assets.h"
#include "render/page_frame.h"
#include "render/page_groups.h"
#include "render/page_items.h"
#include "render/page_markup.h"
#include "render/page_measures.h"
#include "render/page_pictures.h"
#include "render/page_summary.h"
#include "render/page_texts.h"
#include "render/percent.h"
#include "render/sheet_limits.h"
#include "render/tallied.h"

namespace bcheck {
namespace {

// One reading's worth of what is found out about the items.
class Page {
 public:
  Page(ReportReader& report, const ShowOptions& options, const PageContext& context,
       const std::map<std::string, ArtifactLimits>& rules)
      : report_(report),
        options_(options),
        context_(context),
        rules_(rules),
        measures_(rules, context),
        texts_(rules, context) {}

  Result<Shown> learn() {
    Tally tally;
    auto shown = each_item(report_, options_.filter, [&](const Item& item) {
      words_.add(item);
      groups_.add(item);
      measures_.learn(item);
      note_pictures(item);
      if (!options_.filter.empty()) {
        tally_item(tally, report_, item);
      } else if (options_.each) {
        options_.each(item);
      }
      return Result<void>();
    });
    if (!shown) return shown;
    if (!options_.filter.empty()) selection_ = tally.summary();
    if (options_.filter.empty() && options_.last) localised_ = options_.last();
    if (localised_.ends_with('\n')) localised_.pop_back();
    words_.number();
    groups_.finish();
    measures_.settle();
    return shown;
  }

  Result<Shown> fill() {
    return each_item(report_, options_.filter, [&](const Item& item) -> Result<void> {
      measures_.fill(item);
      if (item.status != Status::kPass) {
        ++bad_;
        if (plain_ < static_cast<std::int64_t>(kPlainItems)) {
          ++plain_;
          plain_rows_ += plain_row(item);
        }
      }
      return texts_.add(item);
    });
  }

  Result<PagePictures> pictures(const std::vector<std::string>& unknown_keys) {
    if (!context_.products || !has_pictures_) return PagePictures{};
    SheetRequest request;
    request.filter = options_.filter;
    std::erase_if(request.filter.keys, [&](const std::string& key) {
      return std::find(unknown_keys.begin(), unknown_keys.end(), key) != unknown_keys.end();
    });
    if (request.filter.keys.empty() && !options_.filter.keys.empty()) return PagePictures{};
    request.most = kMostThumbnails;
    request.is_picture = context_.products->is_picture;
    request.defaults = context_.products->picture_limits;
    const auto plan = plan_sheet(report_, request);
    if (!plan) return tl::unexpected(plan.error());
    return pictures_of(*plan, *context_.products);
  }

  Result<Shown> write(const PagePictures& pictures, const Sink& sink) {
    PageSummary summary{report_.head(), report_.tail(), report_.name(), words_.items(), selection_};
    const std::string script = script_with(kItemsScript);
    const Counts& keys = summary.tail.summary.keys;
    sink(page_start(fmt::format("{} of {} pass ({})", grouped(keys[Status::kPass]), counted(keys.total(), "key"),
                                percent(keys[Status::kPass], keys.total())),
                    script));
    sink(headline_markup(summary, options_));
    const PageSection sections[]{{"findings", "Findings", findings_markup(summary)},
                                 {"pictures", "Pictures", pictures.markup},
                                 {"texts", "Texts", texts_.markup()},
                                 {"groups", "Groups", groups_markup(groups_, localised_)},
                                 {"measures", "Measures", measures_markup(measures_)},
                                 {"items", "Items", items_markup(words_, plain_rows_, plain_, bad_)},
                                 {"extra", "Extras", extras_markup(report_.tail())},
                                 {"about", "About", about_markup(summary)}};
    write_sections(sections, sink);
    sink(fmt::format("<script type=\"application/json\" id=\"words\">{}</script>\n",
                     words_.json(groups_, report_.name())));
    PageData data(words_, groups_, measures_, sink);
    auto shown = each_item(report_, options_.filter, [&](const Item& item) {
      data.add(item, texts_.of(item.key));
      return Result<void>();
    });
    if (!shown) return shown;
    data.finish();
    sink(page_end(script));
    shown->unreadable = pictures.unreadable + texts_.unreadable();
    return shown;
  }

 private:
  void note_pictures(const Item& item) {
    if (has_pictures_ || !context_.products) return;
    for (const auto& [name, outcome] : item.artifacts) {
      const auto rule = rules_.find(name);
      has_pictures_ = has_pictures_ || (rule != rules_.end() && rule->second.type == "image") ||
                      (!outcome.format.empty() && context_.products->is_picture(outcome.format));
    }
  }

  ReportReader& report_;
  const ShowOptions& options_;
  const PageContext& context_;
  const std::map<std::string, ArtifactLimits>& rules_;
  PageMeasures measures_;
  PageTexts texts_;
  PageGroups groups_;
  PageWords words_;
  std::optional<Summary> selection_;
  std::string localised_;
  std::string plain_rows_;
  std::int64_t plain_ = 0, bad_ = 0;
  bool has_pictures_ = false;
};

}  // namespace

Result<Shown> render_html(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  static const PageContext kNothing;
  const PageContext& context = options.page != nullptr ? *options.page : kNothing;
  const auto rules = limits_of(report.head());
  if (!rules) return tl::unexpected(rules.error());
  Page page(report, options, context, *rules);
  auto learned = page.learn();
  if (!learned) return learned;
  const auto pictures = page.pictures(learned->unknown_keys);
  if (!pictures) return tl::unexpected(pictures.error());
  if (auto filled = page.fill(); !filled) return filled;
  return page.write(*pictures, sink);
}

}  // namespace bcheck
