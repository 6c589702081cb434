// SPDX-License-Identifier: Apache-2.0
// Which pictures of a report are worth a look: those that do not pass, are warned of, or pass by little.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/measure.h"
#include "bcheck/outcome.h"
#include "bcheck/report.h"
#include "render/filter.h"
#include "report/read.h"

namespace bcheck {

enum class TileSort : unsigned char {
  kFail,
  kMissing,
  kError,
  kUnchecked,
  kWarned,   // it passes, with a finding of severity warn
  kAtLimit,  // it passes, and a measure is within a tenth of its limit
  kChosen,   // a filter took it, and there is nothing to say of it
};
inline constexpr std::size_t kTileSorts = 7;

struct SheetTile {
  TileSort sort = TileSort::kFail;
  std::string key;       // raw bytes
  std::string artifact;  // where the report has pictures under several names
  std::string code;      // of the first finding of that severity; of kAtLimit the measure; may be empty
  std::string message;   // of that finding; of kAtLimit what was measured and the limit
  Outcome product;
};

struct SheetPlan {
  std::vector<SheetTile> tiles;                             // by sort, the most frequent code first, key
  std::array<std::int64_t, kTileSorts> of{};                // pictures worth a look, by sort, also those beyond `most`
  std::vector<std::pair<std::string, std::int64_t>> codes;  // of those of sort kFail, the most frequent first
  std::int64_t pictures = 0;  // of the report, good and bad; with a filter, of what it takes
  Counts keys;                // of the whole report, whatever their products are
  std::string report;         // its name, quoted
  bool filtered = false;      // what is shown was asked for, and not found worth a look

  std::int64_t total() const;  // worth a look
};

struct SheetRequest {
  Filter filter = {};      // with one, every picture that it takes is shown
  std::size_t most = 200;  // tiles; every code gets some of them
  // Whether a format is one of pictures. A product that was not recognised is one if the rules say type `image`, or if
  // another product of the same artifact is one.
  std::function<bool(std::string_view format)> is_picture;
  // Of the type `image`: they hold for measures that the rules do not name.
  std::vector<Limit> defaults = {};
};

// Reads the report twice, from its beginning to its end. Memory: `most` tiles a code. A product that is near a limit
// of 0, or whose whole number is the limit itself, as a width that is as it has to be, is not at its limit.
// Errors: the report is unusable, has no pictures, or has no key that was asked for.
Result<SheetPlan> plan_sheet(ReportReader& report, const SheetRequest& request);

}  // namespace bcheck
