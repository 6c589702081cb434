// SPDX-License-Identifier: Apache-2.0
#include "render/diff_page_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/diff_lists.h"
#include "render/escape.h"
#include "render/page_frame.h"
#include "render/page_markup.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostOfWords = 400;  // code points
constexpr std::size_t kShownDigits = 12;   // of a hash

// What is told of a key beside its statuses; sentences that are escaped.
struct Told {
  std::string before, after, likeness;
};

void join(std::string& list, const std::string& part) {
  if (!list.empty() && !part.empty()) list += ", ";
  list += part;
}

std::string digits(std::string_view hash) {
  return shown(hash.substr(0, kShownDigits));
}

Told told_of(const KeyChange& change) {
  Told out{std::string(change.old_code), std::string(change.new_code), {}};
  if (change.change == Change::kInputChanged) {
    join(out.before, "input " + digits(change.old_input));
    join(out.after, "input " + digits(change.new_input));
  }
  if (change.likeness) out.likeness = name_of(*change.likeness);
  std::string notes;
  for (const ArtifactChange& artifact : change.artifacts) {
    const std::string name = shown(artifact.name);
    if (!artifact.old_sha256.empty()) join(out.before, name + " " + digits(artifact.old_sha256));
    if (!artifact.new_sha256.empty()) join(out.after, name + " " + digits(artifact.new_sha256));
    const std::string note = artifact_note(artifact);
    if (!note.empty()) join(notes, change.artifacts.size() == 1 ? note : name + " " + note);
  }
  if (!notes.empty()) out.likeness += (out.likeness.empty() ? "" : ": ") + notes;
  for (std::string* const text : {&out.before, &out.after, &out.likeness}) *text = cut(*text, kMostOfWords);
  return out;
}

// Of change_headings(): which is that of the list.
std::size_t heading_of(std::size_t list) {
  const auto headings = change_headings();
  const auto at = std::find_if(headings.begin(), headings.end(), [&](const auto& h) { return h.list == list; });
  return static_cast<std::size_t>(at - headings.begin());
}

std::string state_cell(std::string_view css_class, std::optional<Status> status, const std::string& words) {
  std::string out = fmt::format("<td class=\"{}\">", css_class);
  out += status ? status_badge(*status) : "<span class=\"note\">not there</span>";
  if (!words.empty()) out += fmt::format("<div class=\"code\">{}</div>", html_sentence(words));
  return out + "</td>";
}

std::string plain_row(const KeyChange& change, const Told& told) {
  const ChangeHeading& heading = change_headings()[heading_of(list_of(change))];
  return fmt::format(
      "<tr><td class=\"name\"><bdi>{}</bdi></td><td><b class=\"s {}\">{}</b></td>{}{}<td class=\"why\">{}</td></tr>\n",
      html_name(key_on_page(change.key)), heading.name, heading.title, state_cell("before", change.before, told.before),
      state_cell("after", change.after, told.after), html_sentence(told.likeness));
}

void append_row(std::string& out, const KeyChange& change, const Told& told) {
  const auto number = [](std::optional<Status> status) { return status ? static_cast<int>(*status) : -1; };
  out += '[';
  append_script_name(out, key_on_page(change.key));
  out += fmt::format(",{},{},{},", heading_of(list_of(change)), number(change.before), number(change.after));
  append_script_sentence(out, told.before);
  out += ',';
  append_script_sentence(out, told.after);
  out += ',';
  append_script_sentence(out, told.likeness);
  out += ']';
}

}  // namespace

void ChangeRows::add(const KeyChange& change) {
  List& list = lists_[list_of(change)];
  ++list.keys;
  const auto keys = static_cast<std::size_t>(list.keys);
  const bool full = !list.blocks.empty() &&
                    (list.blocks.back().count == kRowsOfBlock || list.blocks.back().rows.size() >= kBytesOfBlock);
  const bool plain = keys <= kPlainOfList;
  if (full && list.blocks.size() == kBlocksOfList) return;
  const Told told = told_of(change);
  if (plain) list.plain += plain_row(change, told);
  if (keys <= kFirstOfList) list.first.push_back(key_on_page(change.key));
  if (list.blocks.empty() || full) list.blocks.emplace_back();
  Block& block = list.blocks.back();
  if (block.count++ > 0) block.rows += ",\n";
  append_row(block.rows, change, told);
}

void ChangeRows::settle() {
  std::size_t taken = 0;
  for (std::size_t turn = 0; turn < kBlocksOfList; ++turn) {
    for (const ChangeHeading& heading : change_headings()) {
      List& list = lists_[heading.list];
      if (turn >= list.blocks.size()) continue;
      if (taken == kBlocks) {
        list.blocks.resize(turn);
        continue;
      }
      ++taken;
      list.kept += static_cast<std::int64_t>(list.blocks[turn].count);
    }
  }
}

void ChangeRows::write(const Sink& sink) const {
  for (const ChangeHeading& heading : change_headings()) {
    for (const Block& block : lists_[heading.list].blocks) write_data(sink, "rows", block.rows);
  }
}

}  // namespace bcheck
