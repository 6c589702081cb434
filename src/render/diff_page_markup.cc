// SPDX-License-Identifier: Apache-2.0
#include "render/diff_page_markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/text.h"
#include "render/page_markup.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostOfValue = 500;  // code points of a label or a name of a file
constexpr std::size_t kMostOfFirst = 60;   // likewise of a key that is named beside its class

std::int64_t all_keys(const Difference& difference) {
  std::int64_t sum = 0;
  for (const std::int64_t keys : difference.of) sum += keys;
  return sum;
}

// "1,939 keys"
std::string keys_text(std::int64_t keys) {
  return keys == 1 ? "1 key" : grouped(keys) + " keys";
}

std::string class_link(const ChangeHeading& heading) {
  return fmt::format(R"(<a href="#class={0}"><b class="s {0}">{1}</b></a>)", heading.name, heading.title);
}

std::string states(const Difference& difference) {
  const std::int64_t same = difference[Change::kSame];
  std::vector<BarPart> parts{{same, "same"}};
  std::string legend = fmt::format("<li><b class=\"s same\">the same</b> <span>{}</span></li>", grouped(same));
  for (const ChangeHeading& heading : change_headings()) {
    const std::int64_t keys = keys_in(difference, heading.list);
    if (keys == 0) continue;
    parts.push_back({keys, heading.name});
    legend += fmt::format("<li>{} <span>{}</span></li>", class_link(heading), grouped(keys));
  }
  return (all_keys(difference) == 0 ? "" : stacked_bar(parts, "keys by class")) + "\n<ul class=\"states\">" + legend +
         "</ul>\n";
}

// The sentence with its verdict in bold.
std::string verdict_markup(const Difference& difference) {
  const std::string sentence = verdict_sentence(difference, Palette());
  const std::size_t end = std::min(sentence.find(':'), sentence.size());
  return fmt::format("<b>{}</b>{}", html_sentence(sentence.substr(0, end)), html_sentence(sentence.substr(end)));
}

// "gate: open: min_consistency: ..." a line, each in a box of its own.
std::string gate_markup(std::string_view lines) {
  static constexpr std::string_view kOpen = "gate: open: ";
  static constexpr std::string_view kClosed = "gate: closed: ";
  std::string out;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line = lines.substr(at, end - at);
    const bool open = line.starts_with(kOpen);
    const std::string_view why = open ? line.substr(kOpen.size()) : line.substr(std::min(kClosed.size(), line.size()));
    out += fmt::format("<p class=\"gate {}\"><b>Gate {}</b>: {}</p>\n", open ? "open" : "closed",
                       open ? "open" : "closed", html_sentence(why));
    at = end + 1;
  }
  return out;
}

std::string moved_markup(const std::vector<MovedKey>& moved) {
  static constexpr std::size_t kNamed = 3;
  std::string named;
  for (const MovedKey& one : std::span(moved).first(std::min(kNamed, moved.size()))) {
    named += fmt::format("{}<bdi>{}</bdi> has what <bdi>{}</bdi> had", named.empty() ? "" : ", ",
                         html_name(cut(one.key, kMostOfFirst)), html_name(cut(one.from, kMostOfFirst)));
  }
  return fmt::format("<p class=\"alarm\"><b>{} the product of another key</b>, to the byte: {}{}</p>\n",
                     keys_text(static_cast<std::int64_t>(moved.size())) + (moved.size() == 1 ? " has" : " have"), named,
                     moved.size() > kNamed ? " … All are in <code>bcheck diff --json</code>." : ".");
}

std::string first_keys(const ChangeRows& rows, const ChangeHeading& heading) {
  std::string out;
  for (const std::string& key : rows.first(heading.list)) {
    out += fmt::format(R"({}<a class="name" href="#key={}"><bdi>{}</bdi></a>)", out.empty() ? "" : ", ", fragment(key),
                       html_name(cut(key, kMostOfFirst)));
  }
  const auto named = static_cast<std::int64_t>(rows.first(heading.list).size());
  return named < rows.keys(heading.list) ? out + " …" : out;
}

std::string note_of(const ChangeHeading& heading, const Difference& difference) {
  if (heading.list == list_of(Change::kStillBad)) {
    return fmt::format(" <small>{} for the same cause</small>", grouped(difference.same_cause));
  }
  if (heading.list == list_of(Change::kChanged) && difference.same_content > 0) {
    return fmt::format(" <small>{} with the same content</small>", grouped(difference.same_content));
  }
  return {};
}

std::string class_row(const std::string& title, std::string_view css_class, std::int64_t keys, std::int64_t all,
                      const std::string& first) {
  return fmt::format(
      "<tr><td class=\"code\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"bars\">{}</td>"
      "<td class=\"keys\">{}</td></tr>\n",
      title, grouped(keys), percent(keys, all), bar(keys, all, css_class), first);
}

std::string likeness_table(const Difference& difference) {
  if (!difference.likeness) return {};
  static constexpr std::pair<Likeness, std::string_view> kRows[]{{Likeness::kSameContent, "of the same content"},
                                                                 {Likeness::kNear, "near"},
                                                                 {Likeness::kFar, "far"},
                                                                 {Likeness::kUnknown, "could not be compared"}};
  const std::int64_t changed = difference[Change::kChanged];
  std::string out =
      "<h3>How much alike changed keys are</h3>\n<div class=\"scroll\"><table class=\"figures\"><thead><tr><th>likeness"
      "</th><th class=\"n\">keys</th><th class=\"n\">of the changed</th></tr></thead><tbody>\n";
  for (const auto& [likeness, title] : kRows) {
    const std::int64_t keys = difference.alike(likeness);
    out += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n", title, grouped(keys),
                       percent(keys, changed));
  }
  return out + "</tbody></table></div>\n";
}

std::string share_table(const Difference& difference) {
  std::string out =
      "<h3>Shares</h3>\n<div class=\"scroll\"><table class=\"figures\"><thead><tr><th>share</th><th class=\"n\">keys"
      "</th><th class=\"n\"></th><th></th></tr></thead><tbody>\n";
  for (const ShareLine& share : share_lines(difference)) {
    const std::string keys =
        share.fraction ? fmt::format("{} of {}", grouped(share.fraction->part), grouped(share.fraction->whole)) : "";
    out += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"note\">{}</td></tr>\n",
                       share.name, keys, share.fraction ? percent(share.fraction->part, share.fraction->whole) : "n/a",
                       html_sentence(share.text));
  }
  return out + "</tbody></table></div>\n";
}

// What one of the reports leaves open, where it does.
std::string caveats(std::string_view which, const std::optional<ShardHead>& shard, bool incomplete) {
  std::string out;
  if (incomplete) {
    out += fmt::format(
        "<p class=\"alarm\"><b>The {} report is incomplete</b>: not everything could be listed or checked.</p>\n",
        which);
  }
  if (shard) {
    out += fmt::format(
        "<p class=\"alarm soft\"><b>The {} report is of a part of the batch</b>: {} of {} shards, {}.</p>\n", which,
        shard->indexes.size(), shard->of, keys_text(shard->keys));
  }
  return out;
}

// One of the two reports, as a column of the table.
struct ReportColumn {
  const std::string& name;
  const std::string& manifest;
  const std::string& rules;
  const std::optional<RunInfo>& run;
  std::int64_t keys;
};

std::string digest(const std::string& sha256) {
  return fmt::format("<code>{}</code>", html_name(sha256));
}

std::string text_row(std::string_view name, const std::string& before, const std::string& after) {
  const bool differ = before != after;
  const auto cell = [&](const std::string& markup) {
    return fmt::format("<td{}>{}</td>", differ ? " class=\"differs\"" : "", markup.empty() ? "-" : markup);
  };
  return fmt::format("<tr><td>{}</td>{}{}</tr>\n", html_name(cut(name, kMostOfValue)), cell(before), cell(after));
}

std::string command_of(const RunInfo& run) {
  std::string out;
  for (const std::string& word : run.command) out += (out.empty() ? "" : " ") + html_name(word);
  return out.empty() ? out : "<code>" + out + "</code>";
}

}  // namespace

std::string headline_of(const Difference& difference) {
  const std::int64_t keys = difference.same_input();
  if (!difference.consistency()) return "Nothing could be compared";
  return fmt::format("{} of {} {} the same", grouped(difference[Change::kSame]), keys_text(keys),
                     keys == 1 ? "is" : "are");
}

std::string diff_headline_markup(const Difference& difference, std::string_view gate) {
  std::string out = fmt::format(
      "<header id=\"top\">\n<p class=\"title\"><span class=\"tool\">bcheck diff</span> <bdi>{}</bdi> → "
      "<bdi>{}</bdi></p>\n",
      html_sentence(difference.old_name), html_sentence(difference.new_name));
  std::string share;
  if (const auto same = difference.consistency()) share = percent(same->part, same->whole);
  if (const auto near = difference.near_consistency()) share += ", " + percent(near->part, near->whole) + " with near";
  out += fmt::format("<h1>{}{}</h1>\n", headline_of(difference), share.empty() ? "" : " <small>" + share + "</small>");
  out += states(difference);
  const bool all_good =
      !difference.differs() && difference[Change::kUncompared] == 0 && difference.alike(Likeness::kUnknown) == 0;
  out += fmt::format("<p class=\"{}\">{}</p>\n", all_good ? "gate open" : "alarm", verdict_markup(difference));
  out += caveats("old", difference.old_shard, difference.old_incomplete);
  out += caveats("new", difference.new_shard, difference.new_incomplete);
  if (const std::string rules = rules_sentence(difference); !rules.empty()) {
    out += fmt::format("<p class=\"alarm soft\">{}</p>\n", html_sentence(rules));
  }
  if (const std::int64_t inputs = difference[Change::kInputChanged]; inputs > 0) {
    out += fmt::format(
        "<p class=\"alarm soft\"><b><a href=\"#class=input-changed\">{}</a></b> of another input: not the same work "
        "twice, so {} results are not compared.</p>\n",
        keys_text(inputs), inputs == 1 ? "its" : "their");
  }
  if (difference.moved && !difference.moved->empty()) out += moved_markup(*difference.moved);
  return out + gate_markup(gate) + "</header>\n";
}

std::string classes_markup(const Difference& difference, const ChangeRows& rows) {
  const std::int64_t all = all_keys(difference);
  std::string out = fmt::format(
      "<section id=\"classes\">\n<h2>Classes <small>of {} in either report</small></h2>\n"
      "<table class=\"codes classes\"><thead><tr><th>class</th><th class=\"n\">keys</th><th class=\"n\">share</th>"
      "<th></th><th>first keys</th></tr></thead><tbody>\n",
      keys_text(all));
  out += class_row("<b class=\"s same\">the same</b>", "same", difference[Change::kSame], all, "");
  for (const ChangeHeading& heading : change_headings()) {
    const std::int64_t keys = keys_in(difference, heading.list);
    if (keys == 0) continue;
    out += class_row(class_link(heading) + note_of(heading, difference), heading.name, keys, all,
                     first_keys(rows, heading));
  }
  return out + "</tbody></table>\n" + share_table(difference) + likeness_table(difference) + "</section>\n";
}

std::string changes_markup(const Difference& difference, const ChangeRows& rows) {
  std::string plain, left_out;
  bool all_plain = true;
  for (const ChangeHeading& heading : change_headings()) {
    const std::int64_t keys = rows.keys(heading.list);
    plain += rows.plain(heading.list);
    all_plain = all_plain && keys <= static_cast<std::int64_t>(ChangeRows::kPlainOfList);
    if (rows.kept(heading.list) == keys) continue;
    left_out += fmt::format(
        "<p class=\"note strong\">{}: the page has the first {} of {}. All are in "
        "<code>bcheck diff --json</code>.</p>\n",
        heading.title, grouped(rows.kept(heading.list)), keys_text(keys));
  }
  if (plain.empty()) return "<section id=\"items\">\n<h2>Keys</h2>\n<p class=\"note\">None differs.</p>\n</section>\n";
  std::string out =
      "<section id=\"items\">\n<h2>Keys that differ</h2>\n<div id=\"controls\" hidden>\n"
      "<div class=\"chips\" id=\"chips\" role=\"group\" aria-label=\"class\"></div>\n<div class=\"fields\">"
      "<input id=\"search\" type=\"search\" placeholder=\"Search keys, codes, hashes\" aria-label=\"search\" "
      "autocomplete=\"off\" spellcheck=\"false\"></div>\n"
      "<p class=\"note\" id=\"count\" aria-live=\"polite\"></p></div>\n";
  out += left_out;
  if (!all_plain) {
    out += fmt::format("<noscript><p class=\"note\">The first {} of each class.</p></noscript>\n",
                       ChangeRows::kPlainOfList);
  }
  return out + fmt::format(
                   "<table class=\"items changes\" id=\"table\"><thead><tr><th>key</th><th>class</th>"
                   "<th>before</th><th>after</th><th>{}</th></tr></thead><tbody id=\"rows\">\n{}</tbody></table>\n"
                   "<nav id=\"pages\" hidden aria-label=\"pages\"></nav>\n</section>\n",
                   difference.likeness ? "likeness" : "artifacts", plain);
}

std::string reports_markup(const Difference& difference) {
  const ReportColumn before{difference.old_name, difference.old_manifest, difference.old_rules, difference.old_run,
                            difference.common() + difference[Change::kGone]};
  const ReportColumn after{difference.new_name, difference.new_manifest, difference.new_rules, difference.new_run,
                           difference.common() + difference[Change::kNew]};
  std::string rows;
  const auto row = [&](std::string_view name, auto markup) { rows += text_row(name, markup(before), markup(after)); };
  const auto of_run = [&](std::string_view name, auto markup) {
    const auto cell = [&](const ReportColumn& report) { return report.run ? markup(*report.run) : std::string(); };
    if (before.run || after.run) row(name, cell);
  };
  row("report", [](const ReportColumn& r) { return "<bdi>" + html_sentence(cut(r.name, kMostOfValue)) + "</bdi>"; });
  row("keys", [](const ReportColumn& r) { return grouped(r.keys); });
  row("manifest, SHA-256", [](const ReportColumn& r) { return digest(r.manifest); });
  row("rules, SHA-256", [](const ReportColumn& r) { return digest(r.rules); });
  of_run("started", [](const RunInfo& run) { return html_name(run.started); });
  of_run("run time", [](const RunInfo& run) { return fmt::format("{:.1f} s, {} jobs", run.seconds, run.jobs); });
  of_run("host", [](const RunInfo& run) { return html_name(cut(run.host, kMostOfValue)); });
  of_run("bcheck", [](const RunInfo& run) { return html_name(cut(run.version, kMostOfValue)); });
  of_run("command", command_of);
  std::map<std::string, std::pair<std::string, std::string>> labels;
  if (before.run) {
    for (const auto& [name, value] : before.run->labels) labels[name].first = html_name(cut(value, kMostOfValue));
  }
  if (after.run) {
    for (const auto& [name, value] : after.run->labels) labels[name].second = html_name(cut(value, kMostOfValue));
  }
  for (const auto& [name, values] : labels) rows += text_row(name, values.first, values.second);
  return fmt::format(
      "<section id=\"reports\">\n<h2>Reports</h2>\n<table class=\"reports\"><thead><tr><th></th><th>old</th>"
      "<th>new</th></tr></thead><tbody>\n{}</tbody></table>\n</section>\n",
      rows);
}

}  // namespace bcheck
