// SPDX-License-Identifier: Apache-2.0
// `bcheck show --format html`: a report as one page that needs nothing else, no network and no server, and is useful
// without its script.
//
// Everything foreign is text when it reaches the page: escaped as all output for people is (base/text.h), then for HTML
// or, in the data of the script, for JSON within HTML (render/page_markup.h). Its policy (CSP) allows this one
// script and this one style sheet, by their hashes, and pictures that stand in the page; so even markup that got in
// could load and run nothing.
//
// The report is read three times, from its beginning to its end: for the ranges of what is measured, for what stands
// in the tables, and for the data of the script; twice more where pictures are chosen. Nothing is written before the
// first reading has shown that the report is sound. Memory depends on the number of measures, codes and values of
// groups, all bounded, and not on that of items. The page itself is bounded by kMostItems and kMostDetails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/measure.h"
#include "bcheck/outcome.h"
#include "bcheck/picture.h"

namespace bcheck {

// Where a page ends. What is left out is said on it.
inline constexpr std::int64_t kMostItems =
    200'000;  // of more, passing ones without a finding are left out; then others
inline constexpr std::int64_t kMostDetails = 50'000;  // items of which findings and measures open
inline constexpr std::size_t kPlainItems = 200;       // not passing: in the page even without its script
inline constexpr std::size_t kMostThumbnails = 100;
inline constexpr std::uint32_t kPageThumbnailSide = 96;  // pixels of the longer side
inline constexpr std::size_t kMostExcerpts = 200;        // failing texts, and at most kExcerptsOfCode of one code
inline constexpr std::size_t kExcerptsOfCode = 40;
inline constexpr std::size_t kExcerpt = 200;                           // characters of it
inline constexpr std::int64_t kMostExcerpted = std::int64_t{1} << 24;  // bytes of a text that is read for that

// The products themselves, where they are at hand.
struct PageProducts {
  std::function<bool(std::string_view format)> is_picture;
  std::function<bool(std::string_view format)> is_text;
  std::vector<Limit> picture_limits;  // of the type `image`, for measures that the rules do not name
  // An error is a reason why it cannot be shown; ErrorKind::kInterrupted ends the page.
  std::function<Result<Thumbnail>(const Outcome& product)> thumbnail;
  std::function<std::string(const Picture& picture)> png;
  std::function<Result<std::vector<char>>(const Outcome& product)> read;
};

// What the page knows beside the report. Each may be empty.
struct PageContext {
  std::vector<std::string> gate_reasons = {};  // why it is closed
  std::function<std::string_view(std::string_view format)> type_of_format = {};
  std::function<std::vector<Limit>(std::string_view type)> default_limits = {};
  std::optional<PageProducts> products = {};
};

}  // namespace bcheck
