// SPDX-License-Identifier: Apache-2.0
// Colours by what they mean. The command line decides whether there are any; without them nothing is added.
#pragma once

#include <string>
#include <string_view>

#include "bcheck/finding.h"
#include "bcheck/outcome.h"

namespace bcheck {

struct Palette {
  std::string_view good = {};  // control sequences, static storage
  std::string_view bad = {};
  std::string_view doubtful = {};
  std::string_view faint = {};
  std::string_view strong = {};
  std::string_view plain = {};  // back to normal

  static constexpr Palette ansi() { return {"\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[2m", "\x1b[1m", "\x1b[0m"}; }

  std::string paint(std::string_view colour, std::string_view text) const {
    if (colour.empty()) return std::string(text);
    return std::string(colour).append(text).append(plain);
  }

  std::string_view of(Status status) const {
    switch (status) {
      case Status::kPass: return good;
      case Status::kUnchecked: return doubtful;
      case Status::kFail:
      case Status::kMissing:
      case Status::kError: break;
    }
    return bad;
  }

  std::string_view of(Severity severity) const {
    switch (severity) {
      case Severity::kWarn: return doubtful;
      case Severity::kAllowed: return faint;
      case Severity::kFail: break;
    }
    return bad;
  }
};

}  // namespace bcheck
