// SPDX-License-Identifier: Apache-2.0
// Also tests: error_body.cc, temporary_name.cc, zeros.cc
#include "validators/generic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/text.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;

// Types with the formats that the tests speak of; whether the real ones have more does not matter here.
class NoCheck : public Check {
  void run(const Artifact&, Observation&) override {}
};
Result<std::unique_ptr<Check>> no_check(const Options&, const Wanted&) {
  return std::make_unique<NoCheck>();
}

constexpr MeasureInfo kMeasures[]{kBytes};
constexpr std::string_view kPictures[]{"png", "jpeg"};
constexpr std::string_view kVectors[]{"npy", "npz", "raw", "json", "jsonl", "csv"};
constexpr std::string_view kPlain[]{"text", "markdown"};
const Type kPicture{"image", "image", "pictures", kPictures, kMeasures, {}, {}, {}, no_check};
const Type kVector{"embedding", "embedding", "vectors", kVectors, kMeasures, {}, {}, {}, no_check};
const Type kText{"text", "text", "text", kPlain, kMeasures, {}, {}, {}, no_check};

const Type* type_named(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const Type* const type : {&kPicture, &kVector, &kText}) {
    if (type->name == name) return type;
  }
  return find_type(name);
}

struct Answer {
  bool hopeless = false;
  Observation observation;
  std::string codes;  // "artifact.empty", with a "?" where it only warns; blanks between
};

Answer inspect(std::string_view path, std::string_view type, const std::string& bytes) {
  Answer answer;
  const auto dot = path.rfind('.');
  const std::string extension = dot == path.npos ? "" : lower_ascii(path.substr(dot + 1));
  // Exact on the heap, so that asan sees a read past the end.
  const auto exact = std::make_unique<unsigned char[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), exact.get());
  const Artifact artifact{{exact.get(), bytes.size()}, path, extension};
  answer.hopeless = inspect_any(artifact, type_named(type), format_of_content(artifact.bytes), answer.observation);
  for (const Fault& fault : answer.observation.faults) {
    answer.codes += (answer.codes.empty() ? "" : " ") + std::string(fault.code);
    if (fault.severity != Severity::kFail) answer.codes += "?";
  }
  return answer;
}

const std::string kPng = "\x89PNG\r\n\x1a\n" + std::string(60, 'x');
const std::string kPage = "<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n";
const std::string kXmlError = "<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code></Error>";
const std::string kJsonError = "{\"error\": {\"message\": \"rate limit\", \"code\": 429}}\n";
const std::string kPointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n";

std::string zeros(std::size_t count) {
  return std::string(count, '\0');
}

TEST(Generic, Finds) {
  const std::string npy = "\x93NUMPY\1\0\x76\0"s + std::string(118, ' ');
  const std::string zip = "PK\3\4"s + std::string(40, 'x') + "PK\5\6"s + zeros(18);
  const struct {
    const char* what;
    std::string_view path, type;
    std::string bytes;
    std::string codes;
    bool hopeless;
  } rows[] = {
      {"empty", "a.png", "image", "", "artifact.empty", true},
      {"empty text", "a.txt", "text", "", "artifact.empty", true},
      {"one zero", "a", "", zeros(1), "artifact.all-zero", true},
      {"zeros", "a.png", "image", zeros(4096), "artifact.all-zero", true},
      {"zeros of any type", "a.bin", "", zeros(9), "artifact.all-zero", true},
      {"zeros, then one", "a.bin", "", zeros(4096) + "x", "", false},
      {"a pointer", "a.safetensors", "", kPointer, "artifact.lfs-pointer", true},
      {"a pointer as text", "a.txt", "text", kPointer, "artifact.lfs-pointer", true},
      {"a pointer in a conflict", "a.bin", "", "<<<<<<< HEAD\n" + kPointer + "=======\n", "artifact.lfs-pointer", true},
      {"text that begins so and goes on", "a.txt", "text", kPointer + std::string(1000, 'x'), "", false},

      {"a sound start", "a.png", "image", kPng, "", false},
      {"a page for a picture", "a.png", "image", kPage, "artifact.not-the-artifact", true},
      {"a page for a picture, found out", "a.png", "", kPage, "artifact.not-the-artifact", true},
      {"a page, capitals, behind blanks", "a.png", "image", "\r\n <HTML><BODY>", "artifact.not-the-artifact", true},
      {"a page for text", "a.txt", "text", kPage, "", false},
      {"a page for text, found out", "a.txt", "", kPage, "", false},
      {"a page for html", "a.html", "html", kPage, "", false},
      {"a page for json", "a.json", "json", kPage, "artifact.not-the-artifact", true},
      {"a page for csv", "a.csv", "csv", kPage, "artifact.not-the-artifact", true},
      {"a page for xml", "a.xml", "xml", kPage, "artifact.not-the-artifact", true},
      {"XHTML for xml", "a.xml", "xml", "<html xmlns=\"http://www.w3.org/1999/xhtml\"/>", "", false},
      {"a page for what promises nothing", "a", "", kPage, "", false},
      {"a page for .bin", "a.bin", "", kPage, "artifact.not-the-artifact", true},
      {"a page for .bin with a type", "a.bin", "embedding", kPage, "artifact.not-the-artifact", true},
      {"an XML error for a zip", "a.zip", "zip", kXmlError, "artifact.not-the-artifact", true},
      {"an XML error for text", "a.txt", "text", kXmlError, "", false},
      {"an XML error for xml", "a.xml", "xml", kXmlError, "artifact.not-the-artifact?", false},
      {"XML about errors", "a.svg", "svg", "<?xml version=\"1.0\"?><Errors/>", "", false},
      {"a JSON error for a picture", "a.png", "image", kJsonError, "artifact.not-the-artifact", true},
      {"a JSON error for vectors", "a.npy", "embedding", kJsonError, "artifact.not-the-artifact", true},
      {"a JSON error for json", "a.json", "json", kJsonError, "", false},
      {"a JSON error for json, found out", "a.json", "", kJsonError, "", false},
      {"a JSON error for html", "a.html", "html", kJsonError, "artifact.not-the-artifact", true},
      {"records, some of them errors", "a.jsonl", "jsonl", "{\"error\": 1}\n{\"id\": 2}\n", "", false},
      {"JSON of other members", "a.jsonl", "jsonl", "{\"id\": 1, \"error\": null}\n", "", false},
      {"a JSON error of 64 KiB", "a.jsonl", "jsonl", "{\"error\": \"" + std::string(65536, 'x') + "\"}", "", false},
      {"a phrase for a picture", "a.png", "image", "Not Found", "artifact.not-the-artifact", true},
      {"a phrase for text", "a.txt", "text", "Not Found", "", false},
      {"a phrase for csv", "a.csv", "csv", "Not found,1\n", "", false},
      {"a phrase for .dat", "a.dat", "", "upstream connect error or disconnect", "artifact.not-the-artifact", true},

      {"a picture of another kind by its name", "a.jpg", "image", kPng, "artifact.type-mismatch", false},
      {"the same, found out", "a.jpg", "", kPng, "artifact.type-mismatch", false},
      {"a picture for text", "a.txt", "text", kPng, "artifact.type-mismatch", true},
      {"a picture for text of an unknown name", "a.caption", "text", kPng, "artifact.type-mismatch", true},
      {"a picture for a document", "a.pdf", "pdf", kPng, "artifact.type-mismatch", true},
      {"a picture for vectors in .bin", "a.bin", "embedding", kPng, "artifact.type-mismatch", true},
      {"a picture in .bin", "a.bin", "", kPng, "", false},
      {"a picture without extension", "a", "", kPng, "", false},
      {"two bytes for vectors", "a.f32", "embedding", "\xff\x0a" + std::string(62, 'x'), "", false},
      {"text for a picture", "a.png", "image", std::string(200, 'a'), "artifact.type-mismatch", true},
      {"text for a zip, found out", "a.zip", "", std::string(200, 'a'), "artifact.type-mismatch", true},
      {"text for numbers by name", "a.npy", "embedding", std::string(200, 'a'), "artifact.type-mismatch", true},
      {"text for numbers that may be text", "a.vec", "embedding", std::string(200, 'a'), "", false},
      {"text for text of another kind", "a.csv", "text", "a,b\n", "", false},
      {"a shell script with an archive behind it", "a.zip", "zip", "#!/bin/sh\nexec\n" + std::string(5000, 'a') + zip,
       "", false},
      {"noise for a picture", "a.png", "image", "\x01\x02\xff" + std::string(100, '\x80'), "", false},
      {"a zip named docx", "a.docx", "docx", zip, "", false},
      {"a compressed tar", "a.tar.gz", "tar", "\x1f\x8b\x08" + std::string(20, 'x'), "", false},
      {"npy named npz", "a.npz", "embedding", npy, "artifact.type-mismatch", false},

      {"too short to be one", "a.png", "image", "\x89PN\x01", "artifact.too-small", true},
      {"too short, letters", "a.parquet", "parquet", "PAR1", "artifact.too-small", true},
      {"too short, no check of its own", "a.zip", "zip", "PK\3\4", "artifact.too-small", true},
      {"too short, left to the check", "a.png", "image", kPng.substr(0, 20), "", false},
      {"the smallest zip", "a.zip", "zip", "PK\5\6" + zeros(18), "", false},
      {"one character", "a.txt", "text", "a", "", false},

      {"zeros behind bzip2", "a.bz2", "bzip2", "BZh91AY&SY" + std::string(50, 'x') + zeros(64), "artifact.zero-tail",
       false},
      {"fewer", "a.bz2", "bzip2", "BZh91AY&SY" + std::string(50, 'x') + zeros(63), "", false},
      {"zeros in place of the end", "a.zip", "zip", zip.substr(0, 44) + zeros(100), "artifact.zero-tail", false},
      {"zeros behind the end of a zip", "a.zip", "zip", zip + zeros(100), "artifact.zero-tail?", false},
      {"padding of xz", "a.xz", "xz", "\xfd\x37zXZ"s + zeros(1) + std::string(26, 'x') + "YZ" + zeros(64), "", false},
      {"padding of xz by another number", "a.xz", "xz",
       "\xfd\x37zXZ"s + zeros(1) + std::string(26, 'x') + "YZ" + zeros(66), "artifact.zero-tail", false},
      {"zeros behind json", "a.json", "json", "{}" + zeros(64), "artifact.zero-tail", false},
      {"a few zeros in a short text", "a.csv", "csv", "a,b\n" + zeros(4), "artifact.zero-tail", false},
      {"UTF-16 ends in one", "a.csv", "csv", "\xff\xfe" + "a\0,\0b\0\n\0"s, "", false},
      {"zeros behind text, which has rules for that", "a.txt", "text", "a" + zeros(64), "", false},
      {"zeros of sound", "a.wav", "wav", "RIFF\0\1\0\0WAVEfmt "s + std::string(40, 'x') + zeros(5000), "", false},
      {"a lost block in text", "a.obj", "obj", "v 1 2 3\n" + zeros(64) + "\nv 3 2 1\n", "artifact.zero-run", false},
      {"a NUL in text", "a.csv", "csv", "a,b\n\0c,d\n"s, "", false},
      {"a lost block in what has a check", "a.csv", "embedding", "1,2\n" + zeros(64) + "\n3,4\n", "", false},

      {"a temporary name", "b/a.png.part", "image", kPng, "artifact.temp-name", false},
      {"a temporary name and nothing in it", "a.tmp", "text", "", "artifact.temp-name artifact.empty", true},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Answer answer = inspect(row.path, row.type, row.bytes);
    EXPECT_EQ(answer.codes, row.codes);
    EXPECT_EQ(answer.hopeless, row.hopeless);
    ASSERT_EQ(answer.observation.measures.size(), 1u);
    EXPECT_EQ(answer.observation.measures[0].name, "bytes");
    EXPECT_EQ(std::get<std::int64_t>(answer.observation.measures[0].value),
              static_cast<std::int64_t>(row.bytes.size()));
  }
}

// Every code is in the table, and every message is one that can be shown.
TEST(Generic, FaultsAreDocumented) {
  const std::string hostile = "<html><title>\x1b[2J\nforged line\xff</title>";
  for (const std::string& bytes : {std::string(), zeros(3), kPointer, kPage, kXmlError, kJsonError, hostile}) {
    const Answer answer = inspect("a.png.tmp", "image", bytes);
    EXPECT_GE(answer.observation.faults.size(), 2u);
    for (const Fault& fault : answer.observation.faults) {
      EXPECT_TRUE(std::any_of(generic_findings().begin(), generic_findings().end(), [&](const FindingInfo& info) {
        return info.code == fault.code;
      })) << fault.code;
      EXPECT_FALSE(fault.message.empty());
      for (const char c : fault.message) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << fault.message;
    }
  }
}

TEST(Generic, MessagesNameBoth) {
  const auto message = [](const Answer& answer) { return answer.observation.faults.at(0).message; };
  EXPECT_EQ(message(inspect("a.jpg", "image", kPng)), "the content is png, and the extension \".jpg\" promises jpeg");
  EXPECT_EQ(message(inspect("a.txt", "text", kPng)), "the content is png, and type text was declared");
  EXPECT_EQ(message(inspect("a.png", "image", kPage)), "an HTML page titled \"404 Not Found\" stands in its place");
  EXPECT_EQ(message(inspect("a.zip", "zip", "PK\3\4")), "4 bytes, and the smallest zip file has 22");
}

TEST(Generic, TemporaryNames) {
  for (const std::string_view name :
       {"x.tmp", "x.TMP", "dir/x.part", "x.partial", "x.crdownload", "x.download", "x.incomplete", "x.temp", ".x.swp",
        "x.aria2", "~$plan.docx", ".~lock.x.odt#", ".nfs0000000000a1b2c300000d41", ".fuse_hidden0000", ".x.png.Ab12Cd",
        ".x.aB3dE9", "a/.goutputstream-AB12CD"}) {
    EXPECT_TRUE(is_temporary_name(name)) << name;
  }
  for (const std::string_view name : {"",          "x",           "x.png",      "tmp",          ".tmp",
                                      "part",      "x.tmp/y.png", "dir.part/x", "x.png.Ab12Cd", ".x.backup",
                                      ".x.202401", ".x.sqlite",   ".bashrc",    "x.parts",      "a~b",
                                      "x.png~",    ".Ab12Cd",     "temp.txt",   "nfs.txt",      ".nfsrc",
                                      ".nfs1"}) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
  }
}

TEST(Generic, TemporaryNamesAreToldByTheirEnds) {
  for (const std::string_view name : {"x.FilePart", "x.opdownload", "x.png.Tmp", "dir.x/y.SWX", "..swo"}) {
    EXPECT_TRUE(is_temporary_name(name)) << name;
  }
  for (const std::string_view name : {".~LOCK.x#", ".NFS0000000000A1B2C300000D41", "~$.txt"}) {
    EXPECT_TRUE(is_temporary_name(name)) << name;
  }
  for (const std::string_view name : {".swp", "x.swpx", "x.tmp.", "xtmp", "x.opdownloads", "x.\xFFtmp"}) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
  }
  for (const std::string_view name : {"~x", "x..", ".", "..", "/", "dir/"})
    EXPECT_FALSE(is_temporary_name(name)) << name;
}

}  // namespace
}  // namespace bcheck
