// SPDX-License-Identifier: Apache-2.0
// A difference for people and for programs: the formats of `bcheck diff`, a row each.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "bcheck/difference.h"
#include "render/palette.h"
#include "render/show.h"

namespace bcheck {

// What the two reports are to each other.
enum class DiffKind : unsigned char {
  kBatches,  // two runs of one batch
  kSample,   // a batch, and a recomputation of some of its keys
  kRulers,   // a baseline, and a report that has the rulers too
};

struct DiffViewOptions {
  DiffKind kind = DiffKind::kBatches;
  Palette palette = {};
  // Names a class in the text. With `all` every name is kept until the counts above them are known: memory then grows
  // with the number of keys that differ, and otherwise not at all.
  std::size_t listed = 10;
  bool all = false;
};

// Fed with every key in order, then with the result, once each. It has to outlive nothing but its sink.
// `gate` are the lines that say what the gate decided (cli/diff_verdict.h), empty where nothing was asked of it.
class DiffView {
 public:
  virtual ~DiffView() = default;
  virtual void key(const KeyChange& change) = 0;
  virtual void finish(const Difference& difference, std::string_view gate) = 0;
};

struct DiffFormat {
  std::string_view name;
  std::string_view summary;  // one line
  std::unique_ptr<DiffView> (*make)(const DiffViewOptions& options, const Sink& sink);
};

std::span<const DiffFormat> diff_formats();
const DiffFormat* find_diff_format(std::string_view name);

// The verdict, counts and shares, then names by class. Of another kind what make_..._text gives.
std::unique_ptr<DiffView> make_diff_text(const DiffViewOptions& options, const Sink& sink);

// Of a sample: the claim that it allows, then names.
std::unique_ptr<DiffView> make_sample_text(const DiffViewOptions& options, const Sink& sink);

// Of rulers: what became of each, and in what the environments differ.
std::unique_ptr<DiffView> make_rulers_text(const DiffViewOptions& options, const Sink& sink);

// {"schema": "bcheck.diff/1", "changes": [...], ...}, specified in docs/report.md: a key that is not the same a line,
// written as it comes. The counts stand behind them.
std::unique_ptr<DiffView> make_diff_json(const DiffViewOptions& options, const Sink& sink);

// A page for a browser (diff_page.cc), of two batches alone. Nothing is written before the last key.
std::unique_ptr<DiffView> make_diff_page(const DiffViewOptions& options, const Sink& sink);

}  // namespace bcheck
