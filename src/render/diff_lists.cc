// SPDX-License-Identifier: Apache-2.0
#include "render/diff_lists.h"

#include <fmt/format.h>

#include "render/escape.h"

namespace bcheck {
namespace {

// "fail image.truncated"
std::string state(std::optional<Status> status, std::string_view code) {
  std::string out(name_of(status.value_or(Status::kError)));
  if (!code.empty()) out.append(" ").append(code);
  return out;
}

std::string artifact_text(const ArtifactChange& artifact) {
  const std::string note = artifact_note(artifact);
  return note.empty() ? shown(artifact.name) : shown(artifact.name) + " (" + note + ")";
}

// "input 0123456789ab, now ba9876543210", and how it came out where that is not a pass twice.
std::string inputs_text(const KeyChange& change) {
  const auto digits = [](std::string_view hash) { return shown(hash.substr(0, 12)); };
  std::string out = fmt::format("input {}, now {}", digits(change.old_input), digits(change.new_input));
  if (change.before == Status::kPass && change.after == Status::kPass) return out;
  return out + "; was " + state(change.before, change.old_code) + ", now " + state(change.after, change.new_code);
}

// What is worth saying of a key behind its name.
std::string detail(const KeyChange& change) {
  switch (change.change) {
    case Change::kNewlyBad: return state(change.after, change.new_code);
    case Change::kRepaired: return "was " + state(change.before, change.old_code);
    case Change::kStillBad: {
      const std::string before = state(change.before, change.old_code);
      const std::string after = state(change.after, change.new_code);
      return before == after ? after : before + ", now " + after;
    }
    case Change::kGone: return change.before == Status::kPass ? "" : "was " + state(change.before, change.old_code);
    case Change::kNew: return change.after == Status::kPass ? "" : state(change.after, change.new_code);
    case Change::kChanged: {
      std::string out;
      for (const ArtifactChange& artifact : change.artifacts)
        out += (out.empty() ? "" : ", ") + artifact_text(artifact);
      return out;
    }
    case Change::kInputChanged: return inputs_text(change);
    case Change::kUncompared:
    case Change::kSame: break;
  }
  return "";
}

}  // namespace

std::string artifact_note(const ArtifactChange& artifact) {
  if (artifact.old_sha256.empty()) return "new";
  if (artifact.new_sha256.empty()) return "gone";
  if (artifact.nearness && !artifact.nearness->told.empty()) return one_line(artifact.nearness->told);
  if (artifact.other_decoder) return "content hashed by other decoders";
  if (!artifact.same_content) return {};
  return *artifact.same_content ? "same content" : "other content";
}

std::string change_line(const KeyChange& change) {
  std::string line = shown(change.key);
  const std::string more = detail(change);
  if (!more.empty()) line += "  " + more;
  return line;
}

void KeyLists::add(std::size_t list, const KeyChange& change) {
  List& keys = lists_[list];
  ++keys.count;
  if (options_.all || keys.lines.size() < options_.listed) keys.lines.push_back(change_line(change));
}

void KeyLists::append(std::string& out, std::size_t list, std::string_view title, std::string_view colour,
                      std::string_view more) const {
  const List& keys = lists_[list];
  if (keys.count == 0) return;
  out += options_.palette.paint(colour, fmt::format("{} ({})", title, keys.count));
  out.append(more).append(":\n");
  for (const std::string& line : keys.lines) out += "  " + line + '\n';
  const std::int64_t left = keys.count - static_cast<std::int64_t>(keys.lines.size());
  if (left > 0) out += fmt::format("  and {} more\n", left);
}

}  // namespace bcheck
