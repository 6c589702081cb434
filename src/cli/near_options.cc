// SPDX-License-Identifier: Apache-2.0
#include "cli/near_options.h"

#include <utility>

#include "cli/interrupt.h"
#include "cli/parse.h"
#include "run/pictures.h"

namespace bcheck {

std::vector<Option> NearOptions::options() {
  return {
      {"--near", "", "say how much alike changed products are; what is near does not differ", &asked_},
      {"--old-output", "DIR", "of --near: the products of OLD, to compare pixels and not only hashes", &old_output_},
      {"--new-output", "DIR", "of --near: the products of NEW", &new_output_},
      {"--near-hamming", "N", "of --near: pictures are near up to so many different bits of 64 (10)", &hamming_},
      {"--near-psnr", "DB", "of --near: and at such a PSNR or a higher one (30)", &psnr_},
  };
}

Result<void> NearOptions::settle() {
  if (!asked_ && !(old_output_.empty() && new_output_.empty() && hamming_.empty() && psnr_.empty())) {
    return bad_question("--old-output, --new-output, --near-hamming and --near-psnr go with --near");
  }
  if (old_output_.empty() != new_output_.empty()) {
    return bad_question("--near compares the products of both reports or of none",
                        "give --old-output and --new-output");
  }
  if (!hamming_.empty()) {
    const auto bits = parse_count(hamming_, "--near-hamming", 0, 64);
    if (!bits) return tl::unexpected(bits.error());
    picture_limits_.hamming = static_cast<int>(*bits);
  }
  if (!psnr_.empty()) {
    const auto decibels = parse_decibels(psnr_, "--near-psnr");
    if (!decibels) return tl::unexpected(decibels.error());
    picture_limits_.psnr = *decibels;
  }
  return {};
}

Result<std::span<NearnessMeter* const>> NearOptions::open() {
  if (!asked_) return std::span<NearnessMeter* const>();
  std::optional<PictureMeter::Products> products;
  if (!old_output_.empty()) {
    for (auto [path, folder] : {std::pair{&old_output_, &before_}, std::pair{&new_output_, &after_}}) {
      auto opened = ProductFolder::open(*path);
      if (!opened) return tl::unexpected(std::move(opened.error()));
      folder->emplace(std::move(*opened));
    }
    PictureSettings settings;
    settings.stop = was_interrupted;
    pictures_ = isolated_pictures(std::move(settings));
    products.emplace(PictureMeter::Products{*before_, *after_, *pictures_});
  }
  picture_meter_.emplace(picture_limits_, std::move(products));
  meters_ = {&*picture_meter_};
  return std::span<NearnessMeter* const>(meters_);
}

}  // namespace bcheck
