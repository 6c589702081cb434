// SPDX-License-Identifier: Apache-2.0
// What differs between two reports of the same batch: src/analysis/diff.h finds it, src/render/diff_*.h tell it.
//
// "Old" and "new" are the first and the second report. Keys are compared as raw bytes. A key "passes" if its status is
// `pass`; every other status is bad, also `error` and `unchecked`: what could not be examined is not sound.
//
// The hash of a key is the hash of its one artifact, or, of a key with several, the SHA-256 over its artifacts in the
// order of their names' bytes, each as its name, a NUL byte, the 64 lower-case hexadecimal digits of its sha256, a line
// feed. Two keys are the same if they have the same artifacts by name and each has the same sha256; for several
// artifacts that is when their hashes agree. Optional artifacts that are absent are in neither.
//
// A key whose input is known in both reports (`input_sha256`) and is another is not the same work done twice: its
// results are not compared, whatever they are. Where a report does not know the input, it is taken for the same.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/drift.h"
#include "bcheck/outcome.h"
#include "bcheck/report.h"
#include "bcheck/rulers.h"
#include "bcheck/sampling.h"

namespace bcheck {

enum class Change : unsigned char {
  kGone,          // only the old report has the key
  kNew,           // only the new report has it
  kInputChanged,  // both have it, with other inputs. All below: with the same input, as far as is known
  kNewlyBad,      // it passed, and does so no longer
  kChanged,       // it passes in both, and its hashes differ
  kUncompared,    // it passes in both, and whether it is the same cannot be said: other rules, or a hash is not there
  kStillBad,      // it passes in neither
  kRepaired,      // it passes now, and did not
  kSame,          // it passes in both, and its hashes agree
};
inline constexpr int kChangeCount = 9;

std::string_view name_of(Change change);  // "gone", "new", "input-changed", "newly-bad", ...

// How much alike two products are whose bytes differ, as it was asked for (`bcheck diff --near`). From the best to the
// worst, but for the last.
enum class Likeness : unsigned char {
  kSameContent,  // decoded they are equal: other bytes, nothing else
  kNear,         // within the limits
  kFar,          // not so, or nothing is known that would measure how far two of their type are apart
  kUnknown,      // could not be compared
};
inline constexpr int kLikenessCount = 4;

std::string_view name_of(Likeness likeness);  // "same-content", "near", "far", "unknown"

// The likeness of a key is that of the artifact that is least alike, and unknown only where none is far.
Likeness least_alike(Likeness a, Likeness b);

struct Nearness {
  Likeness likeness = Likeness::kFar;
  bool by_report = false;  // from the measures of the two reports alone, without the products
  // What was measured, by names in static storage: {"hamming", 2}, {"psnr", 41.25}. Infinite ones are left out.
  std::vector<std::pair<std::string_view, double>> distances = {};
  std::string told = {};  // a clause for people: "dhash differs in 2 of 64 bits, PSNR 41.2 dB"; why it is unknown
};

// One artifact of a changed key.
struct ArtifactChange {
  std::string_view name;
  std::string_view old_sha256;  // empty: the old key has no such artifact
  std::string_view new_sha256;
  // Whether the decoded content agrees, where both reports have its hash and made it with the same decoder.
  std::optional<bool> same_content;
  std::optional<Nearness> nearness = {};  // of artifacts in both, where it was asked for
  bool other_decoder = false;             // both reports have such a hash, and made them with different decoders
};

// One key, as it is handed out. Views are valid during the call.
struct KeyChange {
  std::string_view key;
  Change change = Change::kSame;
  std::optional<Status> before;  // absent for a new key
  std::optional<Status> after;   // absent for one that is gone
  // The primary finding where the key does not pass: the first of severity fail, of the first artifact that has the
  // key's status, or of the key itself. Empty if there is none, as for what is just missing.
  std::string_view old_code;
  std::string_view new_code;
  std::span<const ArtifactChange> artifacts;  // of a changed key: those that differ, sorted by name
  bool same_content = false;                  // of a changed key: every artifact that differs has the same content
  std::optional<Likeness> likeness = {};      // of a changed key, where it was asked for
  // Of a key whose input changed: SHA-256 as the manifests have it, raw bytes.
  std::string_view old_input = {};
  std::string_view new_input = {};
};

// A part of a whole, as integers: what runs are compared by.
struct Fraction {
  std::int64_t part = 0;
  std::int64_t whole = 0;  // > 0

  bool operator==(const Fraction&) const = default;
};

// A key that passes with what another key had in the old report, to the byte (src/analysis/moved.h).
struct MovedKey {
  std::string key;
  std::string from;

  bool operator==(const MovedKey&) const = default;
};

struct Difference {
  std::string old_name;  // of the files, quoted
  std::string new_name;
  std::string old_rules;  // rules.sha256
  std::string new_rules;
  std::string old_manifest;  // manifest.sha256
  std::string new_manifest;
  bool forced = false;             // hashes were compared although the rules differ
  std::optional<RunInfo> old_run;  // as the reports say them
  std::optional<RunInfo> new_run;
  std::optional<ShardHead> old_shard;  // the report is of a part of its manifest's keys
  std::optional<ShardHead> new_shard;
  bool old_incomplete = false;  // not everything could be listed or checked
  bool new_incomplete = false;

  std::array<std::int64_t, kChangeCount> of{};  // keys, by Change
  std::int64_t same_content = 0;                // of the changed: those whose content agrees
  std::int64_t same_cause = 0;                  // of the still bad: with the same status and the same primary code

  // The changed keys by their likeness: their sum is of[kChanged]. Nothing where it was not asked for.
  std::optional<std::array<std::int64_t, kLikenessCount>> likeness;

  // Whether the runs drifted apart. Nothing where it was not asked, as of a recomputation, or where the rules differ
  // and hashes were not compared by force.
  std::optional<DriftStatistics> statistics;

  // Sorted by key. Nothing where it was not asked, or hashes were not compared. They are counted in their classes.
  std::optional<std::vector<MovedKey>> moved;

  std::optional<Recomputation> sample;  // the new report is a recomputation of some keys of the old one
  std::optional<RulerCheck> rulers;     // the old report is the baseline of a list of keys

  std::int64_t operator[](Change change) const { return of[static_cast<std::size_t>(change)]; }
  std::int64_t& operator[](Change change) { return of[static_cast<std::size_t>(change)]; }

  // The verdicts of both mean the same. Otherwise `same` and `changed` are only found out by force, and a key may be
  // newly bad or repaired because it was judged otherwise.
  bool comparable() const { return old_rules == new_rules; }

  std::int64_t common() const;      // keys in both
  std::int64_t same_input() const;  // of these: all but those whose input changed
  // same ÷ keys in both with the same input: a key that fails in either run is not consistent. Nothing where there is
  // no such key, or where hashes were not compared since the rules differ.
  std::optional<Fraction> consistency() const;
  // same ÷ (same + changed): determinism alone. Read it beside consistency(), for it stays at 100 % when half of the
  // second run fails.
  std::optional<Fraction> determinism() const;

  // Changed keys of that likeness; 0 where it was not asked for.
  std::int64_t alike(Likeness which) const { return likeness ? (*likeness)[static_cast<std::size_t>(which)] : 0; }
  // (same + same content + near) ÷ these keys, where likeness was asked for and consistency() is known.
  std::optional<Fraction> near_consistency() const;

  // Where likeness was asked for, changed keys count only if they are far. Of a recomputation: whether a key has other
  // content. Of rulers: whether one differs. Otherwise: anything but `same` and `still bad` for the same cause. False
  // does not mean that nothing is left uncompared.
  bool differs() const;
};

}  // namespace bcheck
