// SPDX-License-Identifier: Apache-2.0
// Also tests: magic_probe.cc, magic_table.cc
#include "validators/magic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "validators/magic_probe.h"
#include "validators/magic_table.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;

std::string_view content(const std::string& bytes) {
  const Format* const format = format_of_content(as_bytes(bytes));
  return format == nullptr ? std::string_view() : format->name;
}

std::string_view extension(std::string_view word) {
  const Format* const format = format_of_extension(word);
  return format == nullptr ? std::string_view() : format->name;
}

std::string padded(std::string bytes, std::size_t size) {
  bytes.resize(std::max(bytes.size(), size), '\0');
  return bytes;
}

std::string zip_entry(const std::string& name, const std::string& data = {}) {
  std::string header = "PK\3\4"s + std::string(22, '\0');
  header += static_cast<char>(name.size());
  header += "\0\0\0"s;
  return header + name + data;
}

// A header as POSIX ustar or, without the magic, as v7 has it.
std::string tar_header(bool ustar, int off = 0) {
  std::string header = padded("notes/a.txt", 512);
  if (ustar) header.replace(257, 8, "ustar\00000"s);
  header.replace(148, 8, "        ");
  int sum = off;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  std::string digits;
  for (int i = 0; i < 6; ++i, sum /= 8) digits.insert(digits.begin(), static_cast<char>('0' + sum % 8));
  return header.replace(148, 8, digits + "\0 "s);
}

std::string ftyp(const std::string& brands) {
  return "\0\0\0"s + static_cast<char>(8 + brands.size()) + "ftyp" + brands;
}

TEST(Magic, NamesContent) {
  const std::string mp3_frame = padded("\xff\xfb\x90\x00"s, 417);  // MPEG-1 layer III, 128 kbit/s, 44.1 kHz
  const struct {
    const char* what;
    std::string bytes;
    std::string_view name;
  } rows[] = {
      {"png", "\x89PNG\r\n\x1a\n"s, "png"},
      {"png after a text-mode transfer", "\x89PNG\n\x1a\n"s, ""},
      {"jpeg", "\xff\xd8\xff\xe0"s, "jpeg"},
      {"gif", "GIF89a"s, "gif"},
      {"gif of no version", "GIF90a"s, ""},
      {"little-endian tiff", "II*\0"s, "tiff"},
      {"big-endian tiff", "MM\0*"s, "tiff"},
      {"bmp", "BM"s + padded("\x46"s, 12) + "\x28\0\0\0"s, "bmp"},
      {"a car", "BMW built it in Munich, in the year 1972, and sold it.", ""},
      {"webp", "RIFF\x10\0\0\0WEBPVP8L"s, "webp"},
      {"wav", "RIFF\x10\0\0\0WAVEfmt "s, "wav"},
      {"wav of more than 4 GiB", "RF64\xff\xff\xff\xffWAVEds64"s, "wav"},
      {"avi", "RIFF\x10\0\0\0AVI LIST"s, "avi"},
      {"riff of another form", "RIFF\x10\0\0\0sfbk"s, ""},
      {"aiff",
       "FORM\0\0\0\x10"
       "AIFFCOMM"s,
       "aiff"},
      {"avif", ftyp("avif\0\0\0\0mif1"s), "avif"},
      {"avif under a general brand", ftyp("mif1\0\0\0\0avif"s), "avif"},
      {"heif", ftyp("heic\0\0\0\0mif1"s), "heif"},
      {"mp4", ftyp("isom\0\0\2\0iso2mp41"s), "mp4"},
      {"m4a", ftyp("M4A \0\0\0\0isom"s), "m4a"},
      {"mov", ftyp("qt  \0\0\0\0qt  "s), "mov"},
      {"mov from before brands", "\0\0\0\x08wide\0\0\x10\0mdat"s, "mov"},
      {"prose with a box's name", "I'm free to go, said the cat, and went.", ""},
      {"webm", "\x1a\x45\xdf\xa3\x93\x42\x82\x84webm"s, "webm"},
      {"mkv", "\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska"s, "mkv"},
      {"jxl codestream", padded("\xff\x0a"s, 20), "jxl"},
      {"jxl container", "\0\0\0\x0cJXL \r\n\x87\n"s, "jxl"},
      {"exr", "\x76\x2f\x31\x01\x02\0\0\0"s, "exr"},
      {"npy", "\x93NUMPY\1\0"s, "npy"},
      {"safetensors", "\x10\0\0\0\0\0\0\0{\"a\":{}}"s, "safetensors"},
      {"safetensors, empty", "\2\0\0\0\0\0\0\0{}"s, "safetensors"},
      {"a long number and a brace", "\x10\0\0\0\0\0\0\1{\"a\":{}}"s, ""},
      {"terminfo", "\x1a\x01\x38\0\0\0\0\0{\x01\xc2\0"s, ""},
      {"gzip", "\x1f\x8b\x08\0"s, "gzip"},
      {"compress", "\x1f\x9d\x90"s, ""},
      {"zip", zip_entry("a.txt"), "zip"},
      {"zip without entries", "PK\5\6"s + std::string(18, '\0'), "zip"},
      {"zip cut in its first header", "PK\3\4"s, "zip"},
      {"npz", zip_entry("arr_0.npy"), "npz"},
      {"pt", zip_entry("archive/data.pkl"), "pt"},
      {"epub", zip_entry("mimetype", "application/epub+zip"), "epub"},
      {"odt", zip_entry("mimetype", "application/vnd.oasis.opendocument.text"), "zip"},
      {"docx", zip_entry("[Content_Types].xml", "PK\1\2 word/document.xml"), "docx"},
      {"xlsx", zip_entry("[Content_Types].xml", "PK\1\2 xl/workbook.xml"), "xlsx"},
      {"pptx", zip_entry("_rels/.rels", "PK\1\2 ppt/presentation.xml"), "pptx"},
      {"office document of another kind", zip_entry("[Content_Types].xml"), "zip"},
      {"zstd", "\x28\xb5\x2f\xfd"s, "zstd"},
      {"zstd, skippable frame first", "\x50\x2a\x4d\x18\0\0\0\0"s, "zstd"},
      {"xz",
       "\xfd"
       "7zXZ\0"s,
       "xz"},
      {"bzip2", "BZh91AY&SY"s, "bzip2"},
      {"bzip2 around nothing", "BZh9\x17\x72\x45\x38\x50\x90"s, "bzip2"},
      {"bzip2 without a block", "BZh9 is a file", ""},
      {"7z", "7z\xbc\xaf\x27\x1c"s, "7z"},
      {"rar", "Rar!\x1a\x07\x01\0"s, "rar"},
      {"tar", tar_header(true), "tar"},
      {"tar of v7", tar_header(false), "tar"},
      {"tar with a wrong checksum", tar_header(true, 1), ""},
      {"tar cut in its header", tar_header(true).substr(0, 511), ""},
      {"pdf", "%PDF-1.7\n", "pdf"},
      {"pdf behind junk", "\n\n%PDF-1.4\n1 0 obj\nstartxref\n0\n%%EOF\n", "pdf"},
      {"prose about pdf", "A header is %PDF-1.4 and a trailer ends the file.", ""},
      {"gguf", "GGUF\3\0\0\0"s, "gguf"},
      {"parquet", "PAR1\x15\4\x15"s, "parquet"},
      {"a gene", "PAR1 is a receptor of thrombin.", ""},
      {"hdf5", "\x89HDF\r\n\x1a\n"s, "hdf5"},
      {"hdf5 behind a user block", padded("user", 512) + "\x89HDF\r\n\x1a\n"s, "hdf5"},
      {"hdf5 elsewhere", padded("user", 600) + "\x89HDF\r\n\x1a\n"s, ""},
      {"sqlite", "SQLite format 3\0"s, "sqlite"},
      {"arrow", "ARROW1\0\0"s, "arrow"},
      {"glb", "glTF\2\0\0\0"s, "glb"},
      {"las", padded("LASF", 32), "las"},
      {"flac", "fLaC\0\0\0\x22"s, "flac"},
      {"flac behind an ID3 tag", "ID3\3\0\0\0\0\0\2xyfLaC"s, "flac"},
      {"ogg", "OggS\0\2"s, "ogg"},
      {"mp3 with a tag", "ID3\4\0\0\0\0\0\x10"s, "mp3"},
      {"prose with ID3", "ID3 tags are fine.", ""},
      {"mp3 frames", mp3_frame + mp3_frame, "mp3"},
      {"one mp3 frame", mp3_frame, ""},
      {"UTF-16", "\xff\xfeh\0i\0"s, ""},
      {"elf",
       "\x7f"
       "ELF\2\1\1"s,
       "elf"},
      {"exe", padded("MZ", 60) + "\x40\0\0\0PE\0\0"s, "exe"},
      {"ico", "\0\0\1\0\1\0\x10\x10\0\0\1\0\x20\0\4\0\0\0\x16\0\0\0abcd"s, "ico"},
      {"65,536 vectors of dimension 128", "\0\0\1\0\x80\0\0\0\x3f\x9d\0\x3c\0\0\x80\x3f\0\0\x80\x3f\0\0\x80\x3f"s, ""},
      {"ttf", "\0\1\0\0\0\x10\1\0\0\4\0\0"s, "ttf"},
      {"256 vectors of dimension 4096", "\0\1\0\0\0\x10\0\0\0\4\0\0"s, ""},
      {"pickle", "\x80\4\x95\1\0\0\0\0\0\0\0N."s, "pickle"},
      {"old torch", "\x80\2\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."s, "pickle"},
      {"fits", "SIMPLE  =                    T"s, "fits"},
      {"dicom", padded("", 128) + "DICM"s, "dicom"},
      {"html", "<!DOCTYPE html>\n", "html"},
      {"html in capitals behind blanks", "\n  <HTML>", "html"},
      {"html behind a byte order mark", "\xef\xbb\xbf<html lang=\"en\">", "html"},
      {"prose about html", "<htmlish> is no tag", ""},
      {"xml", "<?xml version=\"1.0\"?><a/>", "xml"},
      {"svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "svg"},
      {"svg behind a prologue", "<?xml version=\"1.0\"?>\n<svg/>", "svg"},
      {"xhtml", "<?xml version=\"1.0\"?>\n<html/>", "html"},
      {"vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nhi\n", "vtt"},
      {"vtt, nothing more", "WEBVTT", "vtt"},
      {"no vtt", "WEBVTTX", ""},
      {"srt", "1\n00:00:00,000 --> 00:00:01,000\nhi\n", "srt"},
      {"a number in a line", "1\nto rule them all\n", ""},
      {"ply", "ply\nformat ascii 1.0\n", "ply"},
      {"ascii stl", "solid a\n  facet normal 0 0 1\n", "stl"},
      {"prose", "solid gold\nis heavy\n", ""},
      {"binary stl", padded("solid", 80) + "\1\0\0\0"s + std::string(50, 'x'), "stl"},
      {"binary stl of another size", padded("solid", 80) + "\1\0\0\0"s + std::string(51, 'x'), ""},
      {"postscript", "%!PS-Adobe-3.0\n", "postscript"},
      {"rtf", "{\\rtf1}", "rtf"},
      {"json", "{\"a\": 1}", ""},
      {"words", "hello", ""},
      {"zeros", std::string(600, '\0'), ""},
      {"nothing", "", ""},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(content(row.bytes), row.name);
  }
}

// Whatever a signature is cut to, and whatever stands in for its bytes, nothing is read past the end (asan sees it)
// and the answer is one of the table.
TEST(Magic, AnyCutIsHarmless) {
  for (const Signature& signature : signature_table()) {
    std::string bytes(signature.offset, 'x');
    bytes += signature.bytes;
    EXPECT_EQ(content(bytes), signature.format->name);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string cut = bytes.substr(0, size);
      const Format* const format = format_of_content(as_bytes(cut));
      EXPECT_NE(format, signature.format) << signature.format->name << " from " << size << " bytes";
    }
  }
}

TEST(Magic, ExtensionsPromise) {
  const struct {
    std::string_view extension, name;
  } rows[] = {
      {"png", "png"}, {"jpg", "jpeg"}, {"jpe", "jpeg"},    {"tif", "tiff"},     {"apng", "png"}, {"txt", "text"},
      {"md", "text"}, {"tgz", "gzip"}, {"svgz", "gzip"},   {"h5", "hdf5"},      {"pth", "pt"},   {"ndjson", "jsonl"},
      {"whl", "zip"}, {"zst", "zstd"}, {"u8bin", "u8bin"}, {"bin", ""},         {"dat", ""},     {"raw", ""},
      {"f32", ""},    {"", ""},        {"PNG", ""},        {"nosuchthing", ""}, {"7z", "7z"},    {"zstd", "zstd"},
  };
  for (const auto& row : rows) EXPECT_EQ(extension(row.extension), row.name) << row.extension;
}

TEST(Magic, TablesAreSound) {
  std::set<std::string_view> names;
  for (const Format& format : all_formats()) {
    SCOPED_TRACE(format.name);
    EXPECT_TRUE(names.insert(format.name).second);
    EXPECT_EQ(find_format(format.name), &format);
    EXPECT_FALSE(format.family.empty());
    EXPECT_GE(format.smallest, 1u);
    EXPECT_EQ(format.text, format.family == "text");
  }
  EXPECT_EQ(find_format("nosuchthing"), nullptr);
  EXPECT_EQ(find_format(""), nullptr);
  for (const Extension& row : extension_table()) EXPECT_EQ(format_of_extension(row.extension), row.format);
}

// The words that other rooms and users' rules rely on.
TEST(Magic, VocabularyIsComplete) {
  for (const std::string_view name :
       {"png",   "jpeg",        "gif",   "webp",    "tiff",  "bmp",    "avif",     "heif",  "jxl",  "exr",  "npy",
        "npz",   "safetensors", "fvecs", "ivecs",   "bvecs", "fbin",   "u8bin",    "i8bin", "raw",  "text", "json",
        "jsonl", "csv",         "tsv",   "xml",     "svg",   "html",   "markdown", "srt",   "vtt",  "gzip", "zip",
        "zstd",  "xz",          "bzip2", "tar",     "7z",    "rar",    "pdf",      "docx",  "xlsx", "pptx", "epub",
        "pt",    "onnx",        "gguf",  "parquet", "hdf5",  "sqlite", "arrow",    "glb",   "gltf", "ply",  "stl",
        "obj",   "las",         "wav",   "flac",    "ogg",   "mp3",    "mp4",      "webm"}) {
    EXPECT_NE(find_format(name), nullptr) << name;
  }
}

TEST(Magic, Opposites) {
  const struct {
    std::string_view expected, content;
    bool opposite;
  } rows[] = {
      {"png", "jpeg", true},  {"png", "png", false},   {"docx", "zip", false},  {"docx", "xlsx", false},
      {"npz", "zip", false},  {"mp4", "m4a", false},   {"avif", "heif", false}, {"avif", "mp4", true},
      {"wav", "webp", true},  {"text", "html", false}, {"csv", "json", false},  {"text", "png", true},
      {"png", "html", true},  {"tar", "gzip", false},  {"gzip", "tar", true},   {"pt", "pickle", false},
      {"ply", "text", false}, {"raw", "png", true},    {"fvecs", "raw", false}, {"ico", "png", false},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(are_opposites(*find_format(row.expected), *find_format(row.content)), row.opposite)
        << row.expected << " " << row.content;
  }
}

TEST(Magic, LooksLikeText) {
  const std::string long_text(10'000, 'a');
  std::string umlauts;
  while (umlauts.size() < 9'000) umlauts += "x\xc3\xa4";  // characters across both windows' edges
  const struct {
    const char* what;
    std::string bytes;
    bool text;
  } rows[] = {
      {"words", "Not found\r\n\t", true},
      {"nothing", "", false},
      {"NUL", "a\0b"s, false},
      {"control", "a\x01", false},
      {"escape sequences", "\x1b[31mred\x1b[0m", true},
      {"Latin-1", "caf\xe9", false},
      {"UTF-8", "caf\xc3\xa9", true},
      {"UTF-8, cut", "caf\xc3", false},
      {"long", long_text, true},
      {"long, characters across the windows' edges", umlauts, true},
      {"long, binary at the end", long_text + "\0\1"s, false},
      {"long, binary in the first window", "\x7f" + long_text, false},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(looks_like_text(as_bytes(row.bytes)), row.text);
  }
}

}  // namespace
}  // namespace bcheck
