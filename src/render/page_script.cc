// SPDX-License-Identifier: Apache-2.0
#include "render/page_assets.h"

namespace bcheck {

// The table of items: filters that live in the fragment of the address, so that every view has a link and "back" works;
// pages; rows that open. Text reaches the document as textContent and in no other way.
const std::string_view kPageScript = R"js(
"use strict";
(() => {
  const PAGE = 100;
  const at = id => document.getElementById(id);
  const words = JSON.parse(at("words").textContent);
  const rows = [];
  for (const block of document.querySelectorAll("script.rows")) {
    for (const row of JSON.parse(block.textContent)) rows.push(row);
    block.remove();
  }
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
  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const number = new Intl.NumberFormat("en-US");
  const badge = status => make("b", "s " + words.statuses[status], words.statuses[status]);
  const isolated = text => make("bdi", "", text);

  // What is asked for: the fragment, read and written as a query.
  const NAMES = ["status", "silent", "code", "group", "q", "key", "page"];
  const read = () => {
    const out = {};
    let given;
    try {
      given = new URLSearchParams(location.hash.slice(1));
    } catch {
      return out;
    }
    for (const name of NAMES) if (given.get(name)) out[name] = given.get(name);
    return out;
  };
  const link = wanted => {
    const parts = NAMES.filter(name => wanted[name]).map(name => name + "=" + encodeURIComponent(wanted[name]));
    return "#" + (parts.join("&") || "show=usual");
  };
  let state = read();
  const isDefault = wanted => !NAMES.some(name => name !== "page" && wanted[name]);
  const anyBad = rows.some(row => row[STATUS] !== PASS);

  const takes = wanted => {
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
    if (wanted.key) tests.push(row => row[KEY] === wanted.key);
    if (wanted.q) {
      const text = wanted.q.toLowerCase();
      tests.push(row => row[KEY].toLowerCase().includes(text) || (row[STATUS] !== PASS && row[WHY].toLowerCase().includes(text)) ||
                        (row[PATH] || "").toLowerCase().includes(text));
    }
    return row => tests.every(test => test(row));
  };
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
  const line = row => {
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
  const chips = () => {
    const current = state.silent ? "silent" : state.status || (isDefault(state) && anyBad ? "bad" : "all");
    const all = rows.length;
    const list = [["all", "all", all]];
    if (anyBad) list.push(["bad", "not passing", all - counts[PASS]]);
    words.statuses.forEach((name, i) => counts[i] && list.push([name, name, counts[i]]));
    if (silent) list.push(["silent", "silent errors", silent]);
    at("chips").replaceChildren(...list.map(([value, text, count]) => {
      const chip = make("a", "", text + " " + number.format(count));
      const wanted = {...state, page: "", key: "", silent: value === "silent" ? "1" : "", status: value === "silent" ? "" : value};
      chip.href = link(wanted);
      chip.setAttribute("aria-current", String(current === value));
      return chip;
    }));
  };
  const codeList = () => {
    const option = (value, text) => {
      const element = make("option", "", text);
      element.value = value;
      return element;
    };
    at("code").replaceChildren(option("", "every finding"), ...words.codes.map(code => option(code, code)));
    at("code").hidden = words.codes.length === 0;
  };
  let shown = [];
  const pages = page => {
    const last = Math.max(1, Math.ceil(shown.length / PAGE));
    const button = (text, to) => {
      const element = make("button", "", text);
      element.type = "button";
      element.disabled = to < 1 || to > last || to === page;
      element.addEventListener("click", () => {
        go({...state, page: to > 1 ? String(to) : ""}, false);
        at("items").scrollIntoView();
      });
      return element;
    };
    at("pages").hidden = last === 1;
    at("pages").replaceChildren(button("first", 1), button("previous", page - 1), make("span", "note", "page " + number.format(page) + " of " + number.format(last)),
                                button("next", page + 1), button("last", last));
  };
  const draw = () => {
    shown = rows.filter(takes(state));
    const last = Math.max(1, Math.ceil(shown.length / PAGE));
    const page = Math.min(Math.max(1, parseInt(state.page, 10) || 1), last);
    const first = (page - 1) * PAGE;
    const part = shown.slice(first, first + PAGE);
    if (state.key && part.length === 1) opened.add(part[0]);
    at("rows").replaceChildren(...part.flatMap(line));
    at("count").textContent = shown.length === 0 ? "Nothing here is as asked for." :
      (shown.length > PAGE ? number.format(first + 1) + " to " + number.format(first + part.length) + " of " : "") +
      number.format(shown.length) + (shown.length === 1 ? " item" : " items") + (state.key ? " with the key " + state.key : "");
    at("table").hidden = shown.length === 0;
    if (at("search") !== document.activeElement) at("search").value = state.q || "";
    at("code").value = state.code || "";
    at("group").hidden = !state.group;
    at("group").textContent = (state.group || "").replace(":", " = ") + "  ✕";
    chips();
    pages(page);
  };
  const go = (wanted, replace) => {
    const to = link(wanted);
    if (replace) location.replace(to); else location.hash = to;
  };
  const jump = () => Object.keys(state).length > 0 && at("items").scrollIntoView();

  codeList();
  at("controls").hidden = false;
  let waiting = 0;
  at("search").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => go({...state, q: at("search").value, key: "", page: ""}, true), 150);
  });
  at("code").addEventListener("change", () => go({...state, code: at("code").value, key: "", page: ""}, false));
  at("group").addEventListener("click", () => go({...state, group: "", page: ""}, false));
  window.addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return;  // the name of a section
    state = read();
    draw();
  });
  document.addEventListener("click", event => {
    const target = event.target.closest("a");
    // Also when the address stays the same.
    if (target && !at("controls").contains(target) && /^#(status|silent|code|group|key)=/.test(target.getAttribute("href") || "")) {
      setTimeout(() => at("items").scrollIntoView(), 0);
    }
  });
  draw();
  jump();
})();
)js";

}  // namespace bcheck
