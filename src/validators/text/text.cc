// SPDX-License-Identifier: Apache-2.0
#include "bcheck/validator.h"
namespace bcheck {
namespace { constexpr std::string_view kFormats[]{"text"}; constexpr MeasureInfo kM[]{kBytes}; }
extern const Type kTextType; const Type kTextType{"text", "text", "plain text", kFormats, kM, {}, {}, {}, nullptr};
}
