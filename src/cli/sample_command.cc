// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "analysis/population.h"
#include "analysis/sample.h"
#include "base/files.h"
#include "base/hypergeometric.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/confidence.h"
#include "cli/parse.h"
#include "input/rate.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr std::int64_t kMostKeys = 1'000'000'000'000;

// Whether a manifest that is read as text gives the key back from a line of its own.
bool survives_as_line(std::string_view key, bool first) {
  return key.find('\n') == std::string_view::npos && !key.ends_with('\r') &&
         !(first && key.starts_with("\xEF\xBB\xBF"));
}

class SampleCommand : public Command {
 public:
  std::string name() const override { return "sample"; }
  std::string summary() const override { return "draw keys to compute again, the same ones on every machine"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck sample report.json > again.txt           5 % of the keys that pass, and at least 20\n"
           "  bcheck sample keys.txt --count 500 --salt batch-41\n"
           "  bcheck sample report.json --by gpu              of each GPU its share, and at least 5\n"
           "Compare what they give with bcheck diff BATCH AGAIN --sample.";
  }

  std::vector<Option> options() override {
    return {
        {"FROM", "", "a manifest, or a report, of which the passing keys are taken; - is stdin", &from_, true},
        {"-n,--count", "N", "so many keys", &count_},
        {"--rate", "RATE", "a share of the keys (5%), rounded up", &rate_},
        {"--min", "N", "and at least so many (20)", &least_},
        {"--by", "COLUMN", "strata: each value of the column gets its share; of a report also type", &by_},
        {"--min-each", "N", "of each stratum at least so many (5)", &least_each_},
        {"--salt", "TEXT", "another text draws other keys (bcheck-v1)", &request_.salt},
        {"--confidence", "RATE", "of what is said of the sample (95%)", &confidence_},
        {"-0,--null", "", "end each key with a NUL instead of a line feed", &nul_},
        {"-o,--output", "FILE", "write there instead of stdout", &output_},
        {"--manifest-format", "NAME", "text, tsv, csv, jsonl or json, whatever the extension says", &format_},
        {"--manifest-null", "", "a NUL ends each key of a text manifest", &manifest_nul_},
        {"--key-column", "NAME", "the column that holds the keys (key or id)", &key_column_},
    };
  }

  ExitCode execute(const CommonOptions& common) override {
    const auto confidence = parse_confidence(confidence_);
    if (!confidence) return give_up(confidence.error());
    if (const auto done = resolve(); !done) return give_up(done.error());
    const auto population = open_population({from_, format_, key_column_, manifest_nul_, false}, by_);
    if (!population) return give_up(population.error());
    const auto sample = draw(**population, request_);
    if (!sample) return give_up(sample.error());
    if (sample->population == 0) {
      return give_up({ErrorKind::kNothing, fmt::format("{} has no keys to draw from", quote(from_)), ""});
    }
    if (const auto written = write(*sample); !written) return give_up(written.error());
    if (common.verbosity != Verbosity::kQuiet) write_fully(STDERR_FILENO, told(*sample, *confidence));
    return ExitCode::kYes;
  }

 private:
  Result<void> resolve() {
    if (!count_.empty() && !(rate_.empty() && least_.empty())) {
      return bad_question("--count excludes --rate and --min");
    }
    if (!rate_.empty()) {
      auto rate = parse_rate(rate_);
      if (!rate) return bad_question("--rate: " + rate.error().message, rate.error().hint);
      request_.rate = *rate;
    }
    if (!count_.empty()) request_.count = 0;
    struct Number {
      const std::string& typed;
      std::string_view option;
      std::int64_t least;
      std::int64_t& value;
    };
    std::int64_t unused = 0;
    for (const Number& number : {Number{count_, "--count", 1, request_.count ? *request_.count : unused},
                                 Number{least_, "--min", 0, request_.least},
                                 Number{least_each_, "--min-each", 0, request_.least_of_stratum}}) {
      if (number.typed.empty()) continue;
      const auto parsed = parse_count(number.typed, number.option, number.least, kMostKeys);
      if (!parsed) return tl::unexpected(parsed.error());
      number.value = *parsed;
    }
    return {};
  }

  Result<void> write(const Sample& sample) const {
    if (!nul_) {
      for (const std::string& key : sample.keys) {
        if (survives_as_line(key, &key == &sample.keys.front())) continue;
        return bad_question(fmt::format("key {} cannot stand in a line", quote(key)),
                            "separate keys with NUL bytes: -0");
      }
    }
    auto out = Answer::open(output_.empty() ? "-" : output_);
    if (!out) return tl::unexpected(out.error());
    const char end = nul_ ? '\0' : '\n';
    for (const std::string& key : sample.keys) {
      if (key.find(end) != std::string::npos) {
        return bad_question(fmt::format("key {} holds the byte that would separate it from the next", quote(key)));
      }
      out->write(key);
      out->write({&end, 1});
    }
    return out->finish();
  }

  // "20 of 400 keys: no mismatch would show at most 13.5 % at 95 %"; of strata each for itself, since a sample that
  // takes more of one than of another says nothing simple of the whole.
  std::string told(const Sample& sample, const Rate& confidence) const {
    const auto line = [&](const Stratum& stratum) {
      const std::int64_t bad = hypergeometric_upper(0, stratum.taken, stratum.size, value_of(confidence));
      return fmt::format("{} of {}: no mismatch would show at most {} at {}\n", stratum.taken,
                         counted(stratum.size, "key"), percent_at_most(bad, stratum.size),
                         percent_of(confidence.numerator, confidence.denominator));
    };
    if (by_.empty()) return line(sample.strata.front());
    std::string text = fmt::format("{} of {} in {} strata by {}\n", sample.keys.size(),
                                   counted(sample.population, "key"), sample.strata.size(), escaped(by_));
    for (const Stratum& stratum : sample.strata) {
      text += fmt::format("  {}: {}", stratum.name.empty() ? "(none)" : escaped(stratum.name), line(stratum));
    }
    return text;
  }

  std::string from_, count_, rate_, least_, by_, least_each_, confidence_, output_, format_, key_column_;
  bool nul_ = false, manifest_nul_ = false;
  SampleRequest request_;
};

}  // namespace

std::unique_ptr<Command> make_sample_command() {
  return std::make_unique<SampleCommand>();
}

}  // namespace bcheck
