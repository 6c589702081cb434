// SPDX-License-Identifier: Apache-2.0
#include "run/unite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/hash.h"
#include "base/key_hash.h"
#include "base/text.h"
#include "report/key_status.h"
#include "report/summary.h"
#include "report/write.h"
#include "run/cross_shard.h"
#include "run/item_union.h"
#include "run/stored_rules.h"
#include "run/united_tail.h"

namespace bcheck {
namespace {

std::string list_of(const std::vector<std::int64_t>& indexes) {
  constexpr std::size_t kNamed = 10;
  std::string text;
  for (std::size_t i = 0; i < indexes.size() && i < kNamed; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", indexes[i]);
  }
  return text + (indexes.size() > kNamed ? ", ..." : "");
}

struct AbsentKeys {
  std::optional<Manifest> manifest;    // that the keys are views of
  std::vector<std::string_view> keys;  // sorted by bytes
};

Result<AbsentKeys> absent_keys(const ShardSet& shards, const UniteRequest& request) {
  const ReportHead& head = shards.head();
  const std::vector<std::int64_t> absent = shards.absent();
  if (absent.empty() || request.part) return AbsentKeys();
  const std::string who = fmt::format("{} {} of {} {} absent", absent.size() == 1 ? "shard" : "shards", list_of(absent),
                                      head.shard->of, absent.size() == 1 ? "is" : "are");
  if (!request.manifest) {
    return bad_question(
        fmt::format("{}, and only the manifest names {} keys", who, absent.size() == 1 ? "its" : "their"),
        "--manifest FILE: they become errors; --part: a report to be merged further when they are there");
  }
  auto manifest = load_manifest(*request.manifest);
  if (!manifest) return tl::unexpected(std::move(manifest.error()));
  const std::string digest =
      hex(sha256({reinterpret_cast<const unsigned char*>(manifest->storage.data()), manifest->storage.size()}));
  if (digest != head.manifest_sha256) {
    return bad_question(fmt::format("{} is not the manifest of the shards: its SHA-256 is {}, and theirs {}",
                                    quote(manifest->name), digest, head.manifest_sha256));
  }
  AbsentKeys found;
  KeyHash hash(kShardSalt);
  for (const std::string_view key : manifest->keys) {
    const auto index = static_cast<std::int64_t>(hash(key) % static_cast<std::uint64_t>(head.shard->of));
    if (std::binary_search(absent.begin(), absent.end(), index)) found.keys.push_back(key);
  }
  if (static_cast<std::int64_t>(found.keys.size()) + head.shard->keys != head.manifest_keys) {
    return bad_question(
        fmt::format("of the manifest's {} {} fall to absent shards, and the others have {}",
                    counted(head.manifest_keys, "key"), found.keys.size(), head.shard->keys),
        "the keys were read in another way: give --manifest-format, --key-column or -0 as to bcheck run");
  }
  std::sort(found.keys.begin(), found.keys.end());
  found.manifest = std::move(*manifest);
  return found;
}

bool is_required(const std::string& name, const std::vector<std::pair<std::string, bool>>& required) {
  const auto at = std::lower_bound(required.begin(), required.end(), name,
                                   [](const auto& rule, const std::string& n) { return rule.first < n; });
  return at->second;  // the reader has seen that it is there
}

// The item as the new report has it: with what the whole batch says of its key.
void settle(Item& item, const std::vector<Finding>& found, const std::vector<std::pair<std::string, bool>>& required,
            bool part) {
  std::erase_if(item.findings, [](const Finding& finding) { return finding.code.starts_with("batch."); });
  item.findings.insert(item.findings.end(), found.begin(), found.end());
  KeyStatus status;
  for (auto& [name, outcome] : item.artifacts) {
    status.artifact(outcome.status, is_required(name, required));
    if (!part) outcome.mark.reset();
  }
  for (const Finding& finding : item.findings) status.finding(finding.code, finding.severity);
  item.status = status.status();
  if (!part) item.place.reset();
}

}  // namespace

Result<United> unite(ShardSet& shards, const UniteRequest& request, ReportWriter& writer) {
  const auto rules = stored_rules(shards.reports().front());
  if (!rules) return tl::unexpected(rules.error());
  if (shards.head().manifest_keys >= UINT32_MAX) return bad_question("more than 4,294,967,294 keys in one report");
  const auto absent = absent_keys(shards, request);
  if (!absent) return tl::unexpected(absent.error());

  ItemUnion items(shards, absent->keys);
  CrossShard cross(*rules, shards.head().manifest_keys);
  if (auto begun = items.rewind(true); !begun) return tl::unexpected(std::move(begun.error()));
  while (true) {
    const auto item = items.next();
    if (!item) return tl::unexpected(item.error());
    if (*item == nullptr) break;
    cross.add(**item);
  }
  // From here on every report is known to hold what it says.
  if (auto compared = cross.compare(items); !compared) return tl::unexpected(std::move(compared.error()));

  United united;
  ReportHead head = shards.head();
  head.gate = request.gate;
  if (!request.part) head.shard.reset();
  united.shard = head.shard;
  writer.head(head);
  std::string line;
  const auto& required = shards.reports().front().required();
  Tally tally;
  if (auto begun = items.rewind(false); !begun) return tl::unexpected(std::move(begun.error()));
  for (std::uint32_t place = 0;; ++place) {
    const auto item = items.next();
    if (!item) return tl::unexpected(item.error());
    if (*item == nullptr) break;
    settle(**item, cross.findings_at(place), required, request.part);
    tally.whole(**item, [&](const std::string& name) { return is_required(name, required); });
    line.clear();
    append_item(line, **item);
    writer.item(line);
  }

  united.tail = unite_tails(shards, united.notes);
  united.tail.incomplete = united.tail.incomplete || !absent->keys.empty();
  for (const Extra& extra : united.tail.extra) tally.extra(extra);
  for (const Finding& finding : united.tail.batch_findings) tally.batch_finding(finding.code, finding.severity);
  united.tail.summary = tally.summary();
  if (request.reproducible) {
    united.tail.run.reset();
  } else {
    auto told = tell_origin(shards, request.version, request.command, united.tail.run);
    if (!told) return tl::unexpected(std::move(told.error()));
  }
  return united;
}

}  // namespace bcheck
