// SPDX-License-Identifier: Apache-2.0
#include "render/localised.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_write.h"
#include "base/text.h"
#include "render/escape.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr std::size_t kListedGroups = 20;

// "gpu=3", "position 1501..2000"
std::string name_of_group(const GroupCount& group) {
  return fmt::format("{}{}{}", shown(group.column), group.range ? " " : "=", shown(group.value));
}

std::string holding(const GroupCount& group, std::int64_t bad) {
  return fmt::format("holds {} of {}, {} of its {}", group.bad, counted(bad, "failure"), group.bad,
                     counted(group.keys, "sample"));
}

std::string columns_line(const Localisation& found) {
  std::string out = "columns: ";
  if (found.columns.empty()) return out + "none\n";
  for (std::size_t i = 0; i < found.columns.size(); ++i) {
    const TriedColumn& column = found.columns[i];
    out += (i == 0 ? "" : ", ") + shown(column.name);
    if (!column.tried) {
      out += " (too many different values)";
    } else if (column.ranges) {
      out += " (in ranges)";
    } else {
      out += fmt::format(" ({})", counted(column.values, "value"));
    }
  }
  return out + '\n';
}

void append_group(std::string& out, const GroupCount& group) {
  out += "{\"column\": ";
  append_json_string(out, group.column);
  out += ", \"value\": ";
  append_json_string(out, group.value);
  out += fmt::format(", \"range\": {}, \"keys\": {}, \"bad\": {}, \"p\": ", group.range, group.keys, group.bad);
  append_number(out, group.p);
  out += '}';
}

template <typename List, typename Append>
void append_list(std::string& out, const List& list, const Append& append) {
  out += '[';
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ", ";
    append(out, list[i]);
  }
  out += ']';
}

}  // namespace

std::string localised_line(const Localisation& found, const Palette& palette) {
  if (!found.best) return {};
  std::string out = palette.paint(palette.strong, name_of_group(*found.best)) + " " + holding(*found.best, found.bad);
  for (std::size_t i = 0; i < found.same.size(); ++i) {
    out += (i == 0 ? "; so does " : ", ") + name_of_group(found.same[i]);
  }
  return out + '\n';
}

std::string localisation_text(const Localisation& found, const Palette& palette, bool all) {
  std::string out = fmt::format("{} examined, {} bad\n", counted(found.keys, "key"), found.bad);
  out += columns_line(found);
  if (found.best) {
    out += localised_line(found, palette);
    out += fmt::format("  by chance: p = {:.2g}, corrected for {}\n", found.best->p, counted(found.tests, "test"));
  } else if (found.bad > 0) {
    out += "no group explains the failures\n";
  }
  if (found.groups.empty()) return out;
  std::size_t width = 0;
  const std::size_t listed = all ? found.groups.size() : std::min(found.groups.size(), kListedGroups);
  for (std::size_t i = 0; i < listed; ++i) width = std::max(width, columns(name_of_group(found.groups[i])));
  for (std::size_t i = 0; i < listed; ++i) {
    const GroupCount& group = found.groups[i];
    const std::string name = name_of_group(group);
    out += fmt::format("  {}{}  {} of {} bad, {}\n", name, std::string(width - columns(name), ' '), group.bad,
                       group.keys, percent(group.bad, group.keys));
  }
  if (listed < found.groups.size()) out += fmt::format("  and {} more\n", found.groups.size() - listed);
  return out;
}

std::string localisation_json(const Localisation& found) {
  std::string out = fmt::format(
      "{{\"schema\": \"bcheck.localise/1\", \"keys\": {}, \"bad\": {}, \"tests\": {}, \"best\": ", found.keys,
      found.bad, found.tests);
  if (found.best) {
    append_group(out, *found.best);
  } else {
    out += "null";
  }
  out += ",\n \"same\": ";
  append_list(out, found.same, append_group);
  out += ",\n \"columns\": ";
  append_list(out, found.columns, [](std::string& text, const TriedColumn& column) {
    text += "{\"name\": ";
    append_json_string(text, column.name);
    text +=
        fmt::format(", \"values\": {}, \"ranges\": {}, \"tried\": {}}}", column.values, column.ranges, column.tried);
  });
  out += ",\n \"groups\": ";
  append_list(out, found.groups, append_group);
  return out + "}\n";
}

}  // namespace bcheck
