// SPDX-License-Identifier: Apache-2.0
#include "analysis/environment.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 4> kKindsOfMachine{"cpu_info", "kernel", "libc_version", "os"};

// What the environments of one report have for a field, or for a package of one.
struct Seen {
  std::set<std::string> values;
  std::size_t environments = 0;  // that have it
};

struct Side {
  std::map<std::pair<std::string, std::string>, Seen> fields;  // by field and item
  std::set<std::string> unknown;                               // fields
  std::size_t environments = 0;
};

// "torch==2.3.1", "torch=2.3.1=py311_0", "ours @ git+https://...": name and version; what has neither is a name alone.
std::pair<std::string, std::string> package_of(const std::string& line) {
  const std::size_t equal = line.find('=');
  const std::size_t place = line.find(" @ ");
  if (place < equal) return {line.substr(0, place), line.substr(place + 3)};
  if (equal == std::string::npos) return {line, ""};
  return {line.substr(0, equal), line.substr(equal + (line.compare(equal, 2, "==") == 0 ? 2 : 1))};
}

void add(const EnvironmentField& field, Side& side) {
  if (!field.values) {
    side.unknown.insert(field.name);
    return;
  }
  const auto see = [&](std::string item, std::string value) {
    Seen& seen = side.fields[{field.name, std::move(item)}];
    seen.values.insert(std::move(value));
    ++seen.environments;
  };
  if (field.list && field.name.ends_with("_packages")) {
    for (const std::string& line : *field.values) {
      auto [name, version] = package_of(line);
      see(std::move(name), std::move(version));
    }
    return;
  }
  std::string text;
  for (const std::string& value : *field.values) text += (text.empty() ? "" : ", ") + value;
  see("", std::move(text));
}

Side side_of(std::span<const EnvironmentCount> environments) {
  Side side;
  side.environments = environments.size();
  for (const EnvironmentCount& count : environments) {
    for (const EnvironmentField& field : count.environment.result) add(field, side);
    for (const EnvironmentField& field : count.environment.context) {
      if (std::find(kKindsOfMachine.begin(), kKindsOfMachine.end(), field.name) != kKindsOfMachine.end()) {
        add(field, side);
      }
    }
  }
  return side;
}

std::optional<std::string> text_of(const Side& side, const std::pair<std::string, std::string>& name) {
  const auto at = side.fields.find(name);
  if (at == side.fields.end()) return std::nullopt;
  std::string text;
  for (const std::string& value : at->second.values) text += (text.empty() ? "" : " | ") + value;
  if (at->second.environments < side.environments) text += " | (not there)";
  return text;
}

}  // namespace

std::vector<EnvironmentChange> compare_environments(std::span<const EnvironmentCount> before,
                                                    std::span<const EnvironmentCount> after) {
  using Kind = EnvironmentChange::Kind;
  const Side old_side = side_of(before);
  const Side new_side = side_of(after);
  std::set<std::string> unknown = old_side.unknown;
  unknown.insert(new_side.unknown.begin(), new_side.unknown.end());
  std::set<std::pair<std::string, std::string>> names;
  for (const Side* const side : {&old_side, &new_side}) {
    for (const auto& [name, seen] : side->fields) {
      if (!unknown.contains(name.first)) names.insert(name);
    }
  }
  for (const std::string& field : unknown) names.emplace(field, "");

  std::vector<EnvironmentChange> changes;
  for (const auto& name : names) {
    EnvironmentChange change{name.first, name.second, Kind::kChanged, text_of(old_side, name), text_of(new_side, name)};
    if (unknown.contains(name.first)) {
      change.kind = Kind::kUnknown;
      if (old_side.unknown.contains(name.first)) change.from.reset();
      if (new_side.unknown.contains(name.first)) change.to.reset();
    } else if (change.from == change.to) {
      continue;
    } else if (!change.from || !change.to) {
      change.kind = change.from ? Kind::kRemoved : Kind::kAdded;
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace bcheck
