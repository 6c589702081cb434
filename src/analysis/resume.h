// SPDX-License-Identifier: Apache-2.0
// What still has to run, and what a resume would lose: the sets of bcheck/resume.h out of the products and the lists.
// Pure set logic in one pass over the manifest.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/manifest.h"
#include "bcheck/resume.h"
#include "report/read.h"

namespace bcheck {

// What the products say, by the key's place in the manifest.
struct Products {
  std::vector<bool> valid;
  std::int64_t unexamined = 0;  // keys with status error or unchecked
};

// From a report on this manifest; reads it to its end. An error also where the report is of other keys.
Result<Products> products_of(ReportReader& report, const Manifest& manifest);

struct ResumeLists {  // null = not given
  const KeyList* done = nullptr;
  const KeyList* markers = nullptr;
  const KeyList* pending = nullptr;
  std::optional<std::int64_t> recomputed = {};
  std::optional<Recomputed> since = {};
};

Resume find_resume(const Manifest& manifest, const Products& products, const ResumeLists& lists);

// The sum of attempts - 1 over the keys of which they are known.
std::int64_t repeated_attempts(const std::vector<std::uint32_t>& attempts);

}  // namespace bcheck
