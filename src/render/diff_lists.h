// SPDX-License-Identifier: Apache-2.0
// The names under the verdict of a difference: lists of keys, each with what is worth saying of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/difference.h"
#include "render/diff_view.h"

namespace bcheck {

// "sample-14  fail embedding.nan"
std::string change_line(const KeyChange& change);

// What is known of it beside its hashes: "same content", "PSNR 41.3 dB"; "new" or "gone". May be empty.
std::string artifact_note(const ArtifactChange& artifact);

class KeyLists {
 public:
  KeyLists(const DiffViewOptions& options, std::size_t lists) : options_(options), lists_(lists) {}

  // Counts the key, and keeps its line while there is room.
  void add(std::size_t list, const KeyChange& change);
  std::int64_t count(std::size_t list) const { return lists_[list].count; }

  // "TITLE (count)MORE:", a line a key, and how many more there are. Nothing for an empty list.
  void append(std::string& out, std::size_t list, std::string_view title, std::string_view colour,
              std::string_view more = {}) const;

 private:
  struct List {
    std::int64_t count = 0;
    std::vector<std::string> lines;
  };

  const DiffViewOptions options_;
  std::vector<List> lists_;
};

}  // namespace bcheck
