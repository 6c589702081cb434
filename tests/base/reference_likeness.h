// SPDX-License-Identifier: Apache-2.0
// Reference values of the likeness of texts and vectors, and of the sum of hashes, by the ids that they have in the
// collection that they are from: Python and NumPy 1.24. A number is right within abs + rel × |expected|, with the
// tolerances of its row; NaN stands for undefined.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace bcheck::testing {

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// clang-format off
struct TextRow { const char* id; const char8_t* a; const char8_t* b; std::size_t distance; double ratio, jaccard, chrf, rel, abs; };
inline constexpr TextRow kTexts[] = {
    {"text_sim/000", u8"", u8"", 0, 1.0, 1.0, 1.0, 1e-10, 1e-12},
    {"text_sim/001", u8"", u8"abc", 3, 0.0, 0.0, 0.0, 1e-10, 1e-12},
    {"text_sim/002", u8"abc", u8"", 3, 0.0, 0.0, 0.0, 1e-10, 1e-12},
    {"text_sim/003", u8"abc", u8"abc", 0, 1.0, 1.0, 1.0, 1e-10, 1e-12},
    {"text_sim/004", u8"kitten", u8"sitting", 3, 0.5714285714285714, 0.0, 0.19025078890549743, 1e-10, 1e-12},
    {"text_sim/005", u8"The quick brown fox jumps over the lazy dog.", u8"The quick brown fox jumped over the lazy dog.", 2, 0.9555555555555556, 0.7608695652173914, 0.8718339128560473, 1e-10, 1e-12},
    {"text_sim/006", u8"\u53d1\u7968\u91d1\u989d\uff1a1,204.00 \u5143", u8"\u53d1\u7968\u91d1\u989d\uff1a1,204.00\u5143", 1, 0.9333333333333333, 0.75, 1.0, 1e-10, 1e-12},
    {"text_sim/007", u8"\u53d1\u7968\u91d1\u989d\uff1a1,204.00 \u5143", u8"\u53d1\u7968\u53f7\u7801\uff1a88231", 11, 0.2666666666666667, 0.0, 0.09416991764195927, 1e-10, 1e-12},
    {"text_sim/008", u8"abababababababababababababababababababababababababababababab", u8"babababababababababababababababababababababababababababababa", 2, 0.9666666666666667, 1.0, 0.9912208616044477, 1e-10, 1e-12},
    {"text_sim/009", u8"na\u00efve caf\u00e9", u8"naive cafe", 2, 0.8, 0.2, 0.39411375661375664, 1e-10, 1e-12},
    {"text_sim/010", u8"a\u0301", u8"\u00e1", 2, 0.0, 0.0, 0.0, 1e-10, 1e-12},
    {"text_sim/011", u8"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", u8"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", 40, 0.0, 0.0, 0.0, 1e-10, 1e-12},
    {"text_sim/012", u8"total: 10", u8"total: 10\n", 1, 0.9, 0.8333333333333334, 1.0, 1e-10, 1e-12},
};

struct VectorRow { const char* id; std::vector<double> a, b; double cosine, norm_a, norm_b, largest, rel, abs; };
inline const VectorRow kVectors[] = {
    {"embed_sim/000", {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 1.0, 1.0, 1.0, 0.0, 1e-12, 1e-14},
    {"embed_sim/001", {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 0.0, 1.0, 1.0, 1.0, 1e-12, 1e-14},
    {"embed_sim/002", {1.0, 2.0, 3.0}, {-1.0, -2.0, -3.0}, -1.0000000000000004, 3.741657386773941, 3.741657386773941, 6.0, 1e-12, 1e-14},
    {"embed_sim/003", {0.1, 0.2, 0.3, 0.4}, {0.1001, 0.2, 0.2999, 0.4}, 0.9999999688847419, 0.5477225575051662, 0.5476860597093922, 9.999999999998899e-05, 1e-12, 1e-14},
    {"embed_sim/004", {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, kUndefined, 0.0, 1.0, 1.0, 1e-12, 1e-14},
    {"embed_sim/005", {0.0, 0.0}, {0.0, 0.0}, kUndefined, 0.0, 0.0, 0.0, 1e-12, 1e-14},
    {"embed_sim/006", {1e-200, 0.0}, {1e-200, 0.0}, 1.0, 1e-200, 1e-200, 0.0, 1e-12, 1e-14},
    {"embed_sim/007", {3.0, 4.0}, {6.0, 8.0}, 1.0, 5.0, 10.0, 4.0, 1e-12, 1e-14},
    {"embed_sim/008", {-0.152, 1.153, -0.344, -0.477, 1.219, 1.014, -0.552, -0.0, -0.2, -1.317, 2.484, -1.092, -0.009, 0.303, 2.444, -0.943}, {0.879, 1.474, -0.381, 2.516, 0.458, 0.668, -0.665, -0.231, 1.007, -0.522, -0.801, 0.499, 0.51, 0.774, 1.273, 0.348}, 0.17227069994772168, 4.539683138722349, 3.9179397647232914, 3.285, 1e-12, 1e-14},
};

struct SumRow { const char* id; std::vector<std::array<const char*, 2>> items; const char* sum; };
inline const SumRow kSums[] = {
    {"multiset/000", {}, "0000000000000000000000000000000000000000000000000000000000000000"},
    {"multiset/001", {{"sample-0000", "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"}}, "542c92889e46484964dfad28c43a7bc44fdcf6b74859e5498cbde57767538176"},
    {"multiset/002", {{"sample-0000", "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"}, {"sample-0001", "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"}, {"sample-0002", "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35"}, {"sample-0003", "4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce"}}, "9968f118f20591ed2577fab13bca8348e5bd3c12a94b24294bbb4787c6eb0da4"},
    {"multiset/003", {{"sample-0004", "4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a"}, {"sample-0005", "ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d"}, {"sample-0006", "e7f6c011776e8db7cd330b54174fd76f7d0216b612387a5ffcfb81e6f0919683"}, {"sample-0007", "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"}, {"sample-0008", "2c624232cdd221771294dfbb310aca000a0df6ac8b66b696d90ef06fdefb64a3"}, {"sample-0009", "19581e27de7ced00ff1ce50b2047e7a567c76b1cbaebabe5ef03f7c3017bb5b7"}}, "33046d6534350c8e4c9fa750ea367e8d2f6a5be6935c30b0313299b0c69c9d70"},
    {"multiset/004", {{"sample-0000", "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"}, {"sample-0001", "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"}, {"sample-0002", "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35"}, {"sample-0003", "4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce"}, {"sample-0004", "4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a"}, {"sample-0005", "ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d"}, {"sample-0006", "e7f6c011776e8db7cd330b54174fd76f7d0216b612387a5ffcfb81e6f0919683"}, {"sample-0007", "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"}, {"sample-0008", "2c624232cdd221771294dfbb310aca000a0df6ac8b66b696d90ef06fdefb64a3"}, {"sample-0009", "19581e27de7ced00ff1ce50b2047e7a567c76b1cbaebabe5ef03f7c3017bb5b7"}}, "cc6d5e7e263a9e7b7217a202260101d6152797f93ca754d97cede1388d87ab14"},
};
// clang-format on

}  // namespace bcheck::testing
