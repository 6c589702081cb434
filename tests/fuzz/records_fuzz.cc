// SPDX-License-Identifier: Apache-2.0
// Files of records of every format: the first byte says which, the two behind it where lines are split into two parts.
// Checked: the two parts give what the whole gives, views lie in the file, no key comes from an id that was cut, and a
// line is one object for this walk if and only if it is one for the check of JSON.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_tree.h"
#include "base/utf8.h"
#include "sources/json_walk.h"
#include "sources/records.h"
#include "validators/registry.h"

namespace {

using namespace bcheck;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

const RecordPlaces& places() {
  static const RecordPlaces some = [] {
    auto made = RecordPlaces::make("/id");
    for (const char* const pointer : {"/text", "/a/b", "/list/1"}) static_cast<void>(made->add(pointer));
    return *made;
  }();
  return some;
}

const RecordPlaces& columns() {
  static const RecordPlaces some = [] {
    auto made = RecordPlaces::make("/id");
    static_cast<void>(made->add("/text"));
    return *made;
  }();
  return some;
}

bool lies_in(std::string_view view, std::string_view text) {
  return view.empty() || (view.data() >= text.data() && view.data() + view.size() <= text.data() + text.size());
}

// A key that stands in the file as it is: nothing that would go on with it stands behind it.
void check_end_of_key(const Field& key, std::string_view file) {
  if (!lies_in(key.text, file)) return;  // its escapes were resolved
  std::string_view behind = file.substr(static_cast<std::size_t>(key.text.data() - file.data()) + key.text.size());
  if (key.kind == FieldKind::kString) {
    require(behind.starts_with('"'), "a string ends with its quote");
    behind.remove_prefix(1);
  }
  behind = behind.substr(0, behind.find('\n'));
  const std::size_t next = behind.find_first_not_of(" \t\r");
  if (next == std::string_view::npos) {
    require(key.kind == FieldKind::kString || !behind.empty(), "a number at the cut is no key");
    return;
  }
  require(behind[next] == ',' || behind[next] == '}' || behind[next] == ']', "a value ends where it ends");
}

struct Seen {
  std::vector<std::string> records;
  std::uint64_t lines = 0, blank = 0, crlf = 0;
  bool bom = false;
  std::string problem;

  bool operator==(const Seen&) const = default;
};

// Reads a part and appends what is in it; lines are counted through.
void read(std::string_view file, std::uint64_t begin, std::uint64_t end, RecordFormat format, bool utf16, Seen& seen) {
  const auto reader = read_records(file, begin, end, format, format == RecordFormat::kJsonl ? places() : columns());
  if (!reader->problem().empty()) {
    seen.problem = reader->problem();
    return;
  }
  RecordView record;
  std::uint64_t line = 0;
  while (reader->next(record)) {
    require(record.line >= line, "lines rise");
    line = record.line;
    require(utf16 || (record.offset < file.size() && lies_in(record.excerpt, file)), "records lie in the file");
    require(record.column == 0 || utf16 || record.offset + record.column <= file.size() + 1, "flaws lie in the file");
    require(record.fields.size() == (format == RecordFormat::kJsonl ? places() : columns()).fields(),
            "a field a place");
    std::string text = std::to_string(record.offset) + " " + std::to_string(record.line + seen.lines) + " " +
                       std::to_string(static_cast<int>(record.flaw)) + "@" + std::to_string(record.column);
    for (const Field& field : record.fields) {
      require(field.kind != FieldKind::kAbsent || field.text.empty(), "what is absent has no text");
      require(utf16 || field.kind == FieldKind::kString || lies_in(field.text, file), "values lie in the file");
      text += " " + std::to_string(static_cast<int>(field.kind)) + std::string(field.text);
    }
    if (format == RecordFormat::kJsonl && !utf16 && record.keyed()) check_end_of_key(record.key, file);
    seen.records.push_back(std::move(text));
  }
  require(reader->counts().blank <= reader->counts().lines && reader->counts().crlf <= reader->counts().lines + 1 &&
              (utf16 || reader->counts().lines <= file.size()),
          "counts fit");
  seen.lines += reader->counts().lines;
  seen.blank += reader->counts().blank;
  seen.crlf += reader->counts().crlf;
  seen.bom = seen.bom || reader->counts().bom;
}

void check_walk(std::string_view line) {
  if (!line.starts_with('{')) return;
  static const auto nowhere = RecordPlaces::make("/no such member");
  JsonWalk walk(*nowhere);
  const bool ended = walk.object(line, 0) == JsonWalk::End::kWhole;
  require(walk.at() <= line.size(), "the walk stays in the line");
  const bool whole = ended && line.find_first_not_of(" \t\r\n", walk.at()) == std::string_view::npos;
  if (parse_json(line, "", JsonSyntax::kStrict)) require(whole, "what is JSON is one object");
  if (!whole || walk.nonfinite() != std::string_view::npos || !is_utf8(line)) return;
  static const std::unique_ptr<Check> json = std::move(*find_type("json")->prepare({}, {}));
  Observation out;
  json->run({as_bytes(line), "a.json", "json"}, out);
  require(!out.failed(), "one object is JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const auto format = static_cast<RecordFormat>(data[0] % 3);
  const std::string_view file(reinterpret_cast<const char*>(data) + 3, size - 3);
  const bool utf16 = !is_divisible(RecordFormat::kJsonl, file.substr(0, 4));
  Seen whole, again;
  read(file, 0, file.size(), format, utf16, whole);
  read(file, 0, file.size(), format, utf16, again);
  require(whole == again, "the same bytes give the same records");
  if (format != RecordFormat::kJsonl || utf16) return 0;

  check_walk(file.substr(0, file.find('\n')));
  if (!whole.problem.empty()) return 0;
  const std::size_t split = (data[1] | std::size_t{data[2]} << 8) % (file.size() + 1);
  Seen parts;
  read(file, 0, split, format, false, parts);
  read(file, split, file.size(), format, false, parts);
  require(parts == whole, "two parts are the whole");
  return 0;
}
