// SPDX-License-Identifier: Apache-2.0
// bcheck_make: one file for a golden case, or damage to one.
#include <charconv>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "demo/encode.h"
#include "demo/encode_rare.h"

namespace {

using namespace bcheck::demo;

constexpr std::string_view kUsage =
    "usage: bcheck_make png PATH WIDTHxHEIGHT KIND [SEED]    KIND: photo black white flat grey-half\n"
    "       bcheck_make jpeg PATH WIDTHxHEIGHT KIND [SEED]\n"
    "       bcheck_make avif|heic|jxl|jxl-lossy|exr|exr-raw PATH WIDTHxHEIGHT KIND [SEED]\n"
    "       bcheck_make png-bomb PATH WIDTHxHEIGHT           so many pixels declared, none there\n"
    "       bcheck_make npy PATH ROWSxDIM KIND [SEED]        KIND: unit nan zero same long\n"
    "       bcheck_make cut PATH BYTES|PERCENT%              keep so much of the file's beginning\n"
    "       bcheck_make flip PATH OFFSET|PERCENT%            invert the byte at that place\n";

unsigned number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::invalid_argument("no number: " + std::string(text));
  }
  return value;
}

std::pair<unsigned, unsigned> pair_of(std::string_view text) {
  const auto x = text.find('x');
  if (x == std::string_view::npos) throw std::invalid_argument("no size: " + std::string(text));
  return {number(text.substr(0, x)), number(text.substr(x + 1))};
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

std::size_t place(std::string_view text, std::size_t size) {
  return text.ends_with('%') ? size * number(text.substr(0, text.size() - 1)) / 100 : number(text);
}

bool make(const std::vector<std::string>& words) {
  if (words.size() < 3) return false;
  const std::string &what = words[0], &path = words[1];
  if (words.size() == 3 && what == "png-bomb") {
    const auto [width, height] = pair_of(words[2]);
    write(path, to_png_bomb(width, height));
    return true;
  }
  if (words.size() == 3 && (what == "cut" || what == "flip")) {
    std::string bytes = read(path);
    const std::size_t at = place(words[2], bytes.size());
    if (at >= bytes.size()) throw std::invalid_argument("beyond the end of " + path);
    if (what == "cut") {
      bytes.resize(at);
    } else {
      bytes[at] = static_cast<char>(~bytes[at]);
    }
    write(path, bytes);
    return true;
  }
  if (words.size() < 4 || words.size() > 5) return false;
  const auto [first, second] = pair_of(words[2]);
  const unsigned seed = words.size() == 5 ? number(words[4]) : 1;
  if (what == "png") {
    write(path, to_png(draw(words[3], first, second, seed)));
  } else if (what == "jpeg") {
    write(path, to_jpeg(draw(words[3], first, second, seed)));
  } else if (what == "npy") {
    write(path, to_npy(vectors(words[3], first, second, seed), second));
  } else if (const std::string rare = to_rare(what, draw(words[3], first, second, seed)); !rare.empty()) {
    write(path, rare);
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (make({argv + 1, argv + argc})) return 0;
    std::fputs(kUsage.data(), stderr);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bcheck_make: %s\n", e.what());
  }
  return 2;
}
