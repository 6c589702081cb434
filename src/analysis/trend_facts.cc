// SPDX-License-Identifier: Apache-2.0
#include "analysis/trend_facts.h"

#include <set>
#include <string_view>
#include <utility>

#include "analysis/diff.h"
#include "base/hash_sum.h"
#include "report/item_facts.h"
#include "report/read.h"

namespace bcheck {
namespace {

// Whether keys that come in the order of their bytes are rulers.
class Rulers {
 public:
  explicit Rulers(const RulerKeys& keys) : keys_(keys) {}

  bool has(std::string_view key) {
    if (keys_.empty()) return true;
    while (next_ < keys_.size() && keys_[next_] < key) ++next_;
    return next_ < keys_.size() && keys_[next_] == key;
  }

 private:
  const RulerKeys& keys_;
  std::size_t next_ = 0;
};

class Count {
 public:
  Count(TrendFacts& facts, const RulerKeys& rulers) : facts_(facts), rulers_(rulers) {}

  void item(const Item& item) {
    codes_.clear();
    for (const auto& [name, outcome] : item.artifacts) {
      if (outcome.bytes) facts_.bytes = facts_.bytes.value_or(0) + *outcome.bytes;
      codes_of(outcome.findings);
    }
    codes_of(item.findings);
    for (const std::string_view code : codes_) {
      const auto at = facts_.failing.find(code);
      ++(at != facts_.failing.end() ? at->second : facts_.failing[std::string(code)]);
    }
    if (item.status != Status::kPass || !rulers_.has(item.key)) return;
    const auto hash = key_hash(item);
    if (!hash) {
      ++facts_.unhashed;
      return;
    }
    ++facts_.hashed;
    sum_.add(item.key, *hash + item.input_sha256);  // the same of another input is no agreement
  }

  void finish() { facts_.hash_sum = sum_.hex(); }

 private:
  void codes_of(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      if (finding.severity == Severity::kFail) codes_.insert(finding.code);
    }
  }

  TrendFacts& facts_;
  Rulers rulers_;
  std::set<std::string_view> codes_;  // of the item at hand
  HashSum sum_;
};

}  // namespace

Result<TrendFacts> trend_facts(const std::string& path, const RulerKeys& rulers) {
  auto report = ReportReader::open(path);
  if (!report) return tl::unexpected(std::move(report.error()));
  if (auto whole = report->expect_whole(); !whole) return tl::unexpected(std::move(whole.error()));
  TrendFacts facts;
  facts.path = path;
  Count count(facts, rulers);
  Item item;
  while (true) {
    const auto more = report->next(item);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    count.item(item);
  }
  count.finish();
  facts.name = report->name();
  facts.rules_sha256 = report->head().rules_sha256;
  facts.manifest_sha256 = report->head().manifest_sha256;
  const ReportTail& tail = report->tail();
  facts.incomplete = tail.incomplete;
  facts.keys = tail.summary.keys.total();
  facts.pass = tail.summary.keys[Status::kPass];
  facts.silent_errors = tail.summary.silent_errors;
  if (tail.summary.attempts) facts.retried = tail.summary.attempts->retried;
  if (tail.run) {
    facts.has_run = true;
    facts.started = tail.run->started;
    facts.seconds = tail.run->seconds;
    facts.labels = tail.run->labels;
    facts.environment = tail.run->environment;
  }
  return facts;
}

Result<std::optional<Fraction>> changed_keys(const TrendFacts& before, const TrendFacts& after,
                                             const RulerKeys& rulers) {
  if (before.unhashed == 0 && after.unhashed == 0 && before.hash_sum == after.hash_sum) {
    if (after.hashed == 0) return std::nullopt;
    return Fraction{0, after.hashed};
  }
  auto first = ReportReader::open(before.path);
  if (!first) return tl::unexpected(std::move(first.error()));
  auto second = ReportReader::open(after.path);
  if (!second) return tl::unexpected(std::move(second.error()));
  Rulers which(rulers);
  std::int64_t changed = 0;
  std::int64_t same = 0;
  std::int64_t uncompared = 0;
  const auto difference = diff(*first, *second, {}, [&](const KeyChange& key) {
    if (!which.has(key.key)) return;
    if (key.change == Change::kChanged) ++changed;
    if (key.change == Change::kSame) ++same;
    if (key.change == Change::kUncompared) ++uncompared;
  });
  if (!difference) return tl::unexpected(difference.error());
  if (uncompared > 0 || changed + same == 0) return std::nullopt;
  return Fraction{changed, changed + same};
}

}  // namespace bcheck
