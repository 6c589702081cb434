// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>

#include "base/binomial.h"
#include "base/hypergeometric.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/confidence.h"
#include "cli/parse.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr std::int64_t kMostLot = 1'000'000'000'000;
constexpr std::int64_t kMostAccepted = 1'000'000;

std::string mismatches(std::int64_t number) {
  return fmt::format("{} mismatch{}", number, number == 1 ? "" : "es");
}

class PlanCommand : public Command {
 public:
  std::string name() const override { return "plan"; }
  std::string summary() const override { return "how many samples a claim about a batch needs"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck plan --max-rate 0.5%               for a batch of any size, at 95 % confidence\n"
           "  bcheck plan --max-rate 0.5% --lot 2000    for a batch of 2000 keys\n"
           "The first word of the answer is the number.";
  }

  std::vector<Option> options() override {
    return {
        {"--max-rate", "RATE", "the claim: at most so many of the batch are wrong: 0.5%", &max_rate_, true},
        {"--confidence", "RATE", "how sure the claim has to be (95%)", &confidence_},
        {"--lot", "N", "the batch has so many keys; without it, very many", &lot_},
        {"--allow", "C", "so many of the samples may be wrong (0)", &allow_},
    };
  }

  ExitCode execute(const CommonOptions&) override {
    const auto text = planned();
    if (!text) return give_up(text.error());
    if (const auto written = answer(*text); !written) return give_up(written.error());
    return ExitCode::kYes;
  }

 private:
  Result<std::string> planned() const {
    const auto rate = parse_share(max_rate_, "--max-rate");
    if (!rate) return tl::unexpected(rate.error());
    const auto confidence = parse_confidence(confidence_);
    if (!confidence) return tl::unexpected(confidence.error());
    const auto allow = parse_count(allow_.empty() ? "0" : allow_, "--allow", 0, kMostAccepted);
    if (!allow) return tl::unexpected(allow.error());
    const std::string claim = percent_of(rate->numerator, rate->denominator);
    const std::string end = fmt::format("at most {} of the batch, at {} confidence\n", claim,
                                        percent_of(confidence->numerator, confidence->denominator));
    const std::string outcome =
        *allow == 0 ? "without a mismatch show" : fmt::format("with at most {} show", mismatches(*allow));
    if (lot_.empty()) {
      const auto n = binomial_sample_size(value_of(*rate), value_of(*confidence), *allow);
      if (n) return fmt::format("{} {} {}", counted(*n, "sample"), outcome, end);
      return bad_question("--max-rate: no sample shows that nothing at all is wrong",
                          "give the size of the batch: --lot N");
    }
    const auto lot = parse_count(lot_, "--lot", 1, kMostLot);
    if (!lot) return tl::unexpected(lot.error());
    const std::int64_t bad = smallest_excess(*lot, rate->numerator, rate->denominator);
    const auto n = hypergeometric_sample_size(*lot, bad, value_of(*confidence), *allow);
    if (n) return fmt::format("{} of {} {} {}", *n, counted(*lot, "key"), outcome, end);
    return bad_question(fmt::format("--allow: no sample with {} shows that of {} at most {} is wrong, which is {}",
                                    mismatches(*allow), counted(*lot, "key"), claim, bad - 1),
                        fmt::format("allow fewer than {}", bad));
  }

  std::string max_rate_, confidence_, lot_, allow_;
};

}  // namespace

std::unique_ptr<Command> make_plan_command() {
  return std::make_unique<PlanCommand>();
}

}  // namespace bcheck
