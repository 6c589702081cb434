// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/gate_options.h"
#include "cli/gate_words.h"
#include "cli/shard_option.h"
#include "cli/stored_gate.h"
#include "cli/variable.h"
#include "input/rules.h"
#include "judge/gate.h"
#include "render/closing.h"
#include "run/report_files.h"
#include "run/shard_set.h"
#include "run/unite.h"

namespace bcheck {
namespace {

class MergeCommand : public Command {
 public:
  std::string name() const override { return "merge"; }
  std::string summary() const override { return "one report of the reports of shards"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck merge shards/*.json -o report.json\n"
           "  bcheck merge shards/*.json --manifest keys.txt -o report.json    keys of absent shards are errors\n"
           "  bcheck merge shards/1*.json --part -o tens.json                  to be merged further\n"
           "The report is the one that bcheck run would have written without --shard.";
  }

  std::vector<Option> options() override {
    std::vector<Option> options{
        {"SHARD", "", "reports of bcheck run --shard, or of merge --part", &shards_, true},
        {"-o,--output", "FILE", "the report; - is stdout", &output_, true},
        {"--items", "FILE", "put the items there, a line each, and into the report only where they are", &items_},
        {"--manifest", "FILE", "names the keys of shards that are absent", &manifest_},
        {"--manifest-format", "NAME", "text, tsv, csv, jsonl or json, whatever the extension says", &format_},
        {"--key-column", "NAME", "the column that holds the keys (key or id)", &key_column_},
        {"-0,--null", "", "a NUL ends each key of a text manifest", &nul_},
        {"--part", "", "the result is of these shards alone, to be merged with the others later", &part_},
        {"--reproducible", "", "leave out of the report what differs from one time to the next", &reproducible_},
    };
    for (Option& option : gate_.options()) options.push_back(std::move(option));
    return options;
  }

  ExitCode execute(const CommonOptions& common) override {
    const auto code = merged(common);
    return code ? *code : give_up(code.error());
  }

 private:
  Result<ExitCode> merged(const CommonOptions& common) {
    if (manifest_.empty() && (nul_ || !(format_ + key_column_).empty())) {
      return bad_question("--manifest-format, --key-column and -0 go with --manifest");
    }
    if (part_ && !manifest_.empty()) {
      return bad_question("--manifest names the keys of absent shards, and --part leaves them out",
                          "give one of the two");
    }
    for (const std::string& shard : shards_) {
      if (!is_same_file(output_, shard)) continue;
      return bad_question(fmt::format("the merged report would replace {}, which it is made from", quote(shard)),
                          "write it elsewhere");
    }
    const auto from_command_line = gate_.parsed();
    if (!from_command_line) return tl::unexpected(from_command_line.error());
    auto set = ShardSet::open(shards_);
    if (!set) return tl::unexpected(set.error());
    const auto stored = stored_gate(set->reports().front());
    if (!stored) return tl::unexpected(stored.error());
    const GateRules gate = overridden(*stored, *from_command_line);
    auto out = ReportFiles::open(output_, items_);
    if (!out) return tl::unexpected(out.error());

    UniteRequest request;
    if (!manifest_.empty()) request.manifest = {manifest_, format_, key_column_, nul_};
    request.part = part_;
    request.gate = gate_json(gate);
    request.reproducible = reproducible_ || !variable("SOURCE_DATE_EPOCH").empty();
    request.version = std::string(kVersion);
    request.command = common.command;
    auto united = unite(*set, request, out->writer());
    if (!united) return tl::unexpected(united.error());
    if (auto written = out->finish(united->tail); !written) return tl::unexpected(written.error());
    return say(*united, set->head().manifest_keys, gate, common);
  }

  Result<ExitCode> say(const United& united, std::int64_t manifest_keys, const GateRules& gate,
                       const CommonOptions& common) const {
    for (const std::string& note : united.notes) log_warning(note);
    const Palette palette = common.color_out ? Palette::ansi() : Palette{};
    const Summary& summary = united.tail.summary;
    const GateDecision decision = decide_gate(gate, {summary, united.tail.incomplete, {}});
    const std::string text = (united.shard ? shard_line(*united.shard, manifest_keys) : std::string()) +
                             closing_text(united.tail, palette) + gate_words(decision, summary, palette);
    if (output_ == "-") {
      write_fully(STDERR_FILENO, text);  // stdout holds the report
    } else if (auto written = answer(text); !written) {
      return tl::unexpected(written.error());
    }
    return gate_exit_code(decision, summary);
  }

  std::vector<std::string> shards_;
  std::string output_, items_, manifest_, format_, key_column_;
  bool nul_ = false, part_ = false, reproducible_ = false;
  GateOptions gate_;
};

}  // namespace

std::unique_ptr<Command> make_merge_command() {
  return std::make_unique<MergeCommand>();
}

}  // namespace bcheck
