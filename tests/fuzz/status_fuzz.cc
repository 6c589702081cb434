// SPDX-License-Identifier: Apache-2.0
// Any bytes as what a job says of its keys: as a file of statuses in every format, a done-list, a log of attempts, a
// heartbeat, a state. Refused with a reason or read; the same bytes twice give the same; nothing that is no state is
// success, and no torn line is done.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "input/heartbeat.h"
#include "input/key_list.h"
#include "input/manifest.h"
#include "input/status.h"
#include "input/status_words.h"

namespace {

using namespace bcheck;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

const Manifest& manifest() {
  static const Manifest made = [] {
    const std::string_view keys = "a\nb\nk1\nk10\n";
    ManifestRequest request;
    request.path = "m.txt";
    return parse_manifest({keys.begin(), keys.end()}, request).value();
  }();
  return made;
}

void as_status(std::string_view text, const char* format) {
  StatusRequest request;
  request.path = "fuzz";
  request.format = format;
  const auto first = parse_statuses(manifest(), {text.begin(), text.end()}, request);
  const auto second = parse_statuses(manifest(), {text.begin(), text.end()}, request);
  require(first.has_value() == second.has_value(), "the same bytes, another answer");
  if (!first) {
    require(!first.error().message.empty() && first.error().message == second.error().message,
            "refused without a reason");
    return;
  }
  require(first->reported == second->reported && first->attempts == second->attempts, "the same bytes, other statuses");
  require(first->reported.size() == manifest().keys.size(), "a key is lost");
  for (const Statuses::Group& group : first->groups) {
    for (std::size_t i = 0; i < manifest().keys.size(); ++i) {
      require(group.of(i) == second->groups[static_cast<std::size_t>(&group - first->groups.data())].of(i),
              "the same bytes, other groups");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const char* format : {"text", "tsv", "csv", "jsonl", ""}) as_status(text, format);

  const KeyList done = parse_done_list(manifest(), text);
  require(done.torn.has_value() == (!text.empty() && text.back() != '\n'), "a torn line was taken, or a whole one not");
  for (const char* path : {"log.txt", "log.csv", "log.jsonl"}) {
    const auto attempts = parse_attempts(manifest(), {text.begin(), text.end()}, path);
    require(!attempts || attempts->size() == manifest().keys.size(), "attempts of a key are lost");
  }

  const auto state = read_state(text);
  require(state != Reported::kNothing, "a state is at least unknown");
  if (!state) require(!advice_on_state(text).empty(), "refused without advice");
  const bool blank = text.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
  require(!blank || state == Reported::kUnknown, "an empty state means something");

  const auto beat = beat_in(text);
  require(!beat || *beat == *beat, "a heartbeat that is no number");
  return 0;
}
