// SPDX-License-Identifier: Apache-2.0
// How much alike two pictures are: by their pixels where the products are at hand, by their difference hashes
// otherwise.
//
// By pixels. The same pixels: same content. Of one size, hashes that differ in at most `hamming` bits and a PSNR of at
// least `psnr` dB: near. The hash sees that it is still the same scene, and PSNR what the hash does not: a quarter of
// the picture lost, noise. Where one of the two has hardly any structure (a standard deviation below 2 levels) the hash
// means nothing, and 40 dB are asked for instead: an error of 2.6 levels, about what such a picture has itself.
// By the hashes of the reports alone: of one size, both with structure, at most `hamming` bits: near, and told as such.
// Pictures of two sizes are never near.
//
// Evidence for the defaults. Encoding 19 photographs again changed at most 1 bit (JPEG quality 95, 42 to 48 dB; quality
// 75, 30 to 38 dB) or 4 (quality 10); noise of 5 levels at most 4; a lower half lost 16 in the median; another
// photograph 33, and 25 at the fifth percentile. 10 of 64 bits is also the default of imagededup. The hash alone calls
// noise of 20 levels near (22 dB), which PSNR does not.
#pragma once

#include <optional>

#include "analysis/nearness.h"
#include "analysis/product_folder.h"
#include "bcheck/picture.h"

namespace bcheck {

struct PictureLimits {
  int hamming = 10;  // bits of 64, 0 to 64
  double psnr = 30;  // dB
};

inline constexpr double kLeastStructure = 2;         // levels of 8 bits
inline constexpr double kPsnrWithoutStructure = 40;  // dB

class PictureMeter final : public NearnessMeter {
 public:
  // By pixels with both folders and a reader, all of which outlive it; by the reports' measures without.
  struct Products {
    const ProductFolder& before;
    const ProductFolder& after;
    PictureReader& reader;
  };
  PictureMeter(const PictureLimits& limits, std::optional<Products> products)
      : limits_(limits), products_(std::move(products)) {}

  bool knows(const Outcome& before, const Outcome& after) const override;
  Result<Nearness> measure(const Outcome& before, const Outcome& after) override;

 private:
  Result<PictureDistance> look(const Outcome& before, const Outcome& after) const;
  Nearness judge(const PictureDistance& distance, bool by_report) const;

  PictureLimits limits_;
  std::optional<Products> products_;
};

// What a report says of a picture; nothing if it is none.
std::optional<PictureFacts> picture_facts(const Outcome& outcome);

}  // namespace bcheck
