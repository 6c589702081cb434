// SPDX-License-Identifier: Apache-2.0
#include "analysis/diff.h"

#include <algorithm>
#include <vector>

#include "report/item_facts.h"

namespace bcheck {
namespace {

// One report, and the item at which it stands.
class Side {
 public:
  explicit Side(ReportReader& report) : report_(report) {}

  Result<void> advance() {
    auto more = report_.next(item_);
    if (!more) return tl::unexpected(std::move(more.error()));
    there_ = *more;
    return {};
  }
  bool there() const { return there_; }
  const Item& item() const { return item_; }

 private:
  ReportReader& report_;
  Item item_;
  bool there_ = false;
};

bool hashed(const Outcome& a, const Outcome& b) {
  return !a.content_sha256.empty() && !b.content_sha256.empty();
}

std::optional<bool> same_content(const Outcome& a, const Outcome& b) {
  if (!hashed(a, b) || a.content_decoder != b.content_decoder) return std::nullopt;
  return a.content_sha256 == b.content_sha256;
}

// How much alike the two are, by the first meter that knows them. Where both reports hash the content, that answers.
Result<Nearness> likeness_of(const DiffOptions& options, const Outcome& before, const Outcome& after,
                             std::optional<bool> same_content) {
  if (same_content.value_or(false)) return Nearness{Likeness::kSameContent, true, {}, "same content"};
  for (NearnessMeter* const meter : options.meters) {
    if (meter->knows(before, after)) return meter->measure(before, after);
  }
  return Nearness{Likeness::kFar, true, {}, {}};
}

// Appends the artifacts in which two keys differ, by name.
Result<void> compare(const Item& before, const Item& after, const DiffOptions& options,
                     std::vector<ArtifactChange>& out) {
  auto a = before.artifacts.begin();
  auto b = after.artifacts.begin();
  while (true) {
    while (a != before.artifacts.end() && !is_present(*a)) ++a;
    while (b != after.artifacts.end() && !is_present(*b)) ++b;
    const bool in_old = a != before.artifacts.end() && (b == after.artifacts.end() || a->first <= b->first);
    const bool in_new = b != after.artifacts.end() && (a == before.artifacts.end() || b->first <= a->first);
    if (in_old && in_new) {
      if (a->second.sha256 != b->second.sha256) {
        out.push_back({a->first, a->second.sha256, b->second.sha256, same_content(a->second, b->second)});
        out.back().other_decoder =
            hashed(a->second, b->second) && a->second.content_decoder != b->second.content_decoder;
        if (options.near) {
          auto nearness = likeness_of(options, a->second, b->second, out.back().same_content);
          if (!nearness) return tl::unexpected(std::move(nearness.error()));
          if (nearness->likeness == Likeness::kSameContent) out.back().same_content = true;
          out.back().nearness = std::move(*nearness);
        }
      }
    } else if (in_old) {
      out.push_back({a->first, a->second.sha256, {}, {}});
    } else if (in_new) {
      out.push_back({b->first, {}, b->second.sha256, {}});
    } else {
      return {};
    }
    if (in_old) ++a;
    if (in_new) ++b;
  }
}

class Comparison {
 public:
  Comparison(const ReportHead& before, const ReportHead& after, const DiffOptions& options) : options_(options) {
    if (options.near) result_.likeness.emplace();
    result_.old_rules = before.rules_sha256;
    result_.new_rules = after.rules_sha256;
    result_.old_manifest = before.manifest_sha256;
    result_.new_manifest = after.manifest_sha256;
    result_.forced = options.force && !result_.comparable();
  }

  // Either may be null, and not both. An error is the interruption of a meter.
  Result<const KeyChange*> key(const Item* before, const Item* after) {
    change_ = KeyChange();
    artifacts_.clear();
    change_.key = before != nullptr ? before->key : after->key;
    if (before != nullptr) {
      change_.before = before->status;
      change_.old_code = primary_code(*before);
    }
    if (after != nullptr) {
      change_.after = after->status;
      change_.new_code = primary_code(*after);
    }
    change_.change = before == nullptr ? Change::kNew : Change::kGone;
    if (before != nullptr && after != nullptr) {
      const auto change = in_both(*before, *after);
      if (!change) return tl::unexpected(change.error());
      change_.change = *change;
    }
    change_.artifacts = artifacts_;
    ++result_[change_.change];
    return &change_;
  }

  Difference& result() { return result_; }

 private:
  Result<Change> in_both(const Item& before, const Item& after) {
    if (inputs_differ(before, after)) {
      change_.old_input = before.input_sha256;
      change_.new_input = after.input_sha256;
      return Change::kInputChanged;
    }
    const bool passed = before.status == Status::kPass;
    const bool passes = after.status == Status::kPass;
    if (passed != passes) return passes ? Change::kRepaired : Change::kNewlyBad;
    if (!passed) {
      if (before.status == after.status && change_.old_code == change_.new_code) ++result_.same_cause;
      return Change::kStillBad;
    }
    if (!result_.comparable() && !result_.forced) return Change::kUncompared;
    if (!key_hash(before) || !key_hash(after)) return Change::kUncompared;
    if (auto done = compare(before, after, options_, artifacts_); !done) return tl::unexpected(std::move(done.error()));
    if (artifacts_.empty()) return Change::kSame;
    change_.same_content = std::all_of(artifacts_.begin(), artifacts_.end(),
                                       [](const ArtifactChange& a) { return a.same_content.value_or(false); });
    if (change_.same_content) ++result_.same_content;
    if (result_.likeness) {
      Likeness likeness = Likeness::kSameContent;
      for (const ArtifactChange& a : artifacts_) {
        likeness = least_alike(likeness, a.nearness ? a.nearness->likeness : Likeness::kFar);
      }
      change_.likeness = likeness;
      ++(*result_.likeness)[static_cast<std::size_t>(likeness)];
    }
    return Change::kChanged;
  }

  const DiffOptions& options_;

  Difference result_;
  KeyChange change_;
  std::vector<ArtifactChange> artifacts_;
};

}  // namespace

Result<Difference> diff(ReportReader& old_report, ReportReader& new_report, const DiffOptions& options,
                        const EachChange& each) {
  old_report.rewind();
  new_report.rewind();
  Comparison comparison(old_report.head(), new_report.head(), options);
  Side before(old_report);
  Side after(new_report);
  auto moved = before.advance();
  if (moved) moved = after.advance();
  while (moved && (before.there() || after.there())) {
    int order = !before.there() ? 1 : !after.there() ? -1 : before.item().key.compare(after.item().key);
    const Item* const was = order <= 0 ? &before.item() : nullptr;
    const Item* const is = order >= 0 ? &after.item() : nullptr;
    if (options.look) options.look(was, is);
    const auto change = comparison.key(was, is);
    if (!change) return tl::unexpected(change.error());
    each(**change);
    if (order <= 0) moved = before.advance();
    if (moved && order >= 0) moved = after.advance();
  }
  if (!moved) return tl::unexpected(std::move(moved.error()));
  Difference result = std::move(comparison.result());
  result.old_name = old_report.name();
  result.new_name = new_report.name();
  result.old_run = old_report.tail().run;
  result.new_run = new_report.tail().run;
  result.old_shard = old_report.head().shard;
  result.new_shard = new_report.head().shard;
  result.old_incomplete = old_report.tail().incomplete;
  result.new_incomplete = new_report.tail().incomplete;
  return result;
}

}  // namespace bcheck
