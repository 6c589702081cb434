// SPDX-License-Identifier: Apache-2.0
// bcheck_demo OUT [--second]: the demo batch. Sixteen samples of which each should have a picture, a caption and a
// vector, made by a job that said DONE; most of what goes wrong in batches is in it, once each. The second run has
// repaired some, changed some and broken one that was right.
//
// Writes OUT/manifest.tsv and OUT/rules.json (those of manifests/demo) and OUT/out/. The same bytes every time, as
// long as the libraries that compress are the same.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "demo/encode.h"

namespace {

using namespace bcheck::demo;
namespace fs = std::filesystem;

constexpr unsigned kSamples = 16;
constexpr unsigned kSize = 96;            // pixels
constexpr unsigned kRows = 4, kDim = 64;  // of a vector file

struct Sample {
  unsigned number;
  bool second;  // the second run

  std::string key() const { return (number < 10 ? "sample-0" : "sample-") + std::to_string(number); }
  bool jpeg() const { return number % 2 == 0; }
  std::string picture_name() const { return "images/" + key() + (jpeg() ? ".jpg" : ".png"); }
};

std::string encoded(const Sample& sample, std::string_view kind, int level = 6) {
  const Picture picture = draw(kind, kSize, kSize, sample.number);
  return sample.jpeg() ? to_jpeg(picture) : to_png(picture, level);
}

std::string cut(std::string bytes, unsigned percent) {
  bytes.resize(bytes.size() * percent / 100);
  return bytes;
}

// Empty: not there at all.
std::string picture_of(const Sample& sample) {
  switch (sample.number) {
    case 1: return encoded(sample, "photo", sample.second ? 9 : 6);     // second: compressed again
    case 3: return encoded(sample, sample.second ? "photo" : "black");  // second: repaired
    case 4: return encoded(sample, "white");
    case 5: return cut(encoded(sample, "photo"), 60);
    case 6: return cut(encoded(sample, "photo"), 55);                         // the lower half decodes to grey
    case 7: return sample.second ? encoded(sample, "photo") : std::string();  // missing; second: there
    case 8: return "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n<body>502</body></html>\n";
    default: return encoded(sample, "photo");
  }
}

std::string caption_of(const Sample& sample) {
  static constexpr std::string_view kThings[]{"a red barn", "two sailing boats", "a sleeping cat", "an empty street"};
  static constexpr std::string_view kWhere[]{"under a cloudy sky", "in the late evening", "seen from above"};
  const std::string caption = "A photo of " + std::string(kThings[sample.number % 4]) + ", " +
                              std::string(kWhere[sample.number % 3]) + ", number " + std::to_string(sample.number) +
                              ".\n";
  switch (sample.number) {
    case 2: return sample.second ? "Another caption for the same picture, just as good.\n" : caption;
    case 9: return "";
    case 10: return "A photo of a caf\xE9 \xFF\xFE and a cha\xEEne, cut in \x80\x81 transit.\n";
    default: return caption;
  }
}

std::string vectors_of(const Sample& sample) {
  const auto file = [&](std::string_view kind) { return to_npy(vectors(kind, kRows, kDim, sample.number), kDim); };
  switch (sample.number) {
    case 11: return file("nan");
    case 12: return file("zero");
    case 13: return cut(file("unit"), 70);
    case 14: return file(sample.second ? "nan" : "unit");  // newly broken
    default: return file("unit");
  }
}

void write(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

void make(const fs::path& place, bool second) {
  const fs::path output = place / "out";
  for (unsigned number = 1; number <= kSamples; ++number) {
    const Sample sample{number, second};
    if (const std::string picture = picture_of(sample); !picture.empty()) {
      write(output / sample.picture_name(), picture);
    }
    write(output / ("captions/" + sample.key() + ".txt"), caption_of(sample));
    write(output / ("vectors/" + sample.key() + ".npy"), vectors_of(sample));
  }
  // From an older job, and from one that was killed.
  write(output / "images/sample-99.png", to_png(draw("photo", kSize, kSize, 99)));
  if (!second) write(output / "vectors/sample-16.npy.tmp", "half of it");
  for (const char* const name : {"manifest.tsv", "rules.json"}) {
    fs::copy_file(fs::path(BCHECK_DEMO_MANIFESTS) / name, place / name, fs::copy_options::overwrite_existing);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool second = argc == 3 && std::string_view(argv[2]) == "--second";
  if (argc != 2 && !second) {
    std::fputs("usage: bcheck_demo OUT [--second]\n", stderr);
    return 2;
  }
  try {
    make(argv[1], second);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bcheck_demo: %s\n", e.what());
    return 1;
  }
}
