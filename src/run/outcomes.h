// SPDX-License-Identifier: Apache-2.0
// What the workers said, kept until all is known: 28 bytes a slot in memory (and 64 more where there are records, of
// which 56 until it is settled whose each is), the text in a spool.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/report.h"
#include "run/codes.h"
#include "run/message.h"
#include "run/plan.h"
#include "run/spool.h"
#include "run/worker_pool.h"

namespace bcheck {

// Which of several different records of one key holds.
enum class Duplicates : unsigned char {
  kFail,   // none: the key fails
  kFirst,  // the first in the order of files and lines
  kLast,   // the last: retries are appended
};

// A finding of a key, beside those of its artifacts.
struct KeyFinding {
  std::uint32_t place = 0;  // of the key in Plan::order
  Finding finding;
};

// Why it is not known whether a key has a record.
struct Doubt {
  std::string_view code;  // run.interrupted, run.unreadable; empty = there is no doubt
  std::string why;

  explicit operator bool() const { return !code.empty(); }
};

class Outcomes : public Sink {
 public:
  Outcomes(const Plan& plan, const CodeTable& codes, Spool spool);

  void take(const Message& message) override;
  void forget(std::uint32_t task) override;

  // Settles which record is whose. Nothing can be taken after it.
  Result<void> finish(Duplicates duplicates);

  // The rest is there after finish().

  struct Found : Kept {
    std::optional<std::int64_t> line;  // of a record, from 1; of an array the row, from 0
  };
  // Nothing for a slot that no worker came to, and for one that no record was found of. Valid until the next call.
  std::optional<Found> find(std::uint32_t slot);
  // Nothing likewise, and where nothing could be examined.
  std::optional<ContentMark> content(std::uint32_t slot) const;

  // Why a key that is in none of the records cannot be said to be missing: a file that could not be read to its end.
  // Empty if it can.
  const Doubt& doubt(std::uint32_t slot) const;

  const std::vector<KeyFinding>& key_findings() const { return key_findings_; }  // sorted by place
  std::int64_t repeats(std::uint32_t place) const;                               // records beyond the first
  std::vector<Extra>& foreign() { return foreign_; }                             // records of no key
  // Of what could be laid at no key's door.
  const std::vector<Finding>& batch_findings() const { return batch_findings_; }
  const std::vector<SourceFacts>& sources() const { return sources_; }  // sorted by path
  std::int64_t unproved() const { return unproved_; }                   // pictures that pass without a checksum
  std::int64_t by_header() const { return by_header_; }                 // files that pass by their header alone

 private:
  struct Seen {  // a record of one artifact
    std::uint32_t slot;
    std::uint32_t size;    // of the message in the spool
    std::uint64_t offset;  // in the spool
    std::uint64_t line;    // in the part, later in the file
    std::uint64_t payload;
    ContentMark content;
    std::uint32_t file;  // of the input
    bool torn;
  };
  // The whole records of one artifact of one key.
  struct Again {
    const Seen* first = nullptr;
    const Seen* same = nullptr;   // says the same as the first
    const Seen* other = nullptr;  // says something else
    std::int64_t count = 0;

    int badness() const { return other != nullptr ? 2 : same != nullptr ? 1 : 0; }
  };
  struct Foreign {
    std::uint64_t line;
    std::string key;
  };
  struct Unkeyed {
    std::uint64_t line;
    Raised raised;
    std::string text;
  };
  struct Part {
    std::vector<Seen> seen;
    std::vector<std::uint32_t> keys;  // of a shard: of all records in their order, those of other shards among them
    std::vector<Foreign> foreign;
    std::map<std::uint16_t, std::vector<Unkeyed>> unkeyed;  // by code: the first few
    std::map<std::uint16_t, std::uint64_t> unkeyed_counts;
    Message end;
    bool done = false;
  };

  std::uint64_t keep(const Message& message, std::uint32_t& size);
  void choose_all(const RecordInput& input, std::span<Part> parts);
  void gather(std::uint32_t input);
  void tell_unkeyed(const RecordInput& input, std::uint32_t number, const std::string& path,
                    const std::map<std::uint16_t, std::vector<Unkeyed>>& by_code,
                    const std::map<std::uint16_t, std::uint64_t>& counts);
  void settle(const RecordInput& input, std::vector<Seen>& seen);
  void settle_key(const RecordInput& input, std::span<const Seen> of_key);
  void tell_again(const RecordInput& input, const Again& again);
  std::string place(const RecordInput& input, const Seen& seen) const;
  std::uint32_t place_of(std::uint32_t slot) const;  // of its key, in Plan::order
  void choose(const Seen& seen);
  void add_finding(std::uint32_t slot, std::string_view code, Severity usual, std::string message);

  const Plan& plan_;
  const CodeTable& codes_;
  Duplicates duplicates_ = Duplicates::kFail;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> sizes_;  // 0 = none
  std::vector<ContentMark> contents_;
  std::vector<std::uint64_t> lines_;  // by slot, where there are records; kNoLine for what is none
  Spool spool_;
  std::string buffer_;
  std::vector<Raised> raised_;  // of what was found last
  std::vector<Part> parts_;
  std::vector<Doubt> doubts_;  // by input
  std::vector<KeyFinding> key_findings_;
  std::map<std::uint32_t, std::int64_t> repeats_;  // by place
  std::int64_t unproved_ = 0;
  std::int64_t by_header_ = 0;
  std::vector<Extra> foreign_;
  std::vector<Finding> batch_findings_;
  std::vector<SourceFacts> sources_;
};

}  // namespace bcheck
