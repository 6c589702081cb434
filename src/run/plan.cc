// SPDX-License-Identifier: Apache-2.0
#include "run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "base/files.h"
#include "base/key_table.h"
#include "base/siphash.h"
#include "base/text.h"
#include "input/pattern.h"
#include "input/relative_path.h"
#include "run/check.h"
#include "validators/generic.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kLargestOptionFile = 1 << 30;

std::vector<std::uint32_t> sorted_by_bytes(std::span<const std::string_view> keys) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0U);
  if (std::is_sorted(keys.begin(), keys.end())) return order;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return order;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) lines.emplace_back(line);
  }
  return lines;
}

// An option that names a file of the output gets its lines: a check opens no files.
Result<void> load_option_files(ArtifactRules& rules, const Type& type, int output, std::vector<std::string>& files) {
  for (const OptionInfo& info : type.options) {
    const auto option = rules.options.find(info.name);
    if ((info.kinds & kPath) == 0 || option == rules.options.end()) continue;
    const auto* const path = std::get_if<std::string>(&option->second);
    if (path == nullptr) continue;
    const std::string where = fmt::format("artifacts.{}.{}", rules.name, info.name);
    const Fd fd(open_beneath(output, *path));
    if (!fd) {
      return bad_question(
          fmt::format("rules: {}: cannot open {} in the output: {}", where, quote(*path), error_text(-fd.get())));
    }
    auto bytes = read_whole(fmt::format("/proc/self/fd/{}", fd.get()), kLargestOptionFile);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    files.push_back(plain_path(*path));
    std::string_view text(bytes->data(), bytes->size());
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    option->second = lines_of(text);
  }
  return {};
}

// An artifact that is a part of a file: its check gets a value and not a container.
Result<void> fit_to_part(ArtifactRules& rules, const Type& type, std::map<std::string, OptionValue>& row_ids) {
  static constexpr std::array<std::string_view, 3> kOfRecords{"embedding", "json", "text"};
  if (!rules.records.empty() && std::find(kOfRecords.begin(), kOfRecords.end(), type.name) == kOfRecords.end()) {
    return bad_question(
        fmt::format("rules: artifacts.{}.type: no record holds a value of type {}", rules.name, type.name),
        "the types of values in records are text, embedding and json");
  }
  if (!rules.records.empty() && type.name == "embedding" && !rules.options.contains("format")) {
    rules.options.emplace("format", std::string("json"));
    rules.options.emplace("one_vector", true);
  }
  if (rules.row_of.empty()) return {};
  if (type.name != "embedding") {
    return bad_question(fmt::format("rules: artifacts.{}.row_of: rows of an array are of type embedding, not {}",
                                    rules.name, type.name));
  }
  // Whose each row is: the run's question, not that of a check which sees one row.
  if (const auto ids = rules.options.find("ids_file"); ids != rules.options.end()) {
    row_ids[rules.name] = ids->second;
    rules.options.erase(ids);
  }
  return {};
}

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> names;
  for (const Type* const type : all_types()) names.push_back(type->name);
  return names;
}

Result<void> prepare_types(Plan& plan, int output) {
  for (ArtifactRules& rules : plan.rules.artifacts) {
    if (!rules.row_of.empty() && rules.type == kAutomaticType) rules.type = "embedding";
    const Type* const type = rules.type == kAutomaticType ? nullptr : find_type(rules.type);
    if (type == nullptr && rules.type != kAutomaticType) {
      return bad_question(fmt::format("rules: artifacts.{}: unknown type {}", rules.name, quote(rules.type)),
                          suggestion(rules.type, type_names()));
    }
    plan.types.push_back(type);
    if (type == nullptr) continue;
    if (auto loaded = load_option_files(rules, *type, output, plan.option_files); !loaded) return loaded;
    if (auto fitted = fit_to_part(rules, *type, plan.row_ids); !fitted) return fitted;
    if (auto ok = check_options(rules, *type); !ok) {
      ok.error().message = fmt::format("rules: artifacts.{}: {}", rules.name, ok.error().message);
      return ok;
    }
  }
  if (const Column* const column = plan.manifest->column("type")) {
    for (std::size_t i = 0; i < column->values.size(); ++i) {
      if (!column->values[i].empty() && find_type(column->values[i]) == nullptr) {
        return bad_question(fmt::format("{}: key {}: unknown type {}", quote(plan.manifest->name),
                                        quote(plan.manifest->keys[i]), quote(column->values[i])),
                            suggestion(column->values[i], type_names()));
      }
    }
  }
  return {};
}

Result<std::string> checked_column_path(std::string_view path, std::string_view key) {
  if (const std::string_view fault = path_fault(path); !fault.empty()) {
    return bad_question(fmt::format("manifest: key {}: the path {} {}", quote(key), quote(path), fault),
                        "give a path relative to the output directory");
  }
  return plain_path(path);
}

// Finds the named files, one artifact after the other, and sees that no two slots share a path.
class Placement {
 public:
  // `taken`: entries that are files of records.
  Placement(Plan& plan, const std::vector<bool>& temporary, const std::vector<bool>& taken)
      : plan_(plan), used_(plan.listing->entries.size(), kNoEntry), temporary_(temporary) {
    // A file of records is no extra, and nothing of it is matched by name.
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (taken[i]) used_[i] = 0;
    }
  }

  Result<void> place_all() {
    const std::size_t count = plan_.artifacts();
    std::size_t by_name = count;
    for (std::size_t a = 0; a < count; ++a) {
      const ArtifactRules& rules = plan_.rules.artifacts[a];
      if (!rules.records.empty() || !rules.row_of.empty()) continue;
      if (rules.path.empty()) by_name = a;
      if (auto placed = place_named(a); !placed) return placed;
    }
    if (by_name < count) place_by_name(by_name);
    return unique_paths();
  }

  // What belongs to no slot.
  std::vector<Extra> extras() const {
    std::vector<Extra> extra;
    for (std::uint32_t i = 0; i < used_.size(); ++i) {
      if (used_[i] == kNoEntry) extra.push_back({std::string(plan_.listing->entries[i].path), temporary_[i]});
    }
    return extra;
  }

 private:
  Result<void> place_named(std::size_t artifact) {
    const std::size_t count = plan_.artifacts();
    // Where a column may name paths and none does, there is nothing to look for.
    if (plan_.rules.artifacts[artifact].path.empty() && plan_.manifest->column("path") == nullptr) return {};
    index_paths();
    for (std::size_t k = 0; k < plan_.order.size(); ++k) {
      const auto slot = static_cast<std::uint32_t>(k * count + artifact);
      auto path = expected_path(plan_, slot);
      if (!path) return tl::unexpected(std::move(path.error()));
      if (path->empty()) continue;
      hashes_.emplace_back(siphash(*path, secret_), slot);
      const auto entry = table_.find(*path, paths_);
      if (!entry) continue;
      plan_.slots[slot].entry = static_cast<std::uint32_t>(*entry);
      used_[*entry] = slot;
    }
    return {};
  }

  void index_paths() {
    if (paths_.size() == plan_.listing->entries.size()) return;
    paths_.reserve(plan_.listing->entries.size());
    for (const Entry& entry : plan_.listing->entries) paths_.push_back(entry.path);
    table_ = KeyTable::of_different(paths_);
  }

  void place_by_name(std::size_t artifact) {
    const std::size_t count = plan_.artifacts();
    std::vector<bool> taken = temporary_;
    for (std::size_t i = 0; i < used_.size(); ++i) taken[i] = taken[i] || used_[i] != kNoEntry;
    Matches matches = match_by_name(plan_.manifest->keys, *plan_.listing, taken);
    for (std::size_t k = 0; k < plan_.order.size(); ++k) {
      const auto slot = static_cast<std::uint32_t>(k * count + artifact);
      const std::uint32_t entry = matches.entry_of[plan_.order[k]];
      // A key whose place the manifest names is looked for there and nowhere else.
      if (entry == kNoEntry || named(artifact, plan_.order[k])) continue;
      plan_.slots[slot].entry = entry;
      used_[entry] = slot;
    }
    for (const Matches::Ambiguous& several : matches.ambiguous) {
      if (named(artifact, several.key)) continue;
      for (const std::uint32_t entry : several.entries) used_[entry] = several.key;
      plan_.ambiguous.push_back(several);
    }
  }

  bool named(std::size_t artifact, std::uint32_t key) const {
    if (!plan_.rules.artifacts[artifact].path.empty()) return true;
    const Column* const column = plan_.manifest->column("path");
    return column != nullptr && !column->values[key].empty();
  }

  // Equal hashes are compared once more by their paths.
  Result<void> unique_paths() {
    std::sort(hashes_.begin(), hashes_.end());
    for (std::size_t i = 1; i < hashes_.size(); ++i) {
      if (hashes_[i].first != hashes_[i - 1].first) continue;
      const std::uint32_t a = hashes_[i - 1].second;
      const std::uint32_t b = hashes_[i].second;
      const auto path = expected_path(plan_, a);
      if (*path != *expected_path(plan_, b)) continue;
      const auto who = [&](std::uint32_t slot) {
        return fmt::format("key {} (artifact {})", quote(plan_.manifest->keys[plan_.key_of(slot)]),
                           quote(plan_.rules_of(slot).name));
      };
      return bad_question(
          fmt::format("two products on one path: {} and {} are both at {}", who(a), who(b), quote(*path)),
          "give each key its own path in the rules or the manifest");
    }
    return {};
  }

  Plan& plan_;
  std::vector<std::uint32_t> used_;  // by entry: a slot or key that it belongs to
  const std::vector<bool>& temporary_;
  std::vector<std::string_view> paths_;  // of the listing, once they are asked for
  KeyTable table_;
  SipKey secret_ = random_sip_key();
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes_;
};

void index_keys(Plan& plan) {
  const std::vector<std::string_view>& keys = plan.manifest->keys;
  plan.table = KeyTable::of_different(keys);
  plan.place_of.assign(keys.size(), kOtherShard);
  for (std::uint32_t place = 0; place < plan.order.size(); ++place) plan.place_of[plan.order[place]] = place;
}

// After all keys have been placed: leaves out those of other shards.
void keep_shard(Plan& plan, const std::vector<bool>& mine) {
  const std::size_t artifacts = plan.artifacts();
  std::size_t kept = 0;
  for (std::size_t k = 0; k < plan.order.size(); ++k) {
    if (!mine[plan.order[k]]) continue;
    plan.order[kept] = plan.order[k];
    std::copy_n(plan.slots.begin() + static_cast<std::ptrdiff_t>(k * artifacts), artifacts,
                plan.slots.begin() + static_cast<std::ptrdiff_t>(kept * artifacts));
    ++kept;
  }
  plan.order.resize(kept);
  plan.order.shrink_to_fit();
  plan.slots.resize(kept * artifacts);
  plan.slots.shrink_to_fit();
  plan.shard = true;
}

void settle(Plan& plan) {
  const bool whole = plan.listing->unlisted.empty();
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_inode;
  for (std::uint32_t s = 0; s < plan.slots.size(); ++s) {
    Slot& slot = plan.slots[s];
    if (slot.entry != kNoEntry) {
      const Entry& entry = plan.listing->entries[slot.entry];
      if (entry.kind != EntryKind::kOther) {
        by_inode.emplace_back(entry.inode, s);
        continue;
      }
      slot.status = Status::kError;
    } else if (plan.in_records(s)) {
      slot.status = whole ? Status::kMissing : Status::kError;
      slot.absent = slot.status == Status::kMissing && plan.rules_of(s).optional;
    } else {
      const std::uint32_t key = plan.key_of(s);
      const bool several = plan.rules_of(s).path.empty() &&
                           std::binary_search(plan.ambiguous.begin(), plan.ambiguous.end(), Matches::Ambiguous{key, {}},
                                              [](const auto& a, const auto& b) { return a.key < b.key; });
      slot.status = several || !whole ? Status::kError : Status::kMissing;
      slot.absent = slot.status == Status::kMissing && plan.rules_of(s).optional;
    }
    slot.settled = true;
  }
  // Reading in the order of inodes costs less than in any other, warm or cold.
  std::sort(by_inode.begin(), by_inode.end());
  plan.tasks.reserve(by_inode.size());
  for (const auto& [inode, slot] : by_inode) plan.tasks.push_back(slot);
}

}  // namespace

const Type* Plan::type_of(std::uint32_t slot) const {
  const std::size_t artifact = slot % artifacts();
  if (types[artifact] != nullptr) return types[artifact];
  const Column* const column = manifest->column("type");
  return column == nullptr || column->values[key_of(slot)].empty() ? nullptr : find_type(column->values[key_of(slot)]);
}

bool Plan::blank_expected(std::uint32_t slot) const {
  const Column* const column = manifest->column("expect");
  return column != nullptr && column->values[key_of(slot)] == "blank";
}

Result<std::string> expected_path(const Plan& plan, std::uint32_t slot) {
  const ArtifactRules& rules = plan.rules_of(slot);
  const std::uint32_t key = plan.key_of(slot);
  const Manifest& manifest = *plan.manifest;
  if (rules.path.empty()) {
    const Column* const column = manifest.column("path");
    if (column == nullptr || column->values[key].empty()) return std::string();
    return checked_column_path(column->values[key], manifest.keys[key]);
  }
  const std::size_t artifact = slot % plan.artifacts();
  return plan.templates[artifact].expand(manifest, key, plan.columns[artifact]);
}

Result<Plan> make_plan(const Manifest& manifest, const Rules& rules, const Listing& listing, int output,
                       const std::vector<bool>* mine) {
  Plan plan;
  plan.manifest = &manifest;
  plan.listing = &listing;
  plan.rules = rules;
  if (auto ok = prepare_types(plan, output); !ok) return tl::unexpected(std::move(ok.error()));
  for (const ArtifactRules& artifact : plan.rules.artifacts) {
    auto pattern = PathTemplate::parse(artifact.path.empty() ? "{key}" : artifact.path);
    if (!pattern) return tl::unexpected(std::move(pattern.error()));
    auto columns = pattern->find_columns(manifest);
    if (!columns) return tl::unexpected(std::move(columns.error()));
    plan.templates.push_back(std::move(*pattern));
    plan.columns.push_back(std::move(*columns));
  }
  if (manifest.keys.size() * plan.artifacts() >= kNoEntry || listing.entries.size() >= kNoEntry) {
    return bad_question("more than 4,294,967,294 products in one run", "split the manifest");
  }
  plan.order = sorted_by_bytes(manifest.keys);
  plan.sorted = std::is_sorted(plan.order.begin(), plan.order.end());
  plan.secret = random_sip_key();
  plan.input_hashes = manifest.column("input_sha256");
  plan.slots.resize(plan.order.size() * plan.artifacts());

  std::vector<bool> temporary(listing.entries.size());
  for (std::size_t i = 0; i < listing.entries.size(); ++i) temporary[i] = is_temporary_name(listing.entries[i].path);
  std::vector<bool> taken(listing.entries.size());
  auto records = plan_records(plan.rules, plan.row_ids, listing, output, taken);
  if (!records) return tl::unexpected(std::move(records.error()));
  plan.records = std::move(*records);
  for (std::size_t i = 0; i < listing.entries.size(); ++i) {
    const auto& named = plan.option_files;
    taken[i] = taken[i] || std::find(named.begin(), named.end(), listing.entries[i].path) != named.end();
  }
  Placement placement(plan, temporary, taken);
  if (auto placed = placement.place_all(); !placed) return tl::unexpected(std::move(placed.error()));
  plan.extra = placement.extras();
  if (mine != nullptr) keep_shard(plan, *mine);
  if (!plan.records.inputs.empty()) index_keys(plan);
  settle(plan);
  return plan;
}

}  // namespace bcheck
