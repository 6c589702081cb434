// SPDX-License-Identifier: Apache-2.0
// A vocabulary of two types, so that the tests of the rules' reader do not change with the validators.
#pragma once

#include "bcheck/validator.h"
#include "input/rules.h"

namespace bcheck::fake {

inline constexpr MeasureInfo kImageMeasures[]{
    kBytes,
    {"width", "pixels", "columns"},
    {"mean_luma", "", "mean of the luma", "image.too-dark", "image.too-bright"},
    {"mode", "", "how a pixel is stored"},
};
inline constexpr FindingInfo kImageFindings[]{
    {"image.truncated", Severity::kFail, "ends early"},
    {"image.degenerate-flat", Severity::kFail, "one colour"},
    {"image.degenerate-noise", Severity::kFail, "noise"},
    {"image.trailing-data", Severity::kWarn, "bytes after the end"},
};
inline constexpr std::string_view kNorms[]{"unit", "any"};
inline constexpr MeasureInfo kVectorMeasures[]{
    kBytes, {"nan", "", "not a number"}, {"norm_min", "", "smallest norm"}, {"dtype_found", "", "dtype"}};
inline constexpr FindingInfo kVectorFindings[]{{"embedding.zero-row", Severity::kFail, "a row of zeros"}};
inline constexpr OptionInfo kVectorOptions[]{
    {"dim", kWhole, "numbers a row"},          {"norm", kWord, "length of a row", kNorms},
    {"array", kWord, "name of the array"},     {"tolerance", kReal, "of the norm"},
    {"step", kWhole | kReal, "between rows"},  {"score_range", kRange, "of a score"},
    {"header", kFlag, "the first row is one"}, {"ids", kWords, "of the rows"},
    {"ids_file", kPath, "of the rows"},        {"rows_from", kPath | kWords, "either"},
    {"span", kRange | kWords, "either"},       {"norms", kWords, "lengths of rows", kNorms},
};

inline constexpr Type kImage{"image", "image", "pictures", {}, kImageMeasures, kImageFindings, {}, {}, nullptr};
inline constexpr Type kEmbedding{"embedding",     "embedding",    "vectors", {},     kVectorMeasures,
                                 kVectorFindings, kVectorOptions, {},        nullptr};
inline constexpr const Type* kTypes[]{&kEmbedding, &kImage};
inline constexpr FindingInfo kCommon[]{
    {"artifact.empty", Severity::kFail, "0 bytes"},
    {"artifact.temp-name", Severity::kWarn, "unfinished"},
    {"batch.duplicate-content", Severity::kWarn, "equal bytes"},
    {"run.timeout", Severity::kFail, "took too long"},
};
inline constexpr Vocabulary kVocabulary{kTypes, kCommon};

}  // namespace bcheck::fake
