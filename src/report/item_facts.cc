// SPDX-License-Identifier: Apache-2.0
#include "report/item_facts.h"

#include <algorithm>

#include "base/hash.h"

namespace bcheck {
namespace {

const Finding* first_failing(const std::vector<Finding>& findings) {
  const auto at = std::find_if(findings.begin(), findings.end(),
                               [](const Finding& finding) { return finding.severity == Severity::kFail; });
  return at == findings.end() ? nullptr : &*at;
}

}  // namespace

Primary primary_of(const Item& item) {
  if (item.status == Status::kPass) return {};
  for (const NamedOutcome& artifact : item.artifacts) {
    if (artifact.second.status == item.status) return {first_failing(artifact.second.findings), &artifact};
  }
  return {first_failing(item.findings), nullptr};
}

const Finding* leading(const std::vector<Finding>& findings) {
  const Finding* const failing = first_failing(findings);
  return failing != nullptr || findings.empty() ? failing : &findings.front();
}

std::string_view primary_code(const Item& item) {
  const Finding* const finding = primary_of(item).finding;
  return finding == nullptr ? std::string_view() : finding->code;
}

std::optional<std::string> key_hash(const Item& item) {
  if (item.status != Status::kPass) return std::nullopt;
  std::string text;
  const NamedOutcome* only = nullptr;
  int there = 0;
  for (const NamedOutcome& artifact : item.artifacts) {
    if (!is_present(artifact)) continue;
    if (artifact.second.sha256.empty()) return std::nullopt;
    text += artifact.first;
    text += '\0';
    text += artifact.second.sha256;
    text += '\n';
    only = &artifact;
    ++there;
  }
  if (there == 0) return std::nullopt;
  return there == 1 ? only->second.sha256 : hex(sha256(as_bytes(text)));
}

bool inputs_differ(const Item& a, const Item& b) {
  if (a.input_sha256.empty() || b.input_sha256.empty()) return false;
  const auto lower = [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; };
  return !std::equal(a.input_sha256.begin(), a.input_sha256.end(), b.input_sha256.begin(), b.input_sha256.end(),
                     [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace bcheck
