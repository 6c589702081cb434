// SPDX-License-Identifier: Apache-2.0
#include "bcheck/validator.h"
namespace bcheck {
namespace { constexpr MeasureInfo kM[]{kBytes}; }
extern const Type kGzipType; const Type kGzipType{"gzip", "file", "gzip", {}, kM, {}, {}, {}, nullptr};
}
