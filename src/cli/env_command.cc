// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string>

#include "base/environment_json.h"
#include "base/hash.h"
#include "base/json_write.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/parse.h"
#include "run/environment.h"

namespace bcheck {
namespace {

std::optional<std::string> variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string json_of(const Environment& environment) {
  std::string out = "{\"schema\": ";
  append_json_string(out, kEnvironmentSchema);
  out += ",\n \"digest\": ";
  append_json_string(out, environment.digest);
  out += ",\n \"result\": ";
  append_fields(out, environment.result, ",\n  ");
  out += ",\n \"context\": ";
  append_fields(out, environment.context, ",\n  ");
  return out += "}\n";
}

class EnvCommand : public Command {
 public:
  std::string name() const override { return "env"; }
  std::string summary() const override { return "the environment's fingerprint, to be taken where the job runs"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck env -o env.json                         at the start of the job\n"
           "  bcheck env --set precision=bf16 --set weights.digest=sha256:...\n"
           "  bcheck run keys.txt out/ -o report.json --env env.json\n"
           "Of the environment's variables only a list of names is taken, since secrets live there.";
  }

  std::vector<Option> options() override {
    return {
        {"-o,--output", "FILE", "write there instead of stdout", &output_},
        {"--set", "NAME=VALUE", "what may change results and cannot be seen from here; may be repeated", &set_},
        {"--context", "NAME=VALUE", "what tells this worker from another; may be repeated", &context_},
        {"--packages", "WHICH", "auto (pip, and conda in a conda environment), none, or some of pip,conda,dpkg",
         &packages_},
        {"--repo", "DIR", "whose commit it is (the working directory's)", &repository_},
        {"--timeout", "TIME", "for each program that is asked (10s)", &timeout_},
    };
  }

  ExitCode execute(const CommonOptions&) override {
    EnvironmentRequest request;
    if (const auto done = resolve(request); !done) return give_up(done.error());
    const auto seconds = parse_seconds(timeout_.empty() ? "10s" : timeout_, "--timeout");
    if (!seconds) return give_up(seconds.error());
    auto out = Answer::open(output_.empty() ? "-" : output_);
    if (!out) return give_up(out.error());
    GatheredEnvironment gathered = gather_environment(request, this_machine(variable, *seconds));
    if (was_interrupted()) return give_up({ErrorKind::kInterrupted, "interrupted; no fingerprint was written", ""});
    for (const std::string& note : gathered.notes) log_warning(note);
    gathered.environment.digest = hex(sha256(as_bytes(canonical_result(gathered.environment))));
    out->write(json_of(gathered.environment));
    if (const auto written = out->finish(); !written) return give_up(written.error());
    return ExitCode::kYes;
  }

 private:
  Result<void> resolve(EnvironmentRequest& request) const {
    if (!repository_.empty()) request.repository = repository_;
    if (auto done = pairs(set_, "--set", request.set); !done) return done;
    if (auto done = pairs(context_, "--context", request.context); !done) return done;
    if (packages_.empty() || packages_ == "auto") {
      request.pip = true;
      request.conda = variable("CONDA_PREFIX").has_value();
      return {};
    }
    if (packages_ == "none") return {};
    for (std::string_view rest = packages_; !rest.empty();) {
      const std::size_t comma = rest.find(',');
      const std::string_view word = rest.substr(0, comma);
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
      static constexpr std::array<std::string_view, 5> kWords{"auto", "none", "pip", "conda", "dpkg"};
      if (word == "pip") {
        request.pip = true;
      } else if (word == "conda") {
        request.conda = true;
      } else if (word == "dpkg") {
        request.dpkg = true;
      } else {
        return bad_question(fmt::format("--packages: unknown word {}", quote(word)), suggestion(word, kWords));
      }
    }
    return {};
  }

  static Result<void> pairs(const std::vector<std::string>& typed, std::string_view option,
                            std::vector<std::pair<std::string, std::string>>& out) {
    for (const std::string& word : typed) {
      const std::size_t equal = word.find('=');
      if (equal == std::string::npos || equal == 0) {
        return bad_question(fmt::format("{}: {} is not NAME=VALUE", option, quote(word)));
      }
      if (lossy_utf8(word) != word) return bad_question(fmt::format("{}: {} is no UTF-8", option, quote(word)));
      out.emplace_back(word.substr(0, equal), word.substr(equal + 1));
    }
    return {};
  }

  std::string output_, packages_, repository_, timeout_;
  std::vector<std::string> set_, context_;
};

}  // namespace

std::unique_ptr<Command> make_env_command() {
  return std::make_unique<EnvCommand>();
}

}  // namespace bcheck
