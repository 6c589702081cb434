// SPDX-License-Identifier: Apache-2.0
// The tables behind validators/magic.h: formats, extensions and signatures that are a run of bytes at a fixed place.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "validators/magic.h"

namespace bcheck {

struct Extension {
  std::string_view extension;
  const Format* format;
};

struct Signature {
  std::string_view bytes;
  std::uint32_t offset;
  const Format* format;
};

std::span<const Format> format_table();        // sorted by name
std::span<const Extension> extension_table();  // sorted by extension
std::span<const Signature> signature_table();  // the first that matches holds

}  // namespace bcheck
