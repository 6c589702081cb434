// SPDX-License-Identifier: Apache-2.0
#include "validators/container/document.h"
namespace bcheck {
std::span<const Type> unchecked_types() { return {}; }
std::vector<Decoder> document_decoders() { return {}; }
}
