// SPDX-License-Identifier: Apache-2.0
// What a worker tells the parent, and what the spool keeps of it.
//
// A worker is not trusted: a decoder may have scribbled over its memory. So the parent takes nothing from a message
// but numbers that it checks, and text that it writes where text belongs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/content_mark.h"
#include "bcheck/finding.h"
#include "bcheck/outcome.h"
#include "run/codes.h"

namespace bcheck {

struct Raised {
  std::uint16_t code;  // of the CodeTable
  Severity severity;

  bool operator==(const Raised&) const = default;
};

// By which equal and odd products are found (run/batch_checks.h). Made with the run's secret, so it never leaves the
// run; SharedMark is what does.
struct ContentMark {
  std::uint64_t hash = 0;
  std::uint32_t extent = 0;  // as bcheck/content_mark.h says
  ContentKind kind = ContentKind::kNone;

  bool operator==(const ContentMark&) const = default;
};

enum class MessageKind : std::uint8_t {
  kOutcome,    // of the file that is the task; ends it
  kRecord,     // of one artifact in a record of the part that is the task
  kForeign,    // a record with a key that is not in the manifest
  kElsewhere,  // a record with a key of another shard
  kUnkeyed,    // a record, or what stands in its place, that no key can be found for
  kDone,       // the part was read to its end
};

// What a pass does not speak of, and is said at the end of a run.
enum class Unseen : std::uint8_t {
  kNothing,
  kByte,  // of a picture without a checksum: a changed byte may have gone unseen
  kBody,  // nothing behind the header was looked at
};

struct Message {
  MessageKind kind = MessageKind::kOutcome;
  std::uint32_t task = 0;
  std::uint32_t slot = 0;            // kOutcome, kRecord; of kElsewhere the key's index in the manifest
  Status status = Status::kError;    // kOutcome, kRecord
  std::uint64_t bytes = 0;           // read since the last message, for progress
  ContentMark content;               // kOutcome, kRecord
  Unseen unseen = Unseen::kNothing;  // kOutcome

  // kRecord, kForeign, kUnkeyed: where the record stands.
  std::uint64_t line = 0;  // from 0, counted in the part; of an array, the row
  // kRecord: by which a repeated record is found out to be the same. Of a torn one no more is known than its key.
  std::uint64_t payload = 0;
  bool torn = false;

  // kDone: counts of the part.
  std::uint64_t records = 0;  // with a key
  std::uint64_t lines = 0, blank = 0, crlf = 0;
  bool bom = false;

  std::vector<Raised> raised;  // one a finding, in order; of kUnkeyed the one that it is
  // kOutcome, kRecord: the artifact's JSON object, one line. kForeign: the key. kUnkeyed: what stands there.
  std::string text;
};

inline constexpr std::size_t kLargestFrame = 1 << 20;

// Of what could not be examined: status error, and a code of the family run.
Outcome unable(std::string_view code, std::string why);

// Puts the status, the findings and the fragment of an outcome into a message.
void write_outcome(Outcome& outcome, const CodeTable& codes, Message& message);

void append_message(std::string& out, const Message& message);

// Messages go through the ring in frames: each with its size before it. Appends a message to a frame.
void append_to_frame(std::string& frame, const Message& message);
// Takes the first message's bytes off a frame; nothing, and a frame that is not empty, if it is no frame.
std::optional<std::string_view> take_from_frame(std::string_view& frame);

// False, and a message of no meaning, if the bytes are none as append_message() makes it: lengths that do not add up,
// numbers out of range, a fragment with a line break. The room of `message` is used again.
bool parse_message(std::string_view bytes, const CodeTable& codes, Message& message);

// What the spool keeps of a message of kind kOutcome or kRecord: what the item is made of, and no more.
struct Kept {
  Status status = Status::kError;
  std::span<const Raised> raised;
  std::string_view fragment;  // the artifact's JSON object
};
void append_kept(std::string& out, const Message& message);
// False if the bytes are none as append_kept() makes it. `kept` refers to them and to `raised`.
bool parse_kept(std::string_view bytes, const CodeTable& codes, std::vector<Raised>& raised, Kept& kept);

}  // namespace bcheck
