// SPDX-License-Identifier: Apache-2.0
#include "cli/near_options.h"

#include <tuple>
#include <utility>

#include "cli/confidence.h"
#include "cli/interrupt.h"
#include "cli/parse.h"
#include "run/pictures.h"
#include "run/vectors.h"

namespace bcheck {

std::vector<Option> NearOptions::options() {
  return {
      {"--near", "", "say how much alike changed products are; what is near does not differ", &asked_},
      {"--old-output", "DIR", "of --near: the products of OLD, to compare pixels and not only hashes", &old_output_},
      {"--new-output", "DIR", "of --near: the products of NEW", &new_output_},
      {"--near-hamming", "N", "of --near: pictures are near up to so many different bits of 64 (10)", &hamming_},
      {"--near-psnr", "DB", "of --near: and at such a PSNR or a higher one (30)", &psnr_},
      {"--near-ratio", "RATE", "of --near: texts are near from such a Levenshtein ratio on (0.9)", &ratio_},
      {"--near-jaccard", "RATE", "of --near: and those above 10000 characters from such a Jaccard index on (0.8)",
       &jaccard_},
      {"--near-chrf", "RATE", "of --near: texts are near from such a chrF on, in place of both", &chrf_},
      {"--near-cosine", "RATE", "of --near: vectors are near from such a cosine on (0.999)", &cosine_},
  };
}

Result<void> NearOptions::settle() {
  for (const std::string* typed :
       {&old_output_, &new_output_, &hamming_, &psnr_, &ratio_, &jaccard_, &chrf_, &cosine_}) {
    if (!asked_ && !typed->empty()) {
      return bad_question("--old-output, --new-output and the options --near-... go with --near");
    }
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
  if (!chrf_.empty()) text_limits_.chrf = 0;
  double cosine = 1 - row_limits_.cosine_distance;
  for (auto [typed, option, limit] :
       {std::tuple{&ratio_, "--near-ratio", &text_limits_.ratio},
        std::tuple{&jaccard_, "--near-jaccard", &text_limits_.jaccard},
        std::tuple{&chrf_, "--near-chrf", text_limits_.chrf ? &*text_limits_.chrf : nullptr},
        std::tuple{&cosine_, "--near-cosine", &cosine}}) {
    if (typed->empty()) continue;
    const auto rate = parse_share(*typed, option);
    if (!rate) return tl::unexpected(rate.error());
    *limit = value_of(*rate);
  }
  row_limits_.cosine_distance = 1 - cosine;
  return {};
}

Result<std::span<NearnessMeter* const>> NearOptions::open() {
  if (!asked_) return std::span<NearnessMeter* const>();
  std::optional<PictureMeter::Products> pictures;
  std::optional<TextMeter::Products> texts;
  if (!old_output_.empty()) {
    for (auto [path, folder] : {std::pair{&old_output_, &before_}, std::pair{&new_output_, &after_}}) {
      auto opened = ProductFolder::open(*path);
      if (!opened) return tl::unexpected(std::move(opened.error()));
      folder->emplace(std::move(*opened));
    }
    PictureSettings settings;
    settings.stop = was_interrupted;
    pictures_ = isolated_pictures(std::move(settings));
    pictures.emplace(PictureMeter::Products{*before_, *after_, *pictures_});
    texts.emplace(TextMeter::Products{*before_, *after_});
    vectors_ = isolated_vectors({{}, was_interrupted});
    vector_meter_.emplace(row_limits_, *before_, *after_, *vectors_);
  }
  picture_meter_.emplace(picture_limits_, std::move(pictures));
  text_meter_.emplace(text_limits_, texts);
  meters_ = {&*picture_meter_, &*text_meter_};
  if (vector_meter_) meters_.push_back(&*vector_meter_);
  return std::span<NearnessMeter* const>(meters_);
}

}  // namespace bcheck
