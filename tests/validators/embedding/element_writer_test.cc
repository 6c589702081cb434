// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/element_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/make_npy.h"

namespace bcheck {
namespace {

constexpr Dtype kFloats[]{Dtype::kF16, Dtype::kF32, Dtype::kF64, Dtype::kBf16, Dtype::kF8E4m3, Dtype::kF8E5m2};

std::string stored(Dtype dtype, double value) {
  std::string element(info_of(dtype).size, '\0');
  store_float(dtype, value, reinterpret_cast<unsigned char*>(element.data()));
  return element;
}

double back(Dtype dtype, const std::string& element) {
  return value_at(dtype, reinterpret_cast<const unsigned char*>(element.data()));
}

TEST(StoreFloat, EveryElementIsItself) {
  for (const Dtype dtype : {Dtype::kF16, Dtype::kBf16, Dtype::kF8E4m3, Dtype::kF8E5m2}) {
    const std::size_t size = info_of(dtype).size;
    for (std::uint32_t bits = 0; bits < 1U << (8 * size); ++bits) {
      std::string element(reinterpret_cast<const char*>(&bits), size);
      const double value = back(dtype, element);
      if (std::isnan(value)) {
        ASSERT_TRUE(std::isnan(back(dtype, stored(dtype, value)))) << info_of(dtype).word << " " << bits;
      } else {
        ASSERT_EQ(stored(dtype, value), element) << info_of(dtype).word << " " << bits;
      }
    }
  }
}

// Between two neighbours the nearer one, and of two equally near the one with an even last bit.
TEST(StoreFloat, RoundsToNearestTiesToEven) {
  for (const Dtype dtype : {Dtype::kF16, Dtype::kBf16, Dtype::kF8E4m3, Dtype::kF8E5m2}) {
    const std::size_t size = info_of(dtype).size;
    const std::uint32_t last = (1U << (8 * size - 1)) - 1;
    for (std::uint32_t bits = 0; bits < last; ++bits) {
      const std::string low(reinterpret_cast<const char*>(&bits), size);
      const std::uint32_t up = bits + 1;
      const std::string high(reinterpret_cast<const char*>(&up), size);
      const double below = back(dtype, low), above = back(dtype, high);
      if (!std::isfinite(below) || !std::isfinite(above)) break;
      const double middle = (below + above) / 2;  // exact: far fewer bits than a double has
      ASSERT_EQ(stored(dtype, middle), bits % 2 == 0 ? low : high) << info_of(dtype).word << " " << bits;
      ASSERT_EQ(stored(dtype, std::nextafter(middle, 0)), low) << info_of(dtype).word << " " << bits;
      ASSERT_EQ(stored(dtype, std::nextafter(middle, HUGE_VAL)), high) << info_of(dtype).word << " " << bits;
    }
  }
}

TEST(StoreFloat, BeyondTheLargest) {
  const struct {
    Dtype dtype;
    double largest, rounds_down, overflows;
  } cases[] = {{Dtype::kF16, 65504, 65519.99, 65520},
               {Dtype::kF8E5m2, 57344, 61439.99, 61440},
               {Dtype::kF8E4m3, 448, 463.99, 464.01},
               {Dtype::kF32, 0x1.fffffep127, 0x1.fffffefp127, 0x1.ffffffp127}};
  for (const auto& c : cases) {
    SCOPED_TRACE(info_of(c.dtype).word);
    EXPECT_EQ(back(c.dtype, stored(c.dtype, c.rounds_down)), c.largest);
    for (const double sign : {1.0, -1.0}) {
      const double beyond = back(c.dtype, stored(c.dtype, sign * c.overflows));
      if (c.dtype == Dtype::kF8E4m3) {
        EXPECT_TRUE(std::isnan(beyond));
      } else {
        EXPECT_EQ(beyond, sign * HUGE_VAL);
      }
    }
  }
  for (const Dtype dtype : kFloats) {
    EXPECT_TRUE(std::isnan(back(dtype, stored(dtype, std::nan(""))))) << info_of(dtype).word;
    EXPECT_EQ(back(dtype, stored(dtype, 1e-320)), dtype == Dtype::kF64 ? 1e-320 : 0) << info_of(dtype).word;
    EXPECT_TRUE(std::signbit(back(dtype, stored(dtype, -0.0)))) << info_of(dtype).word;
  }
}

TEST(ElementWriter, TakesWholeNumbersFromTheirText) {
  const struct {
    Dtype dtype;
    std::string_view token;
    double value;
    bool fits;
    double stored;
  } cases[] = {{Dtype::kI8, "127", 127, true, 127},
               {Dtype::kI8, "-128", -128, true, -128},
               {Dtype::kI8, "128", 128, false, 0},
               {Dtype::kI8, "-129", -129, false, 0},
               {Dtype::kI8, "0.5", 0.5, false, 0},
               {Dtype::kI8, "5.0", 5, true, 5},
               {Dtype::kI16, "1e3", 1000, true, 1000},
               {Dtype::kU8, "255", 255, true, 255},
               {Dtype::kU8, "-1", -1, false, 0},
               {Dtype::kU8, "-0", -0.0, true, 0},
               {Dtype::kU16, "65536", 65536, false, 0},
               {Dtype::kI32, "2147483648", 2147483648.0, false, 0},
               {Dtype::kU32, "4294967295", 4294967295.0, true, 4294967295.0},
               {Dtype::kI64, "9223372036854775808", 0x1p63, false, 0},
               {Dtype::kU64, "18446744073709551616", 0x1p64, false, 0},
               {Dtype::kU64, "1e400", HUGE_VAL, false, 0}};
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(info_of(c.dtype).word) + " " + std::string(c.token));
    ElementBuffer buffer;
    ElementWriter writer(c.dtype, buffer);
    EXPECT_EQ(writer.put(c.value, c.token), c.fits);
    writer.finish();
    ASSERT_EQ(buffer.size(), info_of(c.dtype).size);
    EXPECT_EQ(value_at(c.dtype, buffer.data()), c.stored);
  }
  ElementBuffer buffer;
  ElementWriter writer(Dtype::kI64, buffer);
  EXPECT_TRUE(writer.put(9007199254740993.0, "9007199254740993"));  // the double is one less
  writer.finish();
  EXPECT_EQ(bits_at(Dtype::kI64, buffer.data()), 9007199254740993U);
}

TEST(ElementWriter, ManyElementsAndBytesBetweenThem) {
  ElementBuffer buffer;
  ElementWriter writer(Dtype::kF32, buffer);
  Matrix expected(1);
  for (int i = 0; i < 5000; ++i) {
    writer.put(i, "");
    expected[0].push_back(i);
  }
  const std::string bytes = encode(Dtype::kF32, 0.5) + "xx";
  std::copy(bytes.begin(), bytes.end(), writer.put_bytes(bytes.size()));
  writer.take_back(2);
  expected[0].push_back(0.5);
  writer.put(7, "");
  expected[0].push_back(7);
  writer.finish();
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(buffer.data()), buffer.size()), encode(Dtype::kF32, expected));
}

}  // namespace
}  // namespace bcheck
