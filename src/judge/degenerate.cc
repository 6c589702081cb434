// SPDX-License-Identifier: Apache-2.0
#include "judge/predicates.h"
namespace bcheck {
const Predicate kDegenerate{"image", "", nullptr};
}
