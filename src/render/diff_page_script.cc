// SPDX-License-Identifier: Apache-2.0
#include "render/page_assets.h"

namespace bcheck {

// The table of keys that differ, by class. page_table.cc does the rest.
const std::string_view kDiffScript = R"js(
(() => {
  if (!at("table")) return;
  const [KEY, CLASS, OLD, NEW, BEFORE, AFTER, LIKENESS] = [0, 1, 2, 3, 4, 5, 6];
  const badge = (name, title) => make("b", "s " + name, title);
  const state = (className, status, text) => {
    const cell = make("td", className);
    cell.append(status >= 0 ? badge(words.statuses[status], words.statuses[status]) : make("span", "note", "not there"));
    if (text) cell.append(make("div", "code", text));
    return cell;
  };
  const line = row => {
    const tr = make("tr");
    const key = make("td", "name");
    key.append(isolated(row[KEY]));
    const kind = make("td");
    const [name, title] = words.classes[row[CLASS]];
    kind.append(badge(name, title));
    tr.append(key, kind, state("before", row[OLD], row[BEFORE]), state("after", row[NEW], row[AFTER]), make("td", "why", row[LIKENESS]));
    return [tr];
  };
  const counts = words.classes.map(() => 0);
  for (const row of rows) ++counts[row[CLASS]];
  const tests = wanted => {
    if (!wanted.class || wanted.class === "all") return [];
    const which = new Set(wanted.class.split(",").map(name => words.classes.findIndex(one => one[0] === name)));
    return [row => which.has(row[CLASS])];
  };
  const has = (row, text) => [BEFORE, AFTER, LIKENESS].some(i => row[i].toLowerCase().includes(text));
  const chips = state => {
    const list = [["all", "all", rows.length]];
    words.classes.forEach(([name, title], i) => counts[i] && list.push([name, title, counts[i]]));
    const current = (state.class || "all").split(",");
    return list.map(([name, text, count]) => ({text, count, current: current.includes(name), wanted: {class: name === "all" ? "" : name}}));
  };
  table({names: ["class"], nouns: ["key", "keys"], tests, has, line, chips, drawn: () => {}});
})();
)js";

}  // namespace bcheck
