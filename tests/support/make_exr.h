// SPDX-License-Identifier: Apache-2.0
// OpenEXR files made in code, by hand, so that they do not share a mistake with the library under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck::testing {

enum class ExrSample : unsigned { kUint = 0, kHalf = 1, kFloat = 2 };

struct ExrSpec {
  int width = 16;
  int height = 12;
  int x = 0, y = 0;                                  // where the data window begins
  std::vector<std::string> channels{"B", "G", "R"};  // sorted, as the format wants it
  ExrSample sample = ExrSample::kFloat;
  bool zip = false;          // each line deflated (ZIPS)
  unsigned compression = 0;  // other than that: the byte in the header, the data stay as they are
  int tile = 0;              // side of a tile; 0 = lines
  int parts = 1;             // all alike
  bool deep = false;         // says so, and has chunks of nothing
  int sampling = 1;          // all channels but the last have every n-th column and line; of lines alone
};

// The value at a pixel, counted from the corner of the window.
using ValueAt = std::function<double(int x, int y, std::size_t channel)>;

std::string make_exr(const ExrSpec& spec, const ValueAt& at);

// Where the table of offsets of that file begins, and how many chunks it has.
std::size_t exr_table(const ExrSpec& spec);
std::size_t exr_chunks(const ExrSpec& spec);

// A gradient with some texture, from 0 to about 2.
double exr_texture(int x, int y, std::size_t channel);

}  // namespace bcheck::testing
