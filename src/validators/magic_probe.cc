// SPDX-License-Identifier: Apache-2.0
#include "validators/magic_probe.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "base/checked.h"
#include "base/text.h"

namespace bcheck {
namespace {

using std::string_view_literals::operator""sv;

std::string_view text_at(Bytes bytes, std::uint64_t offset, std::uint64_t length) {
  const auto part = slice(bytes, offset, length);
  return part ? as_text(*part) : std::string_view();
}

// Prose that happens to begin with the letters of a signature has no control characters behind them.
bool has_control(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x09 || (byte >= 0x0e && byte < 0x20 && byte != 0x1b);
  });
}

bool binary_within(Bytes bytes, std::size_t first) {
  return has_control(as_text(bytes.first(std::min(bytes.size(), first))));
}

// Archives are named by what they are for, as far as their first name says it. Office documents begin alike; the
// folders in the directory at the end tell them apart.
std::string_view zip_kind(Bytes bytes) {
  if (text_at(bytes, 0, 4) == "PK\5\6") return "zip";
  const auto length = little_endian<std::uint16_t>(bytes, 26);
  const auto extra = little_endian<std::uint16_t>(bytes, 28);
  if (!length || !extra) return "zip";
  const std::string_view name = text_at(bytes, 30, *length);
  if (name.ends_with(".npy")) return "npz";
  if (name.ends_with("/data.pkl") || name == "data.pkl") return "pt";
  if (name == "mimetype") {
    return text_at(bytes, 30 + std::uint64_t{*length} + *extra, 20) == "application/epub+zip" ? "epub" : "zip";
  }
  if (name == "[Content_Types].xml" || name.starts_with("_rels/") || name.starts_with("docProps/")) {
    constexpr std::size_t kDirectory = 64 * 1024;
    const std::string_view tail = as_text(bytes.last(std::min(bytes.size(), kDirectory)));
    if (tail.find("word/document") != tail.npos) return "docx";
    if (tail.find("xl/workbook") != tail.npos) return "xlsx";
    if (tail.find("ppt/presentation") != tail.npos) return "pptx";
  }
  return "zip";
}

std::string_view riff_kind(Bytes bytes) {
  const std::string_view id = text_at(bytes, 0, 4), form = text_at(bytes, 8, 4);
  if (id == "FORM" && (form == "AIFF" || form == "AIFC")) return "aiff";
  if (id != "RIFF" && id != "RF64" && id != "BW64" && id != "RIFX") return {};
  if (form == "WAVE") return "wav";
  if (form == "WEBP") return "webp";
  if (form == "AVI ") return "avi";
  return {};
}

std::string_view brand_kind(std::string_view brand) {
  if (brand == "avif" || brand == "avis") return "avif";
  if (brand == "heic" || brand == "heix" || brand == "heim" || brand == "heis" || brand == "hevc" || brand == "hevx" ||
      brand == "mif1" || brand == "msf1") {
    return "heif";
  }
  if (brand == "qt  ") return "mov";
  if (brand.starts_with("M4A") || brand.starts_with("M4B")) return "m4a";
  return {};
}

// ISO 14496-12: the major brand names the format; where it is a general one, a compatible brand may (AVIF pictures
// exist with the major brand mif1). QuickTime files from before brands begin with one of a few boxes.
std::string_view iso_media_kind(Bytes bytes) {
  const auto size = big_endian<std::uint32_t>(bytes, 0);
  const std::string_view type = text_at(bytes, 4, 4);
  if (!size || type.empty()) return {};
  if (type == "ftyp") {
    if (*size < 16 || *size > 4096) return {};
    const std::string_view major = brand_kind(text_at(bytes, 8, 4));
    if (!major.empty() && major != "heif") return major;
    for (std::uint64_t at = 16; at + 4 <= *size; at += 4) {
      if (const auto kind = brand_kind(text_at(bytes, at, 4)); kind == "avif" || kind == "heif") return kind;
    }
    return major.empty() ? "mp4" : major;
  }
  const bool box =
      type == "moov" || type == "mdat" || type == "wide" || type == "skip" || type == "free" || type == "pnot";
  return box && has_control(text_at(bytes, 0, 4)) ? "mov" : std::string_view();
}

// The document type stands within the first few elements of the EBML header.
std::string_view ebml_kind(Bytes bytes) {
  if (text_at(bytes, 0, 4) != "\x1a\x45\xdf\xa3") return {};
  const std::string_view head = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 128)));
  return head.find("webm") != head.npos ? "webm" : head.find("matroska") != head.npos ? "mkv" : std::string_view();
}

// Bytes of the layer II or III frame that a header at `offset` announces; nothing if it is no such header. Layer I
// is left out: nobody writes it, and a UTF-16 byte order mark looks like its sync word.
std::optional<std::uint64_t> mpeg_audio_frame(Bytes bytes, std::uint64_t offset) {
  const auto header = big_endian<std::uint32_t>(bytes, offset);
  if (!header || *header >> 21 != 0x7ff) return std::nullopt;
  const unsigned version = *header >> 19 & 3, layer = *header >> 17 & 3, rate = *header >> 12 & 15,
                 frequency = *header >> 10 & 3, padding = *header >> 9 & 1;
  if (version == 1 || (layer != 1 && layer != 2) || rate == 0 || rate == 15 || frequency == 3) return std::nullopt;
  constexpr std::array<std::array<std::uint16_t, 15>, 3> kRates{{
      {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},   // MPEG-1 layer III, kbit/s
      {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},  // MPEG-1 layer II
      {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},       // MPEG-2 and 2.5
  }};
  constexpr std::array<std::uint32_t, 3> kFrequencies{44100, 48000, 32000};
  const bool first = version == 3;
  const std::uint32_t hertz = kFrequencies.at(frequency) >> (first ? 0 : version == 2 ? 1 : 2);
  const std::uint32_t kilobits = kRates.at(!first ? 2 : layer == 1 ? 0 : 1).at(rate);
  const std::uint32_t samples = layer == 1 && !first ? 576 : 1152;
  return samples / 8 * kilobits * 1000 / hertz + padding;
}

// A tag whose size bytes are as ID3v2 writes them, or two frames in a row. FLAC files exist with such a tag in front.
std::string_view mpeg_audio_kind(Bytes bytes) {
  if (text_at(bytes, 0, 3) == "ID3" && bytes.size() >= 10) {
    const auto low = [&](std::size_t at) { return bytes[at] < 0x80; };
    if (bytes[3] > 4 || bytes[3] < 2 || !low(6) || !low(7) || !low(8) || !low(9)) return {};
    std::uint64_t tag = 0;
    for (std::size_t at = 6; at < 10; ++at) tag = tag << 7 | bytes[at];
    return text_at(bytes, 10 + tag, 4) == "fLaC" ? "flac" : "mp3";
  }
  const auto frame = mpeg_audio_frame(bytes, 0);
  return frame && mpeg_audio_frame(bytes, *frame) ? "mp3" : std::string_view();
}

// The sum over the header with its own field as blanks, in octal (POSIX ustar, 1988): true for every tar since v7.
bool is_tar(Bytes bytes) {
  if (bytes.size() < 512) return false;
  // The name alone adds up to more than three octal digits.
  constexpr std::size_t kFewestDigits = 4;
  std::size_t digits = 0;
  std::uint32_t stored = 0;
  for (const char c : text_at(bytes, 148, 8)) {
    if (c >= '0' && c <= '7') {
      stored = stored * 8 + static_cast<std::uint32_t>(c - '0');
      ++digits;
    } else if (c != ' ' && c != '\0') {
      return false;
    }
  }
  if (digits < kFewestDigits || bytes[0] == 0) return false;
  std::uint32_t sum = 0;
  std::int32_t signed_sum = 0;  // some early writers took bytes as signed
  for (std::size_t i = 0; i < 512; ++i) {
    const unsigned char byte = i >= 148 && i < 156 ? ' ' : bytes[i];
    sum += byte;
    signed_sum += static_cast<signed char>(byte);
  }
  return stored == sum || static_cast<std::int32_t>(stored) == signed_sum;
}

// BITMAPFILEHEADER: reserved words that are zero, or a following header of a size that exists.
bool is_bmp(Bytes bytes) {
  const auto reserved = little_endian<std::uint32_t>(bytes, 6);
  const auto header = little_endian<std::uint32_t>(bytes, 14);
  return reserved && (*reserved == 0 || (header && *header >= 12 && *header <= 256));
}

// A directory of tables whose search range follows from their number, as OpenType defines it.
bool is_sfnt(Bytes bytes) {
  const auto tables = big_endian<std::uint16_t>(bytes, 4), range = big_endian<std::uint16_t>(bytes, 6);
  return tables && range && *tables > 0 && *tables < 256 && *range == std::bit_floor(*tables) * 16u;
}

// The first picture of the directory lies behind it and inside the file.
bool is_ico(Bytes bytes) {
  const auto count = little_endian<std::uint16_t>(bytes, 4);
  const auto length = little_endian<std::uint32_t>(bytes, 14), offset = little_endian<std::uint32_t>(bytes, 18);
  return count && length && offset && *count > 0 && *offset >= 6 + std::uint64_t{*count} * 16 &&
         slice(bytes, *offset, *length);
}

// PROTO 2 to 5, an opcode that can follow it, and STOP as the last byte.
bool is_pickle(Bytes bytes) {
  if (bytes.size() < 4 || bytes[0] != 0x80 || bytes[1] < 2 || bytes[1] > 5) return false;
  if (bytes[1] >= 4 && bytes[2] == 0x95)
    return little_endian<std::uint64_t>(bytes, 3).value_or(UINT64_MAX) <= bytes.size();
  return bytes.back() == '.' && ("}](cX\x8a\x8cKMJG"sv.find(static_cast<char>(bytes[2])) != std::string_view::npos);
}

// A length that a header can have, its brace, and what may follow that in JSON.
bool is_safetensors(Bytes bytes) {
  constexpr std::uint64_t kLongestHeader = 100'000'000;  // of the reference reader
  const auto length = little_endian<std::uint64_t>(bytes, 0);
  if (!length || *length < 2 || *length > kLongestHeader || bytes.size() < 10 || bytes[8] != '{') return false;
  return "\"} \t\r\n"sv.find(static_cast<char>(bytes[9])) != std::string_view::npos;
}

// HDF5 allows a block of the user's in front: the signature may stand at 0, 512, 1024, 2048 ...
bool is_hdf5(Bytes bytes) {
  constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
  if (text_at(bytes, 0, 8) == kSignature) return true;
  for (std::uint64_t at = 512; at < bytes.size() && at <= (1u << 20); at *= 2) {
    if (text_at(bytes, at, 8) == kSignature) return true;
  }
  return false;
}

// Viewers look for the header in the first 1024 bytes. Prose that mentions it there has no trailer at its end.
bool is_pdf(Bytes bytes) {
  const std::string_view head = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 1024 + 5)));
  if (head.starts_with("%PDF-")) return true;
  if (head.find("%PDF-") == head.npos) return false;
  return as_text(bytes.last(std::min<std::size_t>(bytes.size(), 1024))).find("%%EOF") != std::string_view::npos;
}

// 84 bytes and 50 for each triangle of the count: so much for the binary form, which may begin with "solid" too.
bool is_stl(Bytes bytes) {
  const auto triangles = little_endian<std::uint32_t>(bytes, 80);
  if (triangles && *triangles > 0 && bytes.size() == 84 + std::uint64_t{*triangles} * 50) return true;
  const std::string_view head = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 1024)));
  if (!head.starts_with("solid")) return false;
  const auto line = head.find('\n');
  if (line == head.npos) return false;
  const auto word = head.find_first_not_of(" \t\r\n", line);
  return word != head.npos &&
         (head.substr(word).starts_with("facet normal") || head.substr(word).starts_with("endsolid"));
}

}  // namespace

std::string_view probe_binary(Bytes bytes) {
  const std::string_view start = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 16)));
  if (start.starts_with("PK\3\4") || start.starts_with("PK\5\6")) return zip_kind(bytes);
  if (start.starts_with("PK00PK\3\4") || start.starts_with("PK\7\x8PK\3\4")) return "zip";  // split archives
  if (const auto kind = riff_kind(bytes); !kind.empty()) return kind;
  if (const auto kind = iso_media_kind(bytes); !kind.empty()) return kind;
  if (const auto kind = ebml_kind(bytes); !kind.empty()) return kind;
  if (const auto kind = mpeg_audio_kind(bytes); !kind.empty()) return kind;
  if (start.starts_with("BZh") && start.size() >= 10 && start[3] >= '1' && start[3] <= '9' &&
      (start.substr(4, 6) == "1AY&SY" || start.substr(4, 6) == "\x17\x72\x45\x38\x50\x90")) {
    return "bzip2";
  }
  if (start.size() >= 8 && (start[0] & '\xf0') == 0x50 && start.substr(1, 3) == "\x2a\x4d\x18") return "zstd";
  if (start.starts_with("BM") && is_bmp(bytes)) return "bmp";
  if (start.starts_with("BA") && text_at(bytes, 14, 2) == "BM") return "bmp";  // an array of OS/2
  if (start.starts_with("OggS"sv) && binary_within(bytes, 16)) return "ogg";
  if (start.starts_with("fLaC") && binary_within(bytes, 8)) return "flac";
  if (start.starts_with("GGUF") && binary_within(bytes, 8)) return "gguf";
  if (start.starts_with("glTF") && binary_within(bytes, 12)) return "glb";
  if (start.starts_with("LASF") && binary_within(bytes, 32)) return "las";
  if ((start.starts_with("PAR1") || start.starts_with("PARE")) && binary_within(bytes, 128)) return "parquet";
  if (start.starts_with("\xff\x0a") && bytes.size() >= 12) return "jxl";
  if (start.starts_with("\0\0\1\0"sv) && is_ico(bytes)) return "ico";
  if ((start.starts_with("\0\1\0\0"sv) || start.starts_with("true")) && is_sfnt(bytes)) return "ttf";
  if (start.starts_with("MZ")) {
    const auto header = little_endian<std::uint32_t>(bytes, 0x3c);
    if (header && text_at(bytes, *header, 4) == "PE\0\0"sv) return "exe";
  }
  if (is_pdf(bytes)) return "pdf";
  if (is_hdf5(bytes)) return "hdf5";
  if (is_safetensors(bytes)) return "safetensors";
  if (is_tar(bytes)) return "tar";
  if (is_pickle(bytes)) return "pickle";
  return {};
}

std::string_view probe_text(Bytes bytes) {
  const std::string_view start = text_start(bytes);
  const auto ends_word = [&](std::size_t at) {
    return at >= start.size() || " \t\r\n>/"sv.find(start[at]) != std::string_view::npos;
  };
  if (starts_with_folded(start, "<!doctype html") && ends_word(14)) return "html";
  if (starts_with_folded(start, "<html") && ends_word(5)) return "html";
  if (start.starts_with("<svg") && ends_word(4)) return "svg";
  if (start.starts_with("<?xml") && ends_word(5)) {
    const std::string_view head = start.substr(0, 1024);
    if (head.find("<svg") != head.npos) return "svg";
    return head.find("<html") != head.npos ? "html" : "xml";
  }
  const std::string_view whole = as_text(bytes);
  const std::string_view raw = whole.starts_with("\xef\xbb\xbf") ? whole.substr(3) : whole;
  if (raw.starts_with("WEBVTT") && (raw.size() == 6 || " \t\r\n"sv.find(raw[6]) != std::string_view::npos))
    return "vtt";
  if (raw.starts_with("ply\n") || raw.starts_with("ply\r") || raw.starts_with("ply ")) {
    if (raw.substr(0, 64).find("format ") != raw.npos) return "ply";
  }
  if (is_stl(bytes)) return "stl";
  // A cue: a number, and under it a time "00:00:01,000 --> ".
  const auto line = start.find_first_not_of("0123456789");
  if (line != start.npos && line > 0 && (start[line] == '\n' || start[line] == '\r')) {
    const auto time = start.find_first_not_of("\r\n", line);
    if (time != start.npos && start.substr(time, 40).find(" --> ") != std::string_view::npos) return "srt";
  }
  return {};
}

bool looks_like_text(Bytes bytes) {
  constexpr std::size_t kWindow = 4096;
  if (bytes.empty()) return false;
  const auto is_text = [](std::string_view window, bool cut_in_front, bool cut_behind) {
    std::size_t at = 0;
    while (cut_in_front && at < 3 && at < window.size() && (window[at] & '\xc0') == '\x80') ++at;
    while (at < window.size()) {
      const auto byte = static_cast<unsigned char>(window[at]);
      if (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte != 0x1b) return false;
      if (byte == 0x7f) return false;
      const std::size_t length = byte < 0x80 ? 1 : utf8_sequence(window.substr(at));
      if (length == 0) return cut_behind && window.size() - at < 4;
      at += length;
    }
    return true;
  };
  const std::string_view whole = as_text(bytes);
  const bool two = whole.size() > kWindow;
  return is_text(whole.substr(0, kWindow), false, two) &&
         (!two || is_text(whole.substr(whole.size() - kWindow), true, false));
}

std::string_view text_start(Bytes bytes) {
  std::string_view text = as_text(bytes);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const auto first = text.substr(0, 4096).find_first_not_of(" \t\r\n");
  return first == text.npos ? std::string_view() : text.substr(first);
}

bool starts_with_folded(std::string_view text, std::string_view start) {
  if (text.size() < start.size()) return false;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != start[i]) return false;
  }
  return true;
}

}  // namespace bcheck
