// SPDX-License-Identifier: Apache-2.0
#include "render/page_assets.h"

namespace bcheck {

// The table of items: what can be asked for, rows that open. page_table.cc does the rest.
const std::string_view kItemsScript = R"js(
(() => {
  const [KEY, STATUS, SILENT, GROUPS, CODES, WHY, PATH, MORE] = [0, 1, 2, 3, 4, 5, 6, 7];
  const PASS = words.statuses.indexOf("pass");
  const moreBlocks = [...document.querySelectorAll("script.more")];
  const moreParsed = [];
  const more = row => {
    if (row[MORE] === undefined) return null;
    const block = Math.floor(row[MORE] / words.moreOfBlock);
    moreParsed[block] ??= JSON.parse(moreBlocks[block].textContent);
    return moreParsed[block][row[MORE] % words.moreOfBlock];
  };
  const badge = status => make("b", "s " + words.statuses[status], words.statuses[status]);
  const isDefault = wanted => !["status", "silent", "code", "group", "q", "key"].some(name => wanted[name]);
  const anyBad = rows.some(row => row[STATUS] !== PASS);

  const testsOf = wanted => {
    const tests = [];
    let status = wanted.status;
    if (isDefault(wanted) && anyBad) status = "bad";
    if (status === "bad") {
      tests.push(row => row[STATUS] !== PASS);
    } else if (status && status !== "all") {
      const which = new Set(status.split(",").map(name => words.statuses.indexOf(name)));
      tests.push(row => which.has(row[STATUS]));
    }
    if (wanted.silent) tests.push(row => row[SILENT] === 1);
    if (wanted.code) {
      const code = words.codes.indexOf(wanted.code);
      tests.push(row => row[CODES].includes(code));
    }
    if (wanted.group) {
      const [column, value] = group(wanted.group);
      tests.push(row => column >= 0 && value >= 0 && row[GROUPS][column] === value);
    }
    return tests;
  };
  const has = (row, text) => (row[STATUS] !== PASS && row[WHY].toLowerCase().includes(text)) || (row[PATH] || "").toLowerCase().includes(text);
  // "column:value"; either may have colons of its own.
  const group = text => {
    for (let i = 0; i < words.groups.length; ++i) {
      const [name, values] = words.groups[i];
      if (!text.startsWith(name + ":")) continue;
      const value = values.indexOf(text.slice(name.length + 1));
      if (value >= 0) return [i, value];
    }
    return [-1, -1];
  };

  // Rows.
  const thumbnails = new Map();
  for (const tile of document.querySelectorAll("figure.tile[data-path]")) {
    const picture = tile.querySelector("img");
    if (picture) thumbnails.set(tile.dataset.path, picture);
  }
  const opened = new Set();
  const findingLine = ([code, severity, message]) => {
    const line = make("p");
    line.append(make("code", severity === 0 ? "bad" : "", words.codes[code]));
    if (severity > 0) line.append(" ", make("small", "note", words.severities[severity]));
    line.append(" ", message);
    return line;
  };
  const artifact = ([name, status, path, line, format, bytes, sha, findings, measures]) => {
    const box = make("div", "artifact");
    const picture = thumbnails.get(path);
    if (picture) box.append(picture.cloneNode());
    const head = make("p");
    head.append(make("strong", "", words.artifacts[name]), " ", badge(status));
    const facts = [format, bytes === null ? "" : number.format(bytes) + " bytes"].filter(Boolean).join(", ");
    if (facts) head.append(" ", make("span", "note", facts));
    box.append(head);
    if (path) {
      const place = make("p", "name");
      place.append(isolated(path), line === null ? "" : ", line " + line);
      box.append(place);
    }
    for (const finding of findings) box.append(findingLine(finding));
    if (sha) box.append(make("p", "note code", "sha256 " + sha));
    if (measures.length) {
      const values = make("div", "values");
      for (const [measure, value, outside] of measures) {
        const pair = make("div", outside ? "bad" : "");
        pair.append(make("span", "", words.measures[measure]), make("span", "", typeof value === "number" ? number9(value) : value));
        values.append(pair);
      }
      box.append(values);
    }
    return box;
  };
  const number9 = value => (Number.isInteger(value) ? number.format(value) : String(Number(value.toPrecision(6))));
  const detail = row => {
    const cell = make("td");
    cell.colSpan = 4;
    const item = more(row);
    const facts = [];
    (row[GROUPS] || []).forEach((value, i) => {
      if (value >= 0) facts.push(words.groups[i][0] + "=" + words.groups[i][1][value]);
    });
    if (item) {
      if (item.r !== "nothing") facts.push("reported: " + item.r);
      if (item.n !== undefined) facts.push(item.n + (item.n === 1 ? " attempt" : " attempts"));
    }
    if (row[SILENT] === 1) cell.append(make("p", "bad", "A silent error: reported as success, and not sound."));
    if (facts.length) cell.append(make("p", "note", facts.join("   ")));
    if (item) {
      for (const finding of item.f) cell.append(findingLine(finding));
      const passes = one => one[1] === PASS;
      for (const one of [...item.a].sort((a, b) => passes(a) - passes(b))) cell.append(artifact(one));
      if (item.x) cell.append(make("pre", "", item.x));
    } else {
      cell.append(make("p", "note", row[STATUS] === PASS ? "Passes without a finding" + (row[WHY] ? "; its hash begins with " + row[WHY] : "") + "." :
                                                            "Findings and measures are in the report."));
    }
    const line = make("tr", "more");
    line.append(cell);
    return line;
  };
  const line = (row, wanted) => {
    if (wanted) opened.add(row);
    const tr = make("tr");
    const key = make("td", "name");
    const button = make("button", "open");
    button.type = "button";
    button.append(isolated(row[KEY]));
    const isOpen = opened.has(row);
    button.setAttribute("aria-expanded", String(isOpen));
    button.addEventListener("click", () => {
      const open = !opened.has(row);
      button.setAttribute("aria-expanded", String(open));
      tr.classList.toggle("opened", open);
      if (open) {
        opened.add(row);
        tr.after(detail(row));
      } else {
        opened.delete(row);
        tr.nextElementSibling.remove();
      }
    });
    key.append(button);
    const status = make("td");
    status.append(badge(row[STATUS]));
    if (row[SILENT] === 1) status.append(make("div", "note bad", "silent"));
    const codes = make("td", "code");
    row[CODES].slice(0, 4).forEach(code => codes.append(make("div", "", words.codes[code])));
    if (row[CODES].length > 4) codes.append(make("div", "note", "and " + (row[CODES].length - 4) + " more"));
    const why = make("td", row[STATUS] === PASS ? "why note code" : "why", row[WHY]);
    tr.append(key, status, codes, why);
    if (isOpen) tr.classList.add("opened");
    return isOpen ? [tr, detail(row)] : [tr];
  };

  // Controls.
  const counts = words.statuses.map(() => 0);
  let silent = 0;
  for (const row of rows) {
    ++counts[row[STATUS]];
    silent += row[SILENT];
  }
  const chips = state => {
    const current = state.silent ? "silent" : state.status || (isDefault(state) && anyBad ? "bad" : "all");
    const all = rows.length;
    const list = [["all", "all", all]];
    if (anyBad) list.push(["bad", "not passing", all - counts[PASS]]);
    words.statuses.forEach((name, i) => counts[i] && list.push([name, name, counts[i]]));
    if (silent) list.push(["silent", "silent errors", silent]);
    return list.map(([value, text, count]) => ({
      text, count, current: current === value,
      wanted: {silent: value === "silent" ? "1" : "", status: value === "silent" ? "" : value},
    }));
  };
  const option = (value, text) => {
    const element = make("option", "", text);
    element.value = value;
    return element;
  };
  at("code").replaceChildren(option("", "every finding"), ...words.codes.map(code => option(code, code)));
  at("code").hidden = words.codes.length === 0;
  const drawn = state => {
    at("code").value = state.code || "";
    at("group").hidden = !state.group;
    at("group").textContent = (state.group || "").replace(":", " = ") + "  ✕";
  };
  const go = table({names: ["status", "silent", "code", "group"], nouns: ["item", "items"], tests: testsOf, has, line, chips, drawn});
  at("code").addEventListener("change", () => go({code: at("code").value, key: ""}, false));
  at("group").addEventListener("click", () => go({group: ""}, false));
})();
)js";

}  // namespace bcheck
