// SPDX-License-Identifier: Apache-2.0
#include "render/page_assets.h"

namespace bcheck {

const std::string_view kPageStyle = R"css(
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f6f7f9; --line: #dfe2e7; --text: #1b1f24; --soft: #5c6470; --link: #0b57b0;
  --pass: #1f7a4a; --fail: #c62d2a; --missing: #7a45c0; --error: #b35900; --unchecked: #6a717c; --good: #8fa3bd;
  --alarm: #fdeceb; --caution: #eef3fb; --limit: #d48806; --still: #94504d; --limit-text: #8f5a00; --good-text: #55698a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --raised: #1d2127; --line: #333942; --text: #e4e7eb; --soft: #98a1ae; --link: #7db4ff;
    --pass: #4cc082; --fail: #ff6b63; --missing: #b78bff; --error: #ffa24d; --unchecked: #8f97a3; --good: #5b7394;
    --alarm: #3a1f1f; --caution: #1c2940; --limit: #f0b429; --still: #c98c88; --limit-text: #f0b429; --good-text: #9db4d6;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3rem; }
body {
  margin: 0 auto; padding: 0 20px 48px; max-width: 1240px; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
h1 { margin: 2px 0 12px; font-size: 30px; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; }
h1 small { margin-left: 8px; font-size: 20px; font-weight: 500; color: var(--soft); }
h2 { margin: 40px 0 10px; font-size: 19px; font-weight: 650; }
h3 { margin: 22px 0 8px; font-size: 15px; font-weight: 650; }
h2 small { font-size: 14px; }
h2 small, h3 small, td small, .constants small { color: var(--soft); font-weight: 400; }
p { margin: 6px 0; }
ul { margin: 4px 0; padding-left: 20px; }
code, .name, .code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }
.name, pre, dd code { white-space: pre-wrap; overflow-wrap: anywhere; }
.code { overflow-wrap: anywhere; }
.note { color: var(--soft); font-size: 13.5px; }
.strong { color: var(--text); font-weight: 550; }
.bad { color: var(--fail); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.title { margin: 0; color: var(--soft); font-size: 13.5px; overflow-wrap: anywhere; }
.tool { font-weight: 650; color: var(--text); }
header { padding-top: 26px; }
body > nav {
  position: sticky; top: 0; z-index: 2; display: flex; gap: 18px; overflow-x: auto; margin: 14px -20px 0; padding: 9px 20px;
  background: var(--ground); border-bottom: 1px solid var(--line); font-size: 14px; white-space: nowrap;
}
summary { cursor: pointer; color: var(--link); width: fit-content; }
.bar { display: block; width: 100%; height: 8px; border-radius: 3px; }
.stacked { height: 16px; border-radius: 4px; background: var(--line); }
rect.pass { fill: var(--pass); } rect.fail, rect.bad { fill: var(--fail); } rect.missing { fill: var(--missing); }
rect.error { fill: var(--error); } rect.unchecked { fill: var(--unchecked); } rect.good, rect.soft { fill: var(--good); }
rect.limit { fill: var(--limit); } rect.axis { fill: var(--line); }
.s { font-weight: 600; font-size: 13px; }
.s::before { content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 6px; border-radius: 2px; background: currentColor; }
.s.pass { color: var(--pass); } .s.fail { color: var(--fail); } .s.missing { color: var(--missing); }
.s.error { color: var(--error); } .s.unchecked { color: var(--unchecked); }
.s.same, .s.same-content { color: var(--pass); } .s.repaired { color: var(--link); } .s.newly-bad { color: var(--fail); }
.s.still-bad { color: var(--still); } .s.gone { color: var(--missing); } .s.new, .s.near { color: var(--good-text); }
.s.changed, .s.far { color: var(--error); } .s.input-changed { color: var(--limit-text); } .s.unknown, .s.uncompared { color: var(--unchecked); }
rect.same { fill: var(--pass); } rect.same-content, rect.near, rect.new { fill: var(--good); } rect.repaired { fill: var(--link); }
rect.newly-bad { fill: var(--fail); } rect.still-bad { fill: var(--still); } rect.gone { fill: var(--missing); }
rect.changed, rect.far { fill: var(--error); } rect.input-changed { fill: var(--limit); } rect.unknown, rect.uncompared { fill: var(--unchecked); }
.states { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 10px 0 14px; padding: 0; list-style: none; }
.states a { color: var(--text); font-variant-numeric: tabular-nums; }
.gate, .alarm, .batch { margin: 10px 0; padding: 10px 14px; border-left: 4px solid var(--fail); border-radius: 4px; background: var(--alarm); }
.silent { font-size: 14px; } .silent b { font-size: 18px; } .silent b a { color: var(--fail); }
.gate.open { border-color: var(--pass); background: var(--raised); }
.gate ul { font-size: 14px; }
.soft { background: var(--caution); border-color: var(--link); }
.batch.warn, .batch.allowed { border-color: var(--good); background: var(--raised); }
.lines { color: var(--soft); font-size: 13.5px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); color: var(--soft); font-size: 12.5px; font-weight: 550; text-align: left; vertical-align: bottom; }
td { padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
td.bars { width: 18%; padding-top: 12px; }
.codes td.code { width: 27%; } .codes td.n { width: 70px; }
td.keys { color: var(--soft); overflow-wrap: anywhere; }
td.keys .name { font-size: 12.5px; }
.groups { table-layout: fixed; } .groups th:first-child { width: 34%; } .groups th:last-child { width: 20%; }
.groups th { overflow-wrap: anywhere; } .columns details table td { border-top: 0; }
.artifacts { width: auto; min-width: min(100%, 560px); } .artifacts td:first-child { min-width: 110px; }
.artifacts td.n { padding-left: 14px; }
.columns { columns: 460px 2; column-gap: 40px; }
.columns > div { break-inside: avoid; margin-bottom: 22px; }
.measures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); gap: 14px; margin: 10px 0; }
.measure { display: flex; flex-direction: column; margin: 0; padding: 10px 12px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }
.measure figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 10px; margin-bottom: 8px; font-size: 13px; }
.measure figcaption span:first-child { font-weight: 600; }
.histogram { display: block; width: 100%; height: 84px; margin-top: auto; }
.histogram g:hover rect { opacity: 0.65; }
.ends { display: flex; justify-content: space-between; gap: 10px; font-size: 12.5px; color: var(--soft); font-variant-numeric: tabular-nums; }
.ends span:last-child { text-align: right; }
.key { display: inline-block; width: 10px; height: 10px; margin: 0 5px 0 12px; border-radius: 2px; }
.key:first-child { margin-left: 0; }
.key.good { background: var(--good); } .key.bad { background: var(--fail); } .key.limit { width: 3px; height: 14px; background: var(--limit); vertical-align: -2px; }
.constants span { display: inline-block; margin: 0 18px 4px 0; font-size: 13.5px; overflow-wrap: anywhere; }
.constants b { font-weight: 550; color: var(--soft); }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(112px, 1fr)); gap: 14px 12px; }
.tile { margin: 0; min-width: 0; font-size: 12px; line-height: 1.35; }
.tile .frame { display: flex; align-items: center; justify-content: center; height: 108px; padding: 5px; border-top: 3px solid var(--line); border-radius: 4px; background: var(--raised); color: var(--soft); overflow: hidden; overflow-wrap: anywhere; }
.tile img { display: block; max-width: 96px; max-height: 96px; outline: 1px solid var(--line); }
.tile.fail .frame { border-color: var(--fail); } .tile.error .frame { border-color: var(--error); }
.tile.unchecked .frame { border-color: var(--unchecked); } .tile.warned .frame, .tile.near .frame { border-color: var(--limit); }
.tile figcaption { margin-top: 4px; }
.tile figcaption span, .tile figcaption a { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 12px; }
.texts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 14px; }
.excerpt { margin: 0; min-width: 0; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }
.excerpt figcaption { display: flex; justify-content: space-between; gap: 10px; font-size: 13px; }
pre { margin: 6px 0 0; max-height: 11em; overflow: auto; }
.chips, .fields { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
.chips a, #pages button, #group {
  padding: 4px 12px; border: 1px solid var(--line); border-radius: 999px; background: var(--raised); color: var(--text);
  font: inherit; font-size: 13.5px; cursor: pointer; font-variant-numeric: tabular-nums;
}
.chips a[aria-current="true"] { border-color: var(--link); background: var(--caution); font-weight: 600; }
.chips a:hover { text-decoration: none; border-color: var(--link); }
.fields input, .fields select {
  min-width: 0; padding: 7px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); color: var(--text); font: inherit; font-size: 14px;
}
.fields input { flex: 2 1 260px; } .fields select { flex: 1 1 200px; }
.items { table-layout: fixed; margin-top: 6px; }
.items th:nth-child(1) { width: 27%; } .items th:nth-child(2) { width: 105px; } .items th:nth-child(3) { width: 25%; }
.items td { overflow-wrap: anywhere; }
.items td.code div { line-height: 1.6; }
.items button.open { padding: 0; border: 0; background: none; color: var(--link); font: inherit; text-align: left; cursor: pointer; white-space: pre-wrap; overflow-wrap: anywhere; }
.items button.open::before { content: "▸ "; color: var(--soft); }
.items button.open[aria-expanded="true"]::before { content: "▾ "; }
.items tr.opened td { border-bottom: 0; }
.items tr.more > td { padding: 0 0 14px 16px; }
.more .artifact { margin-top: 8px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }
.more .artifact > img { float: right; max-width: 96px; margin-left: 12px; border-radius: 3px; }
.more p { margin: 3px 0; }
.more .values { display: grid; grid-template-columns: repeat(auto-fill, minmax(190px, 1fr)); gap: 1px 18px; margin-top: 8px; font-size: 13px; }
.more .values div { display: flex; justify-content: space-between; gap: 10px; border-bottom: 1px dotted var(--line); }
.more .values div span:first-child { color: var(--soft); } .more .values div span { overflow-wrap: anywhere; }
.more .values .bad span { color: var(--fail); font-weight: 600; }
#pages { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; margin: 14px 0; font-size: 14px; }
button:disabled { opacity: 0.45; cursor: default; }
.extras { font-size: 14px; } dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; font-size: 14px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.changes th:nth-child(1) { width: 24%; } .changes th:nth-child(2) { width: 15%; } .changes th:nth-child(3), .changes th:nth-child(4) { width: 21%; }
.classes td.code { font-family: inherit; } .classes td.n { width: 80px; }
.figures { width: auto; } .figures td, .figures th { padding-right: 18px; } .figures td { white-space: nowrap; } .figures td.note { white-space: normal; min-width: 230px; }
.reports { table-layout: fixed; } .reports th:first-child { width: 150px; } .reports td { overflow-wrap: anywhere; } .reports td:first-child { color: var(--soft); }
.reports td.differs { font-weight: 550; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 640px) {
  body { padding: 0 14px 40px; }
  body > nav { margin: 10px -14px 0; padding: 9px 14px; }
  header { padding-top: 16px; }
  h1 { font-size: 24px; } h1 small { display: block; margin: 2px 0 0; font-size: 17px; }
  .codes thead, .items thead { display: none; }
  .codes, .codes tbody, .items, .items tbody { display: block; }
  .codes tr { display: grid; grid-template-columns: 1fr auto; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .codes td { padding: 1px 0; border: 0; } .codes td.code, .codes td.n { width: auto; } .codes td.bars, .codes td.keys { grid-column: 1 / -1; width: auto; padding-top: 5px; }
  .items tr { display: grid; grid-template-columns: 1fr auto; gap: 2px 10px; padding: 9px 0; border-bottom: 1px solid var(--line); }
  .items td { padding: 0; border: 0; } .items td.code, .items td.why { grid-column: 1 / -1; }
  .items tr.opened { border-bottom: 0; } .items tr.more { display: block; padding: 0 0 10px; } .items tr.more > td { display: block; padding: 0; }
  .classes tr { grid-template-columns: 1fr auto 64px; gap: 0 10px; }
  .changes td.before, .changes td.after { grid-column: 1 / -1; } .changes td div.code { display: inline; margin-left: 10px; }
  .changes td.before::before { content: "before  "; color: var(--soft); font-size: 12.5px; } .changes td.after::before { content: "after  "; color: var(--soft); font-size: 12.5px; }
  .reports th:first-child { width: 84px; }
  .groups th:first-child { width: 30%; } .groups td.bars, .groups th:last-child { display: none; }
  .more .values { grid-template-columns: 1fr; }
  .gallery { grid-template-columns: repeat(auto-fill, minmax(96px, 1fr)); }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: 6px; }
}
@media print { body > nav, #controls, #pages { display: none; } body { max-width: none; } }
)css";

}  // namespace bcheck
