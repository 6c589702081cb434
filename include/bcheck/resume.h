// SPDX-License-Identifier: Apache-2.0
// What a batch that was interrupted still has to do, and what a resume would lose: src/analysis/resume.h finds it,
// src/render/resume_view.h tells it.
//
// Keys are places in the manifest (Manifest::keys), lists of them in its order. With M the keys of the manifest, V
// those that pass, and, where they were given, D those of the complete lines of the done-list, P those with an
// in-progress marker, Q those of the queue: the products decide, and the lists only tell what a resume that trusts them
// would do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bcheck {

using KeyPlaces = std::vector<std::uint32_t>;

// A list of keys that somebody wrote, laid against the manifest.
struct KeyList {
  std::vector<std::uint32_t> times;        // by place in the manifest: how often the key stands there
  std::int64_t unknown = 0;                // entries that are no key of the manifest
  std::vector<std::string> first_unknown;  // the first kFirstKeys of them, raw bytes
  // A last line without an end. It is never taken for a key, not even where it equals one: "k1" may be the start of
  // "k10".
  std::optional<std::string> torn;
};

// What the done-list alone tells.
struct DoneCounts {
  std::int64_t keys = 0;     // |D|
  std::int64_t repeats = 0;  // complete lines of a key beyond its first: a lower bound of what was computed again
  std::int64_t unknown = 0;
  std::vector<std::string> first_unknown;
  std::optional<std::string> torn;
};

// What can be seen of an earlier report (analysis/recomputed.h).
struct Recomputed {
  std::string report;            // its name, quoted
  std::int64_t passed_then = 0;  // keys of both reports
  std::int64_t changed = 0;      // of these, pass now with another hash
  std::int64_t newer = 0;        // of the others: a file was written after the earlier run
  std::int64_t lost = 0;         // do not pass now
  bool complete = false;         // of every key it is known when its files were written

  std::optional<std::int64_t> total() const { return complete ? std::optional(changed + newer) : std::nullopt; }
};

struct Resume {
  std::int64_t keys = 0;  // |M|
  std::int64_t valid = 0;
  std::int64_t unexamined = 0;  // keys that could not be checked: to do, and perhaps for no reason

  KeyPlaces todo;     // M \ V: what is to be run
  KeyPlaces omitted;  // M \ (V + P + Q): to do, and nobody is going to do it

  std::optional<DoneCounts> done;               // absent: no done-list was given; so are the next two
  std::optional<KeyPlaces> done_without_valid;  // D \ V: a resume that trusts the list skips them
  std::optional<KeyPlaces> valid_without_done;  // V \ D: such a resume computes them again

  std::optional<KeyPlaces> interrupted;    // P \ V; absent: no markers were given
  std::optional<KeyPlaces> stale_markers;  // P and V: a crash between the product's rename and the marker's removal
  std::int64_t unknown_markers = 0;
  std::int64_t unknown_pending = 0;

  // Computed more than once: the sum of attempts - 1 of an attempts log, or the keys that passed in an earlier report
  // and were written again since (analysis/recomputed.h). Absent: nobody can tell.
  std::optional<std::int64_t> recomputed;

  std::optional<Recomputed> since;  // absent: no earlier report was given

  // (recomputed + |omitted|) out of |M|; absent with `recomputed`, or without keys.
  std::optional<std::int64_t> loss() const {
    if (!recomputed || keys == 0) return std::nullopt;
    return *recomputed + static_cast<std::int64_t>(omitted.size());
  }
};

}  // namespace bcheck
