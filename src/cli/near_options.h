// SPDX-License-Identifier: Apache-2.0
// The options of a comparison by likeness, and the meters that they call for: one a type.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/near_pictures.h"
#include "analysis/near_texts.h"
#include "analysis/near_vectors.h"
#include "analysis/nearness.h"
#include "analysis/product_folder.h"
#include "bcheck/error.h"
#include "cli/command.h"

namespace bcheck {

class NearOptions {
 public:
  std::vector<Option> options();  // targets live here

  // Whether what was typed makes sense, before anything is opened.
  Result<void> settle();
  bool asked() const { return asked_; }

  // Opens the products. What is handed out lives as long as this object; nothing where it was not asked.
  Result<std::span<NearnessMeter* const>> open();

 private:
  bool asked_ = false;
  std::string old_output_, new_output_, hamming_, psnr_, ratio_, jaccard_, chrf_, cosine_;
  PictureLimits picture_limits_;
  TextLimits text_limits_;
  RowLimits row_limits_;
  std::optional<ProductFolder> before_;
  std::optional<ProductFolder> after_;
  std::unique_ptr<PictureReader> pictures_;
  std::unique_ptr<VectorReader> vectors_;
  std::optional<PictureMeter> picture_meter_;
  std::optional<TextMeter> text_meter_;
  std::optional<VectorMeter> vector_meter_;
  std::vector<NearnessMeter*> meters_;
};

}  // namespace bcheck
