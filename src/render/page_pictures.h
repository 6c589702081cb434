// SPDX-License-Identifier: Apache-2.0
// The pictures that are worth a look, as the contact sheet chooses them (render/sheet_tiles.h), small and in the page.
#pragma once

#include <cstdint>
#include <string>

#include "bcheck/error.h"
#include "render/page.h"
#include "render/sheet_tiles.h"

namespace bcheck {

struct PagePictures {
  std::string markup;           // nothing where no picture is worth a look
  std::int64_t unreadable = 0;  // products that are there by the report, and could not be looked at
};

// An error is ErrorKind::kInterrupted. Products that are missing have no picture.
Result<PagePictures> pictures_of(const SheetPlan& plan, const PageProducts& products);

}  // namespace bcheck
