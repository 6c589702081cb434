// SPDX-License-Identifier: Apache-2.0
#include "render/page_assets.h"

namespace bcheck {

// A table whose filters live in the fragment of the address, so that every view has a link and "back" works, with
// pages. Text reaches the document as textContent and in no other way. The data are as render/page_items.h says:
// `words`, and rows in blocks, each an array whose first element is its key.
const std::string_view kPageTable = R"js(
"use strict";
const at = id => document.getElementById(id);
const words = JSON.parse(at("words").textContent);
const rows = [];
for (const block of document.querySelectorAll("script.rows")) {
  for (const row of JSON.parse(block.textContent)) rows.push(row);
  block.remove();
}
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const number = new Intl.NumberFormat("en-US");
const isolated = text => make("bdi", "", text);

// names    of what can be asked for beside q, key and page
// nouns    what one row is, and several
// tests    of what is asked for: functions of a row, all of which have to hold
// has      whether a row has that text in lower case, beside its key
// line     the rows of the table for a row
// chips    of what is asked for: {text, count, current, wanted}, the filters that are one click away
// drawn    called when the table has been drawn
const table = ({names, nouns, tests, has, line, chips, drawn}) => {
  const PAGE = 100;
  const NAMES = [...names, "q", "key", "page"];
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
  const go = (changes, replace) => {
    const to = link({...state, page: "", ...changes});
    if (replace) location.replace(to); else location.hash = to;
  };
  const takes = wanted => {
    const all = tests(wanted);
    if (wanted.key) all.push(row => row[0] === wanted.key);
    if (wanted.q) {
      const text = wanted.q.toLowerCase();
      all.push(row => row[0].toLowerCase().includes(text) || has(row, text));
    }
    return row => all.every(test => test(row));
  };
  let shown = [];
  const pages = page => {
    const last = Math.max(1, Math.ceil(shown.length / PAGE));
    const button = (text, to) => {
      const element = make("button", "", text);
      element.type = "button";
      element.disabled = to < 1 || to > last || to === page;
      element.addEventListener("click", () => {
        go({page: to > 1 ? String(to) : ""}, false);
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
    at("rows").replaceChildren(...part.flatMap(row => line(row, Boolean(state.key) && part.length === 1)));
    at("count").textContent = shown.length === 0 ? "Nothing here is as asked for." :
      (shown.length > PAGE ? number.format(first + 1) + " to " + number.format(first + part.length) + " of " : "") +
      number.format(shown.length) + " " + nouns[shown.length === 1 ? 0 : 1] + (state.key ? " with the key " + state.key : "");
    at("table").hidden = shown.length === 0;
    if (at("search") !== document.activeElement) at("search").value = state.q || "";
    at("chips").replaceChildren(...chips(state).map(({text, count, current, wanted}) => {
      const chip = make("a", "", text + " " + number.format(count));
      chip.href = link({...state, page: "", key: "", ...wanted});
      chip.setAttribute("aria-current", String(current));
      return chip;
    }));
    drawn(state);
    pages(page);
  };

  at("controls").hidden = false;
  let waiting = 0;
  at("search").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => go({q: at("search").value, key: ""}, true), 150);
  });
  window.addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return;  // the name of a section
    state = read();
    draw();
  });
  document.addEventListener("click", event => {
    const target = event.target.closest("a");
    const href = target && target.getAttribute("href");
    // Also when the address stays the same.
    if (href && !at("controls").contains(target) && [...names, "key"].some(name => href.startsWith("#" + name + "="))) {
      setTimeout(() => at("items").scrollIntoView(), 0);
    }
  });
  draw();
  if (Object.keys(state).length > 0) at("items").scrollIntoView();
  return go;
};
)js";

}  // namespace bcheck
