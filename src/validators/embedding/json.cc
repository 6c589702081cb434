// SPDX-License-Identifier: Apache-2.0
// Vectors in JSON: one document, or one a line. RFC 8259, and https://jsonlines.org.
//
// Python's json writes NaN and Infinity, and several servers null for them: they are read as what they mean, so that
// the answer is "NaN in row 3" and not a complaint about syntax. Elements become what the declared type makes of them:
// 1e39 is a sound double, and infinite once it is stored as f32.
#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "validators/embedding/faults.h"
#include "validators/embedding/formats.h"
#include "validators/embedding/json_rows.h"
#include "validators/embedding/json_text.h"
#include "validators/embedding/text_rows.h"

namespace bcheck {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

// The text behind a byte order mark. False if it is no UTF-8.
bool begin_text(Bytes bytes, std::string_view& text, Observation& out) {
  text = as_text(bytes);
  if (text.starts_with(kBom)) {
    text.remove_prefix(kBom.size());
    out.fault("embedding.json-syntax", Severity::kWarn, "a byte order mark at the start, which JSON must not have");
  }
  return is_utf8(text) || refuse(out, "embedding.json-syntax", "the text is not UTF-8");
}

class Document {
 public:
  Document(std::string_view text, const EmbeddingOptions& options, Decoded& decoded)
      : text_(text), options_(options), rows_(options, decoded), json_(options, rows_) {}

  bool read(ArrayView& array, Observation& out) {
    text_.blanks();
    const bool found = options_.rows_at.empty() ? value() : member();
    if (found) {
      text_.blanks();
      if (text_.at != text_.end) text_.unexpected("the end of the document");
    }
    if (!text_.error().empty()) {
      return refuse(out, "embedding.json-syntax", fmt::format("{}, at byte {}", text_.error(), text_.offset()));
    }
    if (!missing_.empty()) return refuse(out, "embedding.member-missing", missing_);
    return rows_.finish(flat_, array, out);
  }

 private:
  // The document, or the member of it, that holds the rows, or is the only one.
  bool value() {
    const char* const start = text_.at;
    if (!text_.take('[')) return only_one();
    text_.blanks();
    if (is_vector()) {
      text_.at = start;
      return only_one();
    }
    bool done = text_.take(']');
    while (!done) {
      if (!json_.record(text_) || !text_.next(']', done)) return false;
    }
    return true;
  }

  bool only_one() {
    flat_ = true;
    return json_.record(text_);
  }

  // Stands at the first element of a list: no row, but a number or what stands for one.
  bool is_vector() const {
    if (options_.one_vector) return true;
    if (!options_.vector_field.empty() || options_.base64) return false;
    const char first = text_.peek();
    return first != '[' && first != '{' && first != ']';
  }

  bool member() {
    if (text_.peek() != '{') {
      if (!text_.skip_value()) return false;
      missing_ = fmt::format("the document is no object, so it has no member {}", quote(options_.rows_at, 60));
      return true;
    }
    const char* const start = text_.at++;
    bool seen = false;
    text_.blanks();
    bool done = text_.take('}');
    while (!done) {
      JsonString name;
      if (!text_.name(name)) return false;
      if (name.decoded(name_) != options_.rows_at) {
        if (!text_.skip_value()) return false;
      } else if (seen) {
        return text_.fail(fmt::format("the member {} stands twice", quote(options_.rows_at, 60)));
      } else {
        seen = true;
        if (!value()) return false;
      }
      if (!text_.next('}', done)) return false;
    }
    if (!seen) {
      missing_ = fmt::format("the document has no member {}: {}", quote(options_.rows_at, 60),
                             quote({start, static_cast<std::size_t>(text_.at - start)}, 80));
    }
    return true;
  }

  JsonText text_;
  const EmbeddingOptions& options_;
  TextRows rows_;
  JsonRows json_;
  bool flat_ = false;
  std::string missing_;
  std::string name_;
};

// How many lines are no JSON, and the first.
struct BadLines {
  std::uint64_t count = 0;
  std::string first;
};

void read_line(std::string_view line, std::uint64_t number, bool last, JsonRows& json, BadLines& bad) {
  JsonText text(line);
  text.blanks();
  if (text.at == text.end) return;  // blank
  if (json.record(text)) {
    text.blanks();
    if (text.at == text.end) return;
    text.unexpected("the end of the line");
  }
  if (bad.count++ != 0) return;
  const bool cut = last && text.at == text.end;
  bad.first = fmt::format("line {}: {}, at byte {} of the line{}", number, text.error(), text.offset(),
                          cut ? "; the file was cut here" : "");
}

}  // namespace

bool read_json(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded& decoded,
               Observation& out) {
  std::string_view text;
  return begin_text(artifact.bytes, text, out) && Document(text, options, decoded).read(array, out);
}

bool read_jsonl(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded& decoded,
                Observation& out) {
  std::string_view text;
  if (!begin_text(artifact.bytes, text, out)) return false;
  TextRows rows(options, decoded);
  JsonRows json(options, rows);
  BadLines bad;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    const bool last = newline == std::string_view::npos;
    read_line(text.substr(0, newline), number, last, json, bad);
    text.remove_prefix(last ? text.size() : newline + 1);
  }
  if (bad.count == 0) return rows.finish(false, array, out);
  if (bad.count > 1) bad.first += fmt::format("; {} such lines in all", bad.count);
  too_many(out, "embedding.json-syntax", std::move(bad.first), bad.count);
  return false;
}

}  // namespace bcheck
