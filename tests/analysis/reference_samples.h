// SPDX-License-Identifier: Apache-2.0
// Reference values of samples that are drawn by hashes of keys, by the ids that they have in the collection that they
// are from: made with Python's hashlib and exact fractions. Every value is exact.
#pragma once

#include <cstdint>

namespace bcheck::testing {

struct CountRow {
  const char* id;
  std::int64_t population, n;  // for 5 %, and at least 20
};

inline constexpr CountRow kCounts[] = {
    {"sample_count/000", 0, 0},      {"sample_count/001", 1, 1},        {"sample_count/002", 19, 19},
    {"sample_count/003", 20, 20},    {"sample_count/004", 21, 20},      {"sample_count/005", 399, 20},
    {"sample_count/006", 400, 20},   {"sample_count/007", 401, 21},     {"sample_count/008", 2000, 100},
    {"sample_count/009", 5000, 250}, {"sample_count/010", 99999, 5000}, {"sample_count/011", 1000000, 50000},
};

struct HashRow {
  const char* id;
  const char* salt;
  const char* key;
  std::uint64_t u64;
};

// clang-format off
inline constexpr HashRow kHashes[] = {
    {"key_hash/000", "bcheck-v1", "sample-0000", 17794850638905632965ULL},
    {"key_hash/001", "bcheck-v1", "a", 14291384529506010533ULL},
    {"key_hash/002", "bcheck-v1", "", 5048164431225720340ULL},
    {"key_hash/003", "bcheck-v1", "\346\240\267\346\234\254-1", 15865801080954956644ULL},
    {"key_hash/004", "bcheck-v1", "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk", 6784890183772543158ULL},
};
// clang-format on

struct SampleRow {
  const char* id;
  int population;  // keys "sample-0000", "sample-0001", ...
  const char* salt;
  int n;
  const char* drawn;  // the numbers of the keys, in order
};

inline constexpr SampleRow kSamples[] = {
    {"sample/000", 5, "bcheck-v1", 5, "0 1 2 3 4"},
    {"sample/001", 20, "bcheck-v1", 20, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"},
    {"sample/002", 100, "bcheck-v1", 20, "2 6 9 15 16 17 19 21 27 44 55 56 58 64 65 70 76 84 90 95"},
    {"sample/003", 500, "bcheck-v1", 25,
     "6 17 21 56 65 95 119 124 127 158 179 186 189 229 251 338 387 399 411 413 436 443 456 468 487"},
    {"sample/004", 500, "day-2", 25,
     "27 46 59 77 86 98 140 154 226 230 249 259 274 277 279 291 297 327 329 335 353 399 409 440 471"},
};

struct StrataRow {
  const char* id;
  const char* sizes;  // "name=size ..."
  std::int64_t n, least;
  const char* taken;
};

inline constexpr StrataRow kStrata[] = {
    {"strata/000", "image=1800 text=200", 100, 5, "image=90 text=10"},
    {"strata/001", "a=1 b=3 c=996", 50, 5, "a=1 b=3 c=49"},
    {"strata/002", "x=10 y=10 z=10", 20, 0, "x=7 y=7 z=6"},
    {"strata/003", "only=7", 20, 5, "only=7"},
    {"strata/004", "a=0 b=40", 20, 5, "a=0 b=20"},
    {"strata/005", "p=333 q=333 r=334", 50, 0, "p=17 q=16 r=17"},
};

}  // namespace bcheck::testing
