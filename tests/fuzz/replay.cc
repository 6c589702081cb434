// SPDX-License-Identifier: Apache-2.0
// main() for a fuzz target without a fuzzer: feeds it every file named or found below a named folder, the empty
// input first, then cut and flipped versions of each file. So the targets are built and run in every ordinary test.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

constexpr int kMutationsPerFile = 40;

// An exact heap copy, so that the address sanitizer sees a read past the end.
void feed(const Input& input) {
  const std::vector<std::uint8_t> exact(input.begin(), input.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

Input read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

int replay(const Input& input, std::uint32_t seed) {
  feed(input);
  if (input.empty()) return 1;
  std::mt19937 random(seed);
  for (int i = 0; i < kMutationsPerFile; ++i) {
    Input changed = input;
    if (i % 4 == 0) {
      changed.resize(random() % changed.size());
    } else {
      for (auto n = 1 + random() % 3; n > 0; --n) {
        changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
      }
    }
    feed(changed);
  }
  return 1 + kMutationsPerFile;
}

}  // namespace

int main(int argc, char** argv) {
  feed({});
  int inputs = 1;
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    if (std::filesystem::is_directory(argv[i])) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else {
      files.emplace_back(argv[i]);
    }
  }
  std::uint32_t seed = 1;
  for (const auto& file : files) inputs += replay(read(file), seed++);
  std::printf("%d inputs from %zu files\n", inputs, files.size());
  return files.empty() ? 1 : 0;  // a target without a corpus tests next to nothing
}
