// SPDX-License-Identifier: Apache-2.0
#include "sources/records.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace bcheck {
namespace {

struct Extension {
  std::string_view name;
  RecordFormat format;
};
constexpr std::array<Extension, 8> kExtensions{{
    {"jsonl", RecordFormat::kJsonl},
    {"ndjson", RecordFormat::kJsonl},
    {"json", RecordFormat::kJsonl},
    {"txt", RecordFormat::kJsonl},
    {"log", RecordFormat::kJsonl},
    {"csv", RecordFormat::kCsv},
    {"tsv", RecordFormat::kTsv},
    {"tab", RecordFormat::kTsv},
}};

enum class Utf16 { kNo, kLittle, kBig };

// A byte order mark, or an ASCII character and its zero at the start.
Utf16 utf16_of(std::string_view bytes) {
  if (bytes.size() < 2) return Utf16::kNo;
  const auto a = static_cast<unsigned char>(bytes[0]);
  const auto b = static_cast<unsigned char>(bytes[1]);
  if (a == 0xFF && b == 0xFE) return Utf16::kLittle;
  if (a == 0xFE && b == 0xFF) return Utf16::kBig;
  if (bytes.size() < 4) return Utf16::kNo;
  const bool zeros_odd = b == 0 && bytes[3] == '\0' && a != 0 && bytes[2] != '\0';
  const bool zeros_even = a == 0 && bytes[2] == '\0' && b != 0 && bytes[3] != '\0';
  return zeros_odd ? Utf16::kLittle : zeros_even ? Utf16::kBig : Utf16::kNo;
}

// Half pairs become the three bytes that are no UTF-8, so that they do not go unseen.
std::string from_utf16(std::string_view bytes, Utf16 order) {
  std::string out;
  out.reserve(bytes.size());
  const auto unit = [&](std::size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return order == Utf16::kLittle ? static_cast<char32_t>(second << 8 | first)
                                   : static_cast<char32_t>(first << 8 | second);
  };
  std::size_t at = 0;
  for (; at + 2 <= bytes.size(); at += 2) {
    char32_t c = unit(at);
    if (c >= 0xD800 && c <= 0xDBFF && at + 4 <= bytes.size()) {
      const char32_t low = unit(at + 2);
      if (low >= 0xDC00 && low <= 0xDFFF) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    append_utf8(out, c);
  }
  if (at < bytes.size()) out += bytes[at];
  return out;
}

std::unique_ptr<RecordReader> read_whole_file(std::string_view text, RecordFormat format, const RecordPlaces& places) {
  switch (format) {
    case RecordFormat::kCsv: return read_csv_records(text, places);
    case RecordFormat::kTsv: return read_tsv_records(text, places);
    case RecordFormat::kJsonl: break;
  }
  return read_jsonl(text, 0, places);
}

// Reads what was made of a file in UTF-16, and says so of every record.
class TranscodedRecords : public RecordReader {
 public:
  TranscodedRecords(std::string_view file, Utf16 order, RecordFormat format, const RecordPlaces& places)
      : text_(from_utf16(file, order)), inner_(read_whole_file(text_, format, places)) {
    problem_ = inner_->problem();
  }

  bool next(RecordView& record) override {
    if (!inner_->next(record)) {
      counts_ = inner_->counts();
      return false;
    }
    if (record.flaw == RecordFlaw::kNone) record.flaw = RecordFlaw::kUtf16;
    return true;
  }

 private:
  std::string text_;
  std::unique_ptr<RecordReader> inner_;
};

std::size_t line_start(std::string_view file, std::uint64_t at) {
  if (at == 0) return 0;
  if (at > file.size()) return file.size();
  const std::size_t end = file.find('\n', static_cast<std::size_t>(at) - 1);
  return end == std::string_view::npos ? file.size() : end + 1;
}

}  // namespace

std::optional<RecordFormat> record_format_of(std::string_view path) {
  const std::string extension = extension_of(path);
  const auto at =
      std::find_if(kExtensions.begin(), kExtensions.end(), [&](const auto& row) { return row.name == extension; });
  return at == kExtensions.end() ? std::nullopt : std::optional(at->format);
}

std::string_view name_of(RecordFormat format) {
  static constexpr std::array<std::string_view, 3> kNames{"jsonl", "csv", "tsv"};
  return kNames[static_cast<std::size_t>(format)];
}

bool is_divisible(RecordFormat format, std::string_view first_bytes) {
  return format == RecordFormat::kJsonl && utf16_of(first_bytes) == Utf16::kNo;
}

std::unique_ptr<RecordReader> read_records(std::string_view file, std::uint64_t begin, std::uint64_t end,
                                           RecordFormat format, const RecordPlaces& places) {
  if (const Utf16 order = utf16_of(file); order != Utf16::kNo) {
    return std::make_unique<TranscodedRecords>(file, order, format, places);
  }
  if (format != RecordFormat::kJsonl) return read_whole_file(file, format, places);
  const std::size_t first = line_start(file, begin);
  const std::size_t last = line_start(file, end);
  return read_jsonl(file.substr(first, last - std::min(first, last)), first, places);
}

}  // namespace bcheck
