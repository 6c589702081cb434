// SPDX-License-Identifier: Apache-2.0
#include "input/schema_word.h"

#include <fmt/format.h>

#include "base/text.h"

namespace bcheck {

std::string schema_fault(std::string_view given, std::string_view known) {
  if (given == known) return "";
  const std::size_t slash = known.rfind('/');
  const std::string_view family = known.substr(0, slash + 1);
  if (given.starts_with(family)) {
    const auto version = whole_number(given.substr(family.size()));
    const auto ours = whole_number(known.substr(family.size()));
    if (version && ours && *version > *ours) {
      return fmt::format("is {}, newer than {}, which this bcheck reads", quote(given), quote(known));
    }
  }
  return fmt::format("is {}, and {} is expected", quote(given), quote(known));
}

}  // namespace bcheck
