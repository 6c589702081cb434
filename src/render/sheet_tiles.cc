// SPDX-License-Identifier: Apache-2.0
#include "render/sheet_tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/text.h"
#include "render/sheet_limits.h"
#include "render/show.h"

namespace bcheck {
namespace {

const Finding* first_of(const std::vector<Finding>& findings, Severity severity) {
  for (const Finding& finding : findings) {
    if (finding.severity == severity) return &finding;
  }
  return nullptr;
}

TileSort sort_of(Status status) {
  switch (status) {
    case Status::kFail: return TileSort::kFail;
    case Status::kMissing: return TileSort::kMissing;
    case Status::kError: return TileSort::kError;
    case Status::kUnchecked: return TileSort::kUnchecked;
    case Status::kPass: break;
  }
  return TileSort::kChosen;
}

void take(SheetTile& tile, const Finding* finding) {
  if (finding == nullptr) return;
  tile.code = finding->code;
  tile.message = finding->message;
}

// The names of the artifacts that are pictures: by the rules, or by what one of their products is.
Result<std::set<std::string>> picture_artifacts(ReportReader& report, const SheetRequest& request,
                                                const std::map<std::string, ArtifactLimits>& rules) {
  std::set<std::string> names;
  for (const auto& [name, rule] : rules) {
    if (rule.type == "image") names.insert(name);
  }
  report.rewind();
  Item item;
  while (true) {
    const auto more = report.next(item);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    for (const auto& [name, outcome] : item.artifacts) {
      if (!outcome.format.empty() && request.is_picture(outcome.format)) names.insert(name);
    }
  }
  return names;
}

class Planner {
 public:
  Planner(const SheetRequest& request, std::map<std::string, ArtifactLimits> rules, std::set<std::string> names)
      : request_(request), rules_(std::move(rules)), names_(std::move(names)) {
    for (auto& [name, rule] : rules_) add_defaults(rule);
  }

  void item(const Item& item) {
    for (const auto& [name, outcome] : item.artifacts) {
      if (names_.contains(name) && is_picture(name, outcome)) product(item, name, outcome);
    }
  }

  SheetPlan finish() {
    for (const auto& [id, group] : groups_) {
      plan_.of[static_cast<std::size_t>(std::get<0>(id))] += group.count;
      if (std::get<0>(id) == TileSort::kFail) plan_.codes.emplace_back(std::get<1>(id), group.count);
    }
    std::stable_sort(plan_.codes.begin(), plan_.codes.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    share_out();
    return std::move(plan_);
  }

 private:
  using Id = std::tuple<TileSort, std::string>;  // and the code
  struct Group {
    std::int64_t count = 0;
    std::vector<SheetTile> tiles;
  };

  void add_defaults(ArtifactLimits& rule) const {
    for (const Limit& limit : request_.defaults) {
      const bool named = std::any_of(rule.limits.begin(), rule.limits.end(),
                                     [&](const Limit& own) { return own.measure == limit.measure; });
      if (!named) rule.limits.push_back(limit);
    }
  }

  // An artifact of any type may have products of others beside its pictures.
  bool is_picture(const std::string& name, const Outcome& outcome) const {
    const auto rule = rules_.find(name);
    if (rule != rules_.end() && rule->second.type == "image") return true;
    return outcome.format.empty() || request_.is_picture(outcome.format);
  }

  void product(const Item& item, const std::string& name, const Outcome& outcome) {
    ++plan_.pictures;
    SheetTile tile;
    tile.sort = sort_of(outcome.status);
    if (tile.sort != TileSort::kChosen) {
      take(tile, first_of(outcome.findings, Severity::kFail));
    } else if (const Finding* const batch = first_of(item.findings, Severity::kFail)) {
      tile.sort = TileSort::kFail;  // of a key that shares its content with another, say
      take(tile, batch);
    } else if (const Finding* const warning = warned(item, outcome)) {
      tile.sort = TileSort::kWarned;
      take(tile, warning);
    } else if (const auto rule = rules_.find(name); rule != rules_.end()) {
      if (const auto near = at_limit(outcome.measures, rule->second.limits)) {
        tile.sort = TileSort::kAtLimit;
        tile.code = near->measure;
        tile.message = fmt::format("{:.4g}, the limit is {:.4g}", near->value, near->limit);
      }
    }
    if (tile.sort == TileSort::kChosen && request_.filter.empty()) return;
    Group& group = groups_[{tile.sort, tile.code}];
    ++group.count;
    if (group.tiles.size() >= request_.most) return;
    tile.key = item.key;
    if (names_.size() > 1) tile.artifact = name;
    tile.product = outcome;
    group.tiles.push_back(std::move(tile));
  }

  static const Finding* warned(const Item& item, const Outcome& outcome) {
    const Finding* const own = first_of(outcome.findings, Severity::kWarn);
    return own != nullptr ? own : first_of(item.findings, Severity::kWarn);
  }

  // The rarest first, each its share of what is left, so that twelve of one fault are not hidden by a thousand of
  // another.
  void share_out() {
    std::vector<std::pair<const Id*, Group*>> groups;
    for (auto& [id, group] : groups_) groups.emplace_back(&id, &group);
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.second->count < b.second->count; });
    std::size_t room = request_.most;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      std::vector<SheetTile>& tiles = groups[i].second->tiles;
      const std::size_t share = (room + groups.size() - i - 1) / (groups.size() - i);
      tiles.resize(std::min(tiles.size(), share));
      room -= tiles.size();
    }
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
      const auto rank = [](const auto& g) { return std::pair(std::get<0>(*g.first), -g.second->count); };
      return rank(a) < rank(b);
    });
    for (const auto& [id, group] : groups) {
      for (SheetTile& tile : group->tiles) plan_.tiles.push_back(std::move(tile));
    }
  }

  const SheetRequest& request_;
  std::map<std::string, ArtifactLimits> rules_;
  std::set<std::string> names_;
  std::map<Id, Group> groups_;
  SheetPlan plan_;
};

}  // namespace

std::int64_t SheetPlan::total() const {
  std::int64_t sum = 0;
  for (const std::int64_t count : of) sum += count;
  return sum;
}

Result<SheetPlan> plan_sheet(ReportReader& report, const SheetRequest& request) {
  auto rules = limits_of(report.head());
  if (!rules) return tl::unexpected(std::move(rules.error()));
  auto names = picture_artifacts(report, request, *rules);
  if (!names) return tl::unexpected(std::move(names.error()));
  if (names->empty()) {
    return bad_question(fmt::format("{} has no pictures", report.name()),
                        "a contact sheet shows products of the type image");
  }
  Planner planner(request, std::move(*rules), std::move(*names));
  const auto shown = each_item(report, request.filter, [&](const Item& item) {
    planner.item(item);
    return Result<void>();
  });
  if (!shown) return tl::unexpected(shown.error());
  if (!shown->unknown_keys.empty()) {
    return bad_question(fmt::format("{} has no key {}", report.name(), quote(shown->unknown_keys.front())));
  }
  SheetPlan plan = planner.finish();
  plan.keys = report.tail().summary.keys;
  plan.report = report.name();
  plan.filtered = !request.filter.empty();
  return plan;
}

}  // namespace bcheck
