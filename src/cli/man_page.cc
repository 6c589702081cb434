// SPDX-License-Identifier: Apache-2.0
#include "cli/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/exit_code.h"

namespace bcheck {
namespace {

// A hyphen that may be copied into a shell, a backslash that is one, and no line that roff takes for a request.
std::string roff(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '.' || c == '\'') && (i == 0 || text[i - 1] == '\n')) out += "\\&";
    if (c == '-') {
      out += "\\-";
    } else if (c == '\\') {
      out += "\\e";
    } else {
      out += c;
    }
  }
  return out;
}

// "-j,--jobs" and "N" as "-j, --jobs N", the words that are typed in bold.
std::string typed(const Option& option) {
  std::string out;
  std::string_view names = option.names;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    if (!out.empty()) out += ", ";
    out += fmt::format("\\fB{}\\fR", roff(names.substr(0, comma)));
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  if (!option.value_name.empty()) out += fmt::format(" \\fI{}\\fR", roff(option.value_name));
  return out;
}

bool is_positional(const Option& option) {
  return !option.names.starts_with('-');
}

std::string synopsis(const Command& command, const std::vector<Option>& options) {
  std::string out = fmt::format("\\fBbcheck {}\\fR [\\fIoptions\\fR]", roff(command.name()));
  for (const Option& option : options) {
    if (!is_positional(option)) continue;
    const bool several = std::holds_alternative<std::vector<std::string>*>(option.target);
    const std::string word = fmt::format("\\fI{}\\fR{}", roff(option.names), several ? " ..." : "");
    out += option.required ? " " + word : fmt::format(" [{}]", word);
  }
  return out;
}

void append_options(std::string& out, const std::vector<Option>& options, std::string_view group) {
  for (const Option& option : options) {
    if (option.group == group) out += fmt::format(".TP\n{}\n{}\n", typed(option), roff(option.help));
  }
}

void append_command(std::string& out, Command& command) {
  const std::vector<Option> options = command.options();
  out += fmt::format(".SS bcheck {}\n{}\n.PP\n{}\n", roff(command.name()), synopsis(command, options),
                     roff(command.summary()));
  std::vector<std::string> groups{""};
  for (const Option& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  }
  for (const std::string& group : groups) {
    if (!group.empty()) out += fmt::format(".PP\n{}:\n", roff(group));
    append_options(out, options, group);
  }
  if (const std::string examples = command.examples(); !examples.empty()) {
    out += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(examples));
  }
}

constexpr std::string_view kDescription =
    "bcheck is run after a batch and before anyone trusts its result. It reads a manifest (what was submitted) and an\n"
    "output directory (what came back), decodes every product to its end, hashes what passes with SHA-256, writes a\n"
    "report that can be compared with the next run's, and closes a gate by its exit code. It never writes into the\n"
    "output directory, and what it could not check is never a pass.\n";

struct Variable {
  std::string_view name, meaning;
};
constexpr Variable kEnvironment[]{
    {"BCHECK_COLOR", "auto, always or never, where no --color is given"},
    {"NO_COLOR, CLICOLOR_FORCE, CLICOLOR", "decide on colour where that is left to bcheck"},
    {"TMPDIR", "for what does not fit into memory: the outcomes of a run, decompressed reports (/tmp)"},
    {"SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX", "the index that --shard auto/N takes"},
};

}  // namespace

std::string man_page(std::span<const std::unique_ptr<Command>> commands) {
  std::string out =
      ".TH BCHECK 1\n.SH NAME\nbcheck \\- check what a batch really produced\n.SH SYNOPSIS\n"
      "\\fBbcheck\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]\n.SH DESCRIPTION\n";
  out += roff(kDescription);
  out +=
      ".PP\nEvery command takes \\fB\\-\\-help\\fR, \\fB\\-q\\fR (only errors on stderr), \\fB\\-v\\fR (say what is "
      "being done) and\n"
      "\\fB\\-\\-color\\fR \\fIWHEN\\fR (auto, always, never).\n.SH COMMANDS\n";
  for (const auto& command : commands) append_command(out, *command);
  out += ".SH EXIT STATUS\n";
  for (const ExitMeaning& row : kExitMeanings) {
    out += fmt::format(".TP\n.B {}\n{}\n", static_cast<int>(row.code), roff(row.meaning));
  }
  out += ".SH ENVIRONMENT\n";
  for (const Variable& variable : kEnvironment) {
    out += fmt::format(".TP\n.B {}\n{}\n", roff(variable.name), roff(variable.meaning));
  }
  return out;
}

}  // namespace bcheck
