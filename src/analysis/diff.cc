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

std::optional<bool> same_content(const Outcome& a, const Outcome& b) {
  if (a.content_sha256.empty() || b.content_sha256.empty() || a.content_decoder != b.content_decoder)
    return std::nullopt;
  return a.content_sha256 == b.content_sha256;
}

// Appends the artifacts in which two keys differ, by name.
void compare(const Item& before, const Item& after, std::vector<ArtifactChange>& out) {
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
      }
    } else if (in_old) {
      out.push_back({a->first, a->second.sha256, {}, {}});
    } else if (in_new) {
      out.push_back({b->first, {}, b->second.sha256, {}});
    } else {
      return;
    }
    if (in_old) ++a;
    if (in_new) ++b;
  }
}

class Comparison {
 public:
  Comparison(const ReportHead& before, const ReportHead& after, const DiffOptions& options) {
    result_.old_rules = before.rules_sha256;
    result_.new_rules = after.rules_sha256;
    result_.old_manifest = before.manifest_sha256;
    result_.new_manifest = after.manifest_sha256;
    result_.forced = options.force && !result_.comparable();
  }

  // Either may be null, and not both.
  const KeyChange& key(const Item* before, const Item* after) {
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
    change_.change = before == nullptr ? Change::kNew : after == nullptr ? Change::kGone : in_both(*before, *after);
    change_.artifacts = artifacts_;
    ++result_[change_.change];
    return change_;
  }

  Difference& result() { return result_; }

 private:
  Change in_both(const Item& before, const Item& after) {
    const bool passed = before.status == Status::kPass;
    const bool passes = after.status == Status::kPass;
    if (passed != passes) return passes ? Change::kRepaired : Change::kNewlyBad;
    if (!passed) {
      if (before.status == after.status && change_.old_code == change_.new_code) ++result_.same_cause;
      return Change::kStillBad;
    }
    if (!result_.comparable() && !result_.forced) return Change::kUncompared;
    if (!key_hash(before) || !key_hash(after)) return Change::kUncompared;
    compare(before, after, artifacts_);
    if (artifacts_.empty()) return Change::kSame;
    change_.same_content = std::all_of(artifacts_.begin(), artifacts_.end(),
                                       [](const ArtifactChange& a) { return a.same_content.value_or(false); });
    if (change_.same_content) ++result_.same_content;
    return Change::kChanged;
  }

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
    each(comparison.key(order <= 0 ? &before.item() : nullptr, order >= 0 ? &after.item() : nullptr));
    if (order <= 0) moved = before.advance();
    if (moved && order >= 0) moved = after.advance();
  }
  if (!moved) return tl::unexpected(std::move(moved.error()));
  Difference result = std::move(comparison.result());
  result.old_name = old_report.name();
  result.new_name = new_report.name();
  return result;
}

}  // namespace bcheck
