// SPDX-License-Identifier: Apache-2.0
#include "bcheck/validator.h"
namespace bcheck {
namespace { constexpr std::string_view kFormats[]{"npy"}; constexpr MeasureInfo kM[]{kBytes}; }
extern const Type kEmbeddingType; const Type kEmbeddingType{"embedding", "embedding", "vectors", kFormats, kM, {}, {}, {}, nullptr};
}
