// SPDX-License-Identifier: Apache-2.0
#include "validators/container/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "validators/container/fault_tally.h"
#include "validators/container/line_reader.h"
#include "validators/container/text_decoder.h"

namespace bcheck {
namespace {

constexpr std::array kFindings{
    FindingInfo{"file.bad-reference", Severity::kWarn, "Markdown: a link or a picture that leads nowhere"},
    FindingInfo{"file.columns", Severity::kWarn, "Markdown: a table row with more cells than the header"},
    FindingInfo{"file.truncated", Severity::kWarn, "Markdown: a code fence or a link that is open at the end"},
};

constexpr auto kWarn = Severity::kWarn;

std::size_t indent_of(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == line.npos ? line.size() : first;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == line.npos;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == line.npos ? std::string_view() : line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

// Three or more ` or ~; nothing of the other kinds of lines. `rest` is what stands behind.
struct Fence {
  char mark = '\0';
  std::size_t length = 0;
  std::string_view rest;
};

Fence fence_of(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.empty() || (text[0] != '`' && text[0] != '~')) return {};
  const std::size_t length = std::min(text.find_first_not_of(text[0]), text.size());
  return length < 3 ? Fence{} : Fence{text[0], length, text.substr(length)};
}

// Cells of a table row: pieces between bars that are not escaped. A bar in a code span divides by the specification
// and does not by other readers, so both numbers are there.
struct Cells {
  std::size_t most = 0;
  std::size_t least = 0;  // with the bars in code spans left out
  bool any = false;       // there is a bar
};

Cells cells_of(std::string_view line) {
  std::string_view text = trimmed(line);
  if (text.starts_with('|')) text.remove_prefix(1);
  if (text.ends_with('|') && !text.ends_with("\\|")) text.remove_suffix(1);
  Cells cells{1, 1, line.find('|') != line.npos};
  bool code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '`') {
      code = !code;
    } else if (text[i] == '|') {
      ++cells.most;
      if (!code) ++cells.least;
    }
  }
  return cells;
}

// "| --- | :-: |"
bool is_delimiter_row(std::string_view line) {
  return line.find('|') != line.npos && line.find("--") != line.npos && line.find_first_not_of("|:- \t") == line.npos;
}

class MarkdownCheck final : public Check {
 public:
  void run(const Artifact& artifact, Observation& out) override {
    const auto decoded = decoder_.decode(artifact.bytes, out);
    if (!decoded) return;
    faults_.clear();
    fence_ = {};
    columns_ = 0;
    previous_ = last_ = {};
    list_ = false;
    LineReader lines(decoded->text);
    for (std::string_view line; lines.next(line);) on_line(line, lines.number());
    if (fence_.mark != '\0' && sure_) {
      faults_.add("file.truncated", kWarn, fence_line_,
                  [] { return "the code fence that begins here is never closed"; });
    } else if (fence_.mark == '\0' && lines.number() > 0 && !lines.ended() && !decoded->cut) {
      check_last(lines.number());
    }
    faults_.report(out);
  }

 private:
  void on_line(std::string_view line, std::uint64_t at) {
    if (fence_.mark != '\0') {
      if (!ends_container(line)) return in_fence(line);
      fence_ = {};
    }
    if (is_blank(line)) {
      columns_ = 0;
      previous_ = {};
      return;
    }
    const std::size_t indent = indent_of(line);
    const std::string_view text = trimmed(line);
    if (indent == 0) list_ = is_list_item(text);
    if (const Fence fence = fence_of(line); opens(fence, indent)) {
      fence_ = fence;
      fence_line_ = at;
      fence_indent_ = indent;
      // Inside of a list or a quote it ends with these, and four blanks make it an example of a fence.
      sure_ = indent == 0 && line[0] != '\t';
      columns_ = 0;
      previous_ = {};
      return;
    }
    table(line, at);
    if (indent < 4 && line[0] != '\t') links(line, at);
    previous_ = last_ = line;
  }

  // A fence that was opened deeper than this line, in an item of a list, ends with the item.
  bool ends_container(std::string_view line) const {
    return fence_indent_ > 0 && list_ && !is_blank(line) && indent_of(line) == 0 && line[0] != '\t' &&
           fence_of(line).mark == '\0';
  }

  static bool is_list_item(std::string_view text) {
    if (text.starts_with("- ") || text.starts_with("* ") || text.starts_with("+ ")) return true;
    const std::size_t digits = text.find_first_not_of("0123456789");
    return digits != 0 && digits != text.npos && digits < 10 && (text[digits] == '.' || text[digits] == ')');
  }

  // Behind back quotes none may follow: ```code``` on one line is a code span.
  bool opens(const Fence& fence, std::size_t indent) const {
    return fence.mark != '\0' && (indent < 4 || list_) &&
           (fence.mark == '~' || fence.rest.find('`') == fence.rest.npos);
  }

  void in_fence(std::string_view line) {
    const Fence fence = fence_of(line);
    if (fence.mark == fence_.mark && fence.length >= fence_.length && fence.rest.empty()) fence_ = {};
  }

  void table(std::string_view line, std::uint64_t at) {
    if (columns_ == 0) {
      if (!is_delimiter_row(line) || previous_.find('|') == previous_.npos) return;
      const std::size_t columns = cells_of(line).most;
      const Cells header = cells_of(previous_);
      if (header.most == columns || header.least == columns) {
        columns_ = columns;
      } else {
        faults_.add("file.columns", kWarn, at, [&] {
          return fmt::format("the line below the header has {}, and the header {}: no table comes of it",
                             counted(static_cast<std::int64_t>(columns), "cell"), header.most);
        });
      }
      return;
    }
    const Cells row = cells_of(line);
    if (!row.any) {
      columns_ = 0;
    } else if (row.least > columns_) {
      faults_.add("file.columns", kWarn, at, [&] {
        return fmt::format("{} in a table of {}: those behind are lost",
                           counted(static_cast<std::int64_t>(row.least), "cell"), columns_);
      });
    }
  }

  // [text]() and ![](), outside of code spans. The first of a line is enough.
  void links(std::string_view line, std::uint64_t at) {
    if (line.find("](") == line.npos) return;
    std::size_t open = line.npos;
    bool code = false;
    for (std::size_t i = 0; (i = line.find_first_of("\\`[]", i)) != line.npos; ++i) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == '`') {
        code = !code;
      } else if (code) {
        continue;
      } else if (line[i] == '[') {
        open = i;
      } else if (open != line.npos && line.substr(i + 1).starts_with('(')) {
        const std::size_t end = line.find_first_not_of(" \t", i + 2);
        if (end == line.npos || line[end] != ')') continue;
        const bool picture = open > 0 && line[open - 1] == '!';
        faults_.add("file.bad-reference", kWarn, at, [&] {
          return fmt::format("a {} that leads nowhere: {}", picture ? "picture" : "link",
                             quote(line.substr(open, end + 1 - open), 60));
        });
        return;
      }
    }
  }

  // A last line without its end: what a cut leaves of a link.
  void check_last(std::uint64_t at) {
    const std::size_t link = last_.rfind("](");
    if (link == last_.npos || last_.find_first_of(") \t", link) != last_.npos) return;
    const std::string_view before = last_.substr(0, link);
    if (std::count(before.begin(), before.end(), '`') % 2 != 0 || before.find('[') == before.npos) return;
    faults_.add("file.truncated", kWarn, at, [&] {
      return fmt::format("the text ends in the address of a link: {}", quote(last_.substr(link), 60));
    });
  }

  TextDecoder decoder_;
  FaultTally faults_;
  Fence fence_;  // that is open
  std::uint64_t fence_line_ = 0;
  std::size_t fence_indent_ = 0;
  bool sure_ = false;          // nothing else could have closed it
  bool list_ = false;          // the last line without indent was an item of a list, or belonged to one
  std::size_t columns_ = 0;    // of the table that this line may belong to; 0 = none
  std::string_view previous_;  // line, where it may be the header of a table
  std::string_view last_;      // line that was read
};

}  // namespace

std::unique_ptr<Check> make_markdown_check() {
  return std::make_unique<MarkdownCheck>();
}

std::span<const FindingInfo> markdown_findings() {
  return kFindings;
}

}  // namespace bcheck
