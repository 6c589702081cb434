// SPDX-License-Identifier: Apache-2.0
// The values of the reference set "stats", groups metrics and retry, by their ids. Each batch goes the way of a run:
// the manifest and the statuses are read as such, and the summary is tallied.
#include "report/rates.h"

#include <gtest/gtest.h>

#include <map>

#include "input/read_manifest.h"
#include "input/status.h"
#include "report/summary.h"

namespace bcheck {
namespace {

using Strings = std::vector<std::string>;

struct Row {
  const char* id;
  const char* manifest;
  std::map<std::string, std::string> verdicts;  // "ok" and others; without one a key is missing
  const char* statuses;                         // null = none was given
  std::int64_t duplicates;
  std::int64_t ok;
  Strings missing;
  std::optional<double> completion;
  std::optional<double> reported;
  Strings silent;
  std::optional<double> silent_rate;
  std::int64_t false_failures;
  std::optional<double> gap;
};

const Row kMetrics[] = {
    {"metrics/000",
     "a\nb\nc\nd\n",
     {{"a", "ok"}, {"b", "ok"}, {"c", "too_small"}},
     "a success\nb success\nc success\nd success\n",
     0,
     2,
     {"d"},
     0.5,
     1.0,
     {"c", "d"},
     0.5,
     0,
     0.5},
    {"metrics/001", "", {}, "", 0, 0, {}, {}, {}, {}, {}, 0, {}},
    {"metrics/002",
     "a\na\nb\n",
     {{"a", "ok"}, {"b", "ok"}},
     "a success\nb success\n",
     1,
     2,
     {},
     1.0,
     1.0,
     {},
     0.0,
     0,
     0.0},
    {"metrics/003", "a\nb\n", {{"a", "ok"}, {"b", "ok"}, {"z", "ok"}}, nullptr, 0, 2, {}, 1.0, {}, {}, {}, 0, {}},
    {"metrics/004",
     "a\nb\nc\n",
     {{"a", "ok"}, {"b", "ok"}, {"c", "ok"}},
     "a success\nb failed\nc failed\n",
     0,
     3,
     {},
     1.0,
     0.3333333333333333,
     {},
     0.0,
     2,
     -0.6666666666666666},
    {"metrics/005",
     "a\nb\nc\nd\n",
     {{"a", "ok"}, {"b", "decode_error"}},
     "a failed\nb success\n",
     0,
     1,
     {"c", "d"},
     0.25,
     0.25,
     {"b"},
     0.25,
     1,
     0.0},
    {"metrics/006", "a\nb\n", {}, "a success\nb success\n", 0, 0, {"a", "b"}, 0.0, 1.0, {"a", "b"}, 1.0, 0, 1.0},
};

void expect_rate(const char* what, std::optional<double> got, std::optional<double> wanted) {
  ASSERT_EQ(got.has_value(), wanted.has_value()) << what;
  if (wanted) {
    EXPECT_NEAR(*got, *wanted, 1e-12) << what;
  }
}

TEST(Rates, OfTheReferenceSet) {
  for (const Row& row : kMetrics) {
    SCOPED_TRACE(row.id);
    const Manifest manifest = read_as("text", row.manifest).value();
    EXPECT_EQ(static_cast<std::int64_t>(manifest.repeated.size()), row.duplicates);
    Statuses statuses;
    if (row.statuses != nullptr) {
      StatusRequest request;
      request.path = "s.txt";
      const std::string_view text = row.statuses;
      statuses = parse_statuses(manifest, {text.begin(), text.end()}, request).value();
    }
    Tally tally;
    Strings missing;
    for (std::size_t i = 0; i < manifest.keys.size(); ++i) {
      const auto verdict = row.verdicts.find(std::string(manifest.keys[i]));
      ItemHead head{manifest.keys[i], Status::kMissing};
      if (verdict == row.verdicts.end()) {
        missing.emplace_back(manifest.keys[i]);
      } else {
        head.status = verdict->second == "ok" ? Status::kPass : Status::kFail;
      }
      if (!statuses.reported.empty()) head.reported = statuses.reported[i];
      tally.item(head);
    }
    const Summary summary = tally.summary();
    EXPECT_EQ(summary.keys[Status::kPass], row.ok);
    EXPECT_EQ(missing, row.missing);
    EXPECT_EQ(summary.silent_keys, row.silent);
    EXPECT_EQ(false_failures(summary), row.false_failures);
    const BatchRates rates = rates_of(summary);
    expect_rate("completion_rate", rates.completion, row.completion);
    expect_rate("rc_completion_rate", rates.reported, row.reported);
    expect_rate("silent_error_rate", rates.silent_errors, row.silent_rate);
    expect_rate("rc_gap", rates.gap, row.gap);
  }
}

TEST(Rates, OfRetriesOfTheReferenceSet) {
  const struct {
    const char* id;
    std::vector<std::int64_t> attempts;
    std::int64_t retries, retried;
    std::optional<double> a_key, share;
  } rows[] = {
      {"retry/000", {1, 3, 1}, 2, 1, 0.6666666666666666, 0.3333333333333333},
      {"retry/001", {}, 0, 0, {}, {}},
      {"retry/002", {1}, 0, 0, 0.0, 0.0},
      {"retry/003", {2, 2}, 2, 2, 1.0, 1.0},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.id);
    Tally tally;
    for (const std::int64_t attempts : row.attempts) tally.item({"k", Status::kPass, Reported::kNothing, attempts});
    const Summary summary = tally.summary();
    EXPECT_EQ(summary.attempts.value_or(AttemptCounts()).retries, row.retries);
    EXPECT_EQ(summary.attempts.value_or(AttemptCounts()).retried, row.retried);
    expect_rate("retries_per_key", rates_of(summary).retries, row.a_key);
    expect_rate("retried_share", rates_of(summary).retried, row.share);
  }
}

TEST(Rates, OfNothingKnownAreNothing) {
  Tally tally;
  tally.item({"a", Status::kFail});
  const BatchRates rates = rates_of(tally.summary());
  EXPECT_EQ(rates.completion, 0.0);
  EXPECT_FALSE(rates.reported || rates.silent_errors || rates.gap || rates.retries || rates.retried);
}

}  // namespace
}  // namespace bcheck
