// SPDX-License-Identifier: Apache-2.0
#include "run/message.h"

#include <cstring>
#include <stdexcept>
#include <utility>

#include "report/write.h"

namespace bcheck {
namespace {

struct Header {
  std::uint64_t bytes, hash, line, payload, records, lines, blank, crlf;
  std::uint32_t task, slot, extent;
  std::uint32_t text;    // bytes
  std::uint16_t raised;  // entries
  std::uint8_t kind, status, torn, bom, content, unseen;
};
static_assert(sizeof(Header) == 88, "no gaps: what is sent has no bytes that nobody wrote");

struct Entry {
  std::uint16_t code;
  std::uint16_t severity;
};

struct KeptHeader {
  std::uint16_t status;
  std::uint16_t raised;  // entries
};

template <typename T>
void append_raw(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
T take(std::string_view& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

constexpr std::size_t kLongestSentence = 2000;  // bytes; far more than any check says

bool is_fragment(std::string_view text) {
  return text.size() >= 2 && text.front() == '{' && text.back() == '}' && text.find('\n') == std::string_view::npos;
}

void append_raised(std::string& out, std::span<const Raised> raised) {
  for (const Raised& one : raised) append_raw(out, Entry{one.code, static_cast<std::uint16_t>(one.severity)});
}

// Takes `count` entries, which are there, off the bytes. False if one is out of range.
bool take_raised(std::string_view& bytes, unsigned count, const CodeTable& codes, std::vector<Raised>& raised) {
  raised.clear();
  for (unsigned i = 0; i < count; ++i) {
    const auto entry = take<Entry>(bytes);
    if (entry.code >= codes.size() || entry.severity > static_cast<unsigned>(Severity::kAllowed)) return false;
    raised.push_back({entry.code, static_cast<Severity>(entry.severity)});
  }
  return true;
}

}  // namespace

Outcome unable(std::string_view code, std::string why) {
  Outcome outcome;
  outcome.status = Status::kError;
  Finding finding;
  finding.code = code;
  finding.message = std::move(why);
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

void write_outcome(Outcome& outcome, const CodeTable& codes, Message& message) {
  message.status = outcome.status;
  message.raised.clear();
  for (Finding& finding : outcome.findings) {
    if (finding.message.size() > kLongestSentence) finding.message.resize(kLongestSentence);
    // A code that is in no table would be a fault of this program: it must not go unseen.
    const auto id = codes.id(finding.code);
    if (!id) throw std::logic_error("the code " + finding.code + " is in no table");
    message.raised.push_back({*id, finding.severity});
  }
  message.text.clear();
  append_outcome(message.text, outcome);
}

void append_message(std::string& out, const Message& message) {
  Header header{};
  header.bytes = message.bytes;
  header.hash = message.content.hash;
  header.line = message.line;
  header.payload = message.payload;
  header.records = message.records;
  header.lines = message.lines;
  header.blank = message.blank;
  header.crlf = message.crlf;
  header.task = message.task;
  header.slot = message.slot;
  header.extent = message.content.extent;
  header.content = static_cast<std::uint8_t>(message.content.kind);
  header.text = static_cast<std::uint32_t>(message.text.size());
  header.raised = static_cast<std::uint16_t>(message.raised.size());
  header.kind = static_cast<std::uint8_t>(message.kind);
  header.status = static_cast<std::uint8_t>(message.status);
  header.torn = message.torn ? 1 : 0;
  header.bom = message.bom ? 1 : 0;
  header.unseen = static_cast<std::uint8_t>(message.unseen);
  append_raw(out, header);
  append_raised(out, message.raised);
  out += message.text;
}

void append_to_frame(std::string& frame, const Message& message) {
  const std::size_t start = frame.size();
  frame.append(sizeof(std::uint32_t), '\0');
  append_message(frame, message);
  const auto size = static_cast<std::uint32_t>(frame.size() - start - sizeof(std::uint32_t));
  std::memcpy(frame.data() + start, &size, sizeof size);
}

std::optional<std::string_view> take_from_frame(std::string_view& frame) {
  if (frame.size() < sizeof(std::uint32_t)) return std::nullopt;
  std::uint32_t size;
  std::memcpy(&size, frame.data(), sizeof size);
  if (size > frame.size() - sizeof size) return std::nullopt;
  const std::string_view message = frame.substr(sizeof size, size);
  frame.remove_prefix(sizeof size + size);
  return message;
}

bool parse_message(std::string_view bytes, const CodeTable& codes, Message& message) {
  if (bytes.size() < sizeof(Header) || bytes.size() > kLargestFrame) return false;
  const auto header = take<Header>(bytes);
  if (bytes.size() != header.raised * sizeof(Entry) + header.text || header.status >= kStatusCount ||
      header.kind > static_cast<std::uint8_t>(MessageKind::kDone) || header.torn > 1 || header.bom > 1 ||
      header.unseen > static_cast<std::uint8_t>(Unseen::kBody) ||
      header.content > static_cast<std::uint8_t>(ContentKind::kPicture)) {
    return false;
  }
  message.kind = static_cast<MessageKind>(header.kind);
  message.task = header.task;
  message.slot = header.slot;
  message.status = static_cast<Status>(header.status);
  message.bytes = header.bytes;
  message.content = {header.hash, header.extent, static_cast<ContentKind>(header.content)};
  message.line = header.line;
  message.payload = header.payload;
  message.torn = header.torn != 0;
  message.records = header.records;
  message.lines = header.lines;
  message.blank = header.blank;
  message.crlf = header.crlf;
  message.bom = header.bom != 0;
  message.unseen = static_cast<Unseen>(header.unseen);
  if (!take_raised(bytes, header.raised, codes, message.raised)) return false;
  message.text = bytes;
  const bool has_outcome = message.kind == MessageKind::kOutcome || message.kind == MessageKind::kRecord;
  if (has_outcome && !is_fragment(message.text)) return false;
  return message.kind != MessageKind::kUnkeyed || message.raised.size() == 1;
}

void append_kept(std::string& out, const Message& message) {
  append_raw(out,
             KeptHeader{static_cast<std::uint16_t>(message.status), static_cast<std::uint16_t>(message.raised.size())});
  append_raised(out, message.raised);
  out += message.text;
}

bool parse_kept(std::string_view bytes, const CodeTable& codes, std::vector<Raised>& raised, Kept& kept) {
  if (bytes.size() < sizeof(KeptHeader)) return false;
  const auto header = take<KeptHeader>(bytes);
  if (header.status >= kStatusCount || bytes.size() < header.raised * sizeof(Entry)) return false;
  if (!take_raised(bytes, header.raised, codes, raised) || !is_fragment(bytes)) return false;
  kept = {static_cast<Status>(header.status), raised, bytes};
  return true;
}

}  // namespace bcheck
