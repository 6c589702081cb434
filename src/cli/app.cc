// SPDX-License-Identifier: Apache-2.0
#include "cli/app.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "base/version.h"
#include "bcheck/report.h"
#include "bcheck/rules.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/man_page.h"
#include "cli/terminal.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

// Ends the parsing as --help and --version do.
struct CallForMan : CLI::Success {
  CallForMan() : Success("CallForMan", "", CLI::ExitCodes::Success) {}
};

struct Typed {
  bool quiet = false;
  bool verbose = false;
  std::string color;
};

std::string version_text() {
  std::string text = fmt::format("bcheck {}\nreads and writes {}, reads {}\n", kVersion, kReportSchema, kRulesSchema);
  for (const Decoder& decoder : decoders()) text += fmt::format("{}: {}\n", decoder.format, decoder.version);
  return text;
}

std::string exit_code_text() {
  std::string text = "Exit codes:\n";
  for (const ExitMeaning& row : kExitMeanings)
    text += fmt::format("  {:>3}  {}\n", static_cast<int>(row.code), row.meaning);
  return text;
}

void add_option(CLI::App& app, const Option& option) {
  CLI::Option* made = nullptr;
  if (auto* const* flag = std::get_if<bool*>(&option.target)) {
    made = app.add_flag(option.names, **flag, option.help)->disable_flag_override();
  } else if (auto* const* word = std::get_if<std::string*>(&option.target)) {
    made = app.add_option(option.names, **word, option.help);
    if (option.names.starts_with('-')) made->take_last();  // so that a wrapper's default can be overridden
  } else {
    made = app.add_option(option.names, *std::get<std::vector<std::string>*>(option.target), option.help);
    if (option.names.starts_with('-')) made->allow_extra_args(false);  // one value each time, never a positional
  }
  made->required(option.required);
  if (!option.value_name.empty()) made->type_name(option.value_name);
  if (option.names[0] != '-') made->type_name("");
  if (!option.group.empty()) made->group(option.group);
}

Result<void> known_option(std::string_view option, const CLI::App& app, const CLI::App* command) {
  std::vector<std::string> names;
  for (const CLI::App* const parser : {&app, command}) {
    if (parser == nullptr) continue;
    for (const CLI::Option* const known : parser->get_options()) {
      for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
    }
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  if (std::find(views.begin(), views.end(), option) != views.end()) return {};
  const std::string_view near = closest(option, views);
  return bad_question(fmt::format("unknown option {}", quote(option)),
                      near.empty() ? "--help lists the options" : fmt::format("did you mean {}?", near));
}

// A mistyped command or option, before the parser says only that something else is missing.
Result<void> known_words(int argc, char** argv, const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* const command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::vector<std::string_view> commands(names.begin(), names.end());
  const CLI::App* command = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") return {};
    if (word.starts_with("--")) {
      const std::string_view option = word.substr(0, word.find('='));
      if (const auto known = known_option(option, app, command); !known) return known;
      if (option == "--color" && option == word) ++i;  // its value is no command
    } else if (!word.starts_with('-') && command == nullptr) {
      if (std::find(commands.begin(), commands.end(), word) == commands.end()) {
        return bad_question(fmt::format("unknown command {}", quote(word)), suggestion(word, commands));
      }
      command = app.get_subcommand(std::string(word));
    }
  }
  return {};
}

Result<Color> color_of(std::string word) {
  if (word.empty()) {
    const char* const value = std::getenv("BCHECK_COLOR");
    word = value == nullptr ? "" : value;
  }
  if (word.empty() || word == "auto") return Color::kAuto;
  if (word == "always") return Color::kAlways;
  if (word == "never") return Color::kNever;
  return bad_question(fmt::format("unknown color mode {}", quote(word)), "one of: auto, always, never");
}

}  // namespace

ExitCode run_app(int argc, char** argv) {
  fill_standard_descriptors();
  catch_interrupts();
  open_log(Verbosity::kNormal, want_color(Color::kAuto, color_environment(), is_terminal(STDERR_FILENO)));

  const auto commands = all_commands();
  Typed typed;
  CLI::App app{"bcheck looks at what a batch really produced: every product, each against its manifest.", "bcheck"};
  app.set_version_flag("--version", version_text());
  app.add_flag_callback(
      "--man", [] { throw CallForMan(); }, "print the manual page: bcheck --man | man -l -");
  app.add_flag("-q,--quiet", typed.quiet, "only errors on stderr");
  app.add_flag("-v,--verbose", typed.verbose, "say what is being done");
  app.add_option("--color", typed.color, "colour: auto, always, never")->take_last()->type_name("WHEN");
  app.fallthrough();  // so that -q works after the command too
  app.require_subcommand(1);
  app.footer(exit_code_text());
  std::vector<std::pair<CLI::App*, Command*>> parsers;
  for (const auto& command : commands) {
    CLI::App* const parser = app.add_subcommand(command->name(), command->summary());
    for (const Option& option : command->options()) add_option(*parser, option);
    parser->footer(command->examples());
    parsers.emplace_back(parser, command.get());
  }

  if (argc < 2) {
    if (const auto written = answer(app.help()); !written) return give_up(written.error());
    return ExitCode::kBadQuestion;
  }
  if (const auto known = known_words(argc, argv, app); !known) return give_up(known.error());
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    const auto written = answer(version_text());
    return written ? ExitCode::kYes : give_up(written.error());
  } catch (const CallForMan&) {
    const auto written = answer(man_page(commands));
    return written ? ExitCode::kYes : give_up(written.error());
  } catch (const CLI::CallForHelp&) {
    std::string help = app.help();
    for (const auto& [parser, command] : parsers) {
      if (parser->parsed()) help = parser->help("bcheck");
    }
    const auto written = answer(help);
    return written ? ExitCode::kYes : give_up(written.error());
  } catch (const CLI::ParseError& e) {
    std::string where = "bcheck";
    for (const auto& [parser, command] : parsers) {
      if (parser->parsed()) where += " " + command->name();
    }
    return give_up({ErrorKind::kBadQuestion, escaped(e.what(), 400), where + " --help lists what it takes"});
  }

  const auto color = color_of(typed.color);
  if (!color) return give_up(color.error());
  CommonOptions common;
  common.command.assign(argv, argv + argc);
  common.command[0] = "bcheck";  // and not where it lies
  common.verbosity = typed.quiet ? Verbosity::kQuiet : typed.verbose ? Verbosity::kVerbose : Verbosity::kNormal;
  common.color_out = want_color(*color, color_environment(), is_terminal(STDOUT_FILENO));
  common.color_err = want_color(*color, color_environment(), is_terminal(STDERR_FILENO));
  open_log(common.verbosity, common.color_err);
  for (const auto& [parser, command] : parsers) {
    if (parser->parsed()) return command->execute(common);
  }
  return ExitCode::kBadQuestion;
}

}  // namespace bcheck
