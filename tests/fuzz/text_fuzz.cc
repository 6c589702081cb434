// SPDX-License-Identifier: Apache-2.0
// Any bytes as a text. Checked: an observation depends on the bytes alone and not on what the check saw before, its
// numbers fit each other, and what it says is printable UTF-8 of bounded length.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/utf8.h"
#include "bcheck/validator.h"
#include "validators/registry.h"

namespace {

using bcheck::Observation;

void require(bool holds) {
  if (!holds) std::abort();
}

std::int64_t whole(const Observation& seen, std::string_view measure) {
  const bcheck::Scalar* const value = seen.find(measure);
  require(value != nullptr);
  return std::get<std::int64_t>(*value);
}

void require_sense(const Observation& seen, std::size_t size) {
  for (const bcheck::Fault& fault : seen.faults) {
    require(bcheck::is_utf8(fault.message) && fault.message.size() < 1000);
    require(std::none_of(fault.message.begin(), fault.message.end(), [](char c) { return c >= 0 && c < 0x20; }));
  }
  if (seen.measures.empty()) {
    require(!seen.faults.empty() && !seen.unchecked.empty());  // no text, and never a silent pass
    return;
  }
  const std::int64_t chars = whole(seen, "chars");
  require(chars >= 0 && static_cast<std::uint64_t>(chars) <= size);
  require(whole(seen, "letters") <= whole(seen, "visible") && whole(seen, "visible") <= chars);
  require(whole(seen, "words") <= chars && whole(seen, "longest_run") <= whole(seen, "visible"));
  require(whole(seen, "controls") >= 0 && whole(seen, "controls") + whole(seen, "nul") <= chars);
  require(whole(seen, "visible") > 0 || !seen.faults.empty() || whole(seen, "controls") + whole(seen, "nul") > 0);
  for (const std::string_view share : {"loop_share", "distinct_4grams", "expected_script_share"}) {
    const bcheck::Scalar* const value = seen.find(share);
    require(value != nullptr && std::get<double>(*value) >= 0 && std::get<double>(*value) <= 1);
  }
  require(whole(seen, "loop_copies") >= 0 && whole(seen, "loop_copies") <= chars);
  require(std::get<std::string>(*seen.find("sketch")).size() == 16);
}

void require_same(const Observation& a, const Observation& b) {
  require(a.faults.size() == b.faults.size() && a.measures.size() == b.measures.size() && a.places == b.places);
  for (std::size_t i = 0; i < a.faults.size(); ++i) {
    require(a.faults[i].code == b.faults[i].code && a.faults[i].message == b.faults[i].message &&
            a.faults[i].severity == b.faults[i].severity);
  }
  for (std::size_t i = 0; i < a.measures.size(); ++i) require(a.measures[i].value == b.measures[i].value);
  require(a.content_sha256 == b.content_sha256 && a.unchecked == b.unchecked && a.format == b.format);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Words = std::vector<std::string>;
  static const bcheck::Type& type = *bcheck::find_type("text");
  static const bcheck::Options options{{"allow_texts", Words{"None"}},
                                       {"checks", Words{"refusal", "asr-phantom", "template", "cutoff"}},
                                       {"expect_script", Words{"Latn", "Jpan"}},
                                       {"reject", Words{"(a+)+$", "(?i)sure"}},
                                       {"require", Words{"(?m)^\\p{L}.*[.!?]$"}}};
  static const auto used = *type.prepare(options, {true});
  const auto fresh = *type.prepare(options, {true});
  const bcheck::Artifact artifact{{data, size}, "a.txt", "txt"};
  Observation first;
  Observation second;
  used->run(artifact, first);
  fresh->run(artifact, second);
  require_same(first, second);
  require_sense(first, size);
  return 0;
}
