// SPDX-License-Identifier: Apache-2.0
// A document, checked by the type of that name; and what becomes of it when it is cut at any byte.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/validator.h"
#include "validators/registry.h"

namespace bcheck::test {

inline std::unique_ptr<Check> make_check(std::string_view type, const Options& options = {}) {
  auto prepared = find_type(type)->prepare(options, {});
  EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message);
  return prepared ? std::move(*prepared) : nullptr;
}

inline Observation run_check(Check& check, std::string_view text) {
  // An exact heap copy, so that the address sanitizer sees a read past the end.
  const std::vector<char> exact(text.begin(), text.end());
  Observation out;
  check.run({as_bytes({exact.data(), exact.size()}), "a.doc", "doc"}, out);
  return out;
}

inline Observation check_document(std::string_view type, std::string_view text, const Options& options = {}) {
  return run_check(*make_check(type, options), text);
}

// "file.syntax", with a "?" where it only warns; blanks between.
inline std::string codes(const Observation& out) {
  std::string all;
  for (const Fault& fault : out.faults) {
    all += (all.empty() ? "" : " ") + std::string(fault.code);
    if (fault.severity != Severity::kFail) all += "?";
  }
  return all;
}

inline std::int64_t whole(const Observation& out, std::string_view measure) {
  const Scalar* const value = out.find(measure);
  return value == nullptr ? -1 : std::get<std::int64_t>(*value);
}

// The lengths at which a sound text can be cut without a fault of severity fail; 0 is left out, every artifact of 0
// bytes fails.
struct Cuts {
  std::vector<std::size_t> unseen;  // nothing is said at all
  std::vector<std::size_t> warned;
};

inline Cuts cut_everywhere(std::string_view type, std::string_view text, const Options& options = {}) {
  const auto check = make_check(type, options);
  Cuts cuts;
  for (std::size_t length = 1; length < text.size(); ++length) {
    const Observation out = run_check(*check, text.substr(0, length));
    if (out.failed()) continue;
    (out.faults.empty() ? cuts.unseen : cuts.warned).push_back(length);
  }
  return cuts;
}

}  // namespace bcheck::test
