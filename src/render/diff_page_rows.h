// SPDX-License-Identifier: Apache-2.0
// The keys of the page of a difference (render/diff_page.cc): the data of its table, and some rows for eyes without a
// script.
//
// The counts stand above the keys and are known behind them, so the rows are kept until then, as the text that is
// written: some 100 bytes a key. They are bounded in number and in bytes, and so that a class of few keys is whole
// beside one of many. What is left out is said.
//
// A row is [key, list, old status, new status, before, after, likeness]: `list` counts change_headings(), a status is
// its number or -1 where the report does not have the key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/difference.h"
#include "render/diff_words.h"
#include "render/show.h"

namespace bcheck {

class ChangeRows {
 public:
  static constexpr std::size_t kRowsOfBlock = 2000;
  static constexpr std::size_t kBytesOfBlock = std::size_t{1} << 19;  // of a block that is full before it has so many
  static constexpr std::size_t kBlocksOfList = 50;                    // 100,000 keys, or 25 MiB
  static constexpr std::size_t kBlocks = 100;                         // of all lists
  static constexpr std::size_t kPlainOfList = 50;                     // in the page even without its script
  static constexpr std::size_t kFirstOfList = 5;

  // In the order of key bytes; all but those that are the same.
  void add(const KeyChange& change);

  // Behind the last one: chooses what the page holds, a block of each list in turn.
  void settle();

  std::int64_t keys(std::size_t list) const { return lists_[list].keys; }
  std::int64_t kept(std::size_t list) const { return lists_[list].kept; }  // on the page
  const std::vector<std::string>& first(std::size_t list) const { return lists_[list].first; }
  const std::string& plain(std::size_t list) const { return lists_[list].plain; }  // markup of rows

  // The script's data: blocks of rows.
  void write(const Sink& sink) const;

 private:
  struct Block {
    std::string rows;
    std::size_t count = 0;
  };
  struct List {
    std::int64_t keys = 0, kept = 0;
    std::vector<Block> blocks;
    std::vector<std::string> first;  // keys, as they stand on the page
    std::string plain;
  };

  std::array<List, kChangeLists> lists_;
};

}  // namespace bcheck
