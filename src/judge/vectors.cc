// SPDX-License-Identifier: Apache-2.0
#include "judge/predicates.h"
namespace bcheck {
std::span<const Predicate> vector_predicates() { return {}; }
}
