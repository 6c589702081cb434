// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/text_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "validators/embedding/base64_text.h"
#include "validators/embedding/contract.h"
#include "validators/embedding/faults.h"

namespace bcheck {
namespace {

constexpr std::size_t kShown = 40;

void raise_seen(const FirstSeen& seen, std::string_view code, std::string_view hint, Observation& out) {
  std::string message = seen.what;
  if (seen.count > 1) message += fmt::format("; {} in all", seen.count);
  too_many(out, code, message + std::string(hint), seen.count);
}

}  // namespace

TextRows::TextRows(const EmbeddingOptions& options, Decoded& decoded)
    : options_(options),
      decoded_(decoded),
      dtype_(options.dtype.value_or(Dtype::kF32)),
      writer_(dtype_, decoded.elements) {}

void TextRows::unfit(std::string_view token) {
  if (unfit_.first()) {
    unfit_.what = fmt::format("row {} column {} is {}, which no {} is", rows_, columns_, quote(token, kShown),
                              info_of(dtype_).word);
  }
}

void TextRows::put_special(double value, std::string_view token) {
  if (!info_of(dtype_).floating) return put_foreign("the word", token);
  put(value, token);
}

void TextRows::put_foreign(std::string_view kind, std::string_view raw) {
  if (foreign_.first()) {
    foreign_.what = fmt::format("row {} column {} is {}", rows_, columns_, kind);
    if (!raw.empty()) foreign_.what += " " + quote(raw, kShown);
    foreign_.what += " and no number";
  }
  ++columns_;
}

void TextRows::no_vector(std::string_view kind, std::string_view raw) {
  if (foreign_.first()) {
    foreign_.what = fmt::format("row {} is {}", rows_, kind);
    if (!raw.empty()) foreign_.what += " " + quote(raw, kShown);
    foreign_.what += " and no vector";
  }
  broken_ = true;
  end_row();
}

void TextRows::nested() {
  if (!broken_ && nested_.first()) nested_.what = fmt::format("row {} is a list of lists", rows_);
  broken_ = true;
}

void TextRows::behind(std::string_view raw) {
  if (foreign_.first()) {
    foreign_.what = fmt::format("row {} has {} behind its vector", rows_ - 1, quote(raw, kShown));
  }
}

void TextRows::put_base64(std::string_view text) {
  const std::size_t room = base64_room(text);
  const auto size = decode_base64(text, writer_.put_bytes(room));
  writer_.take_back(room - size.value_or(0));
  if (!size) return no_vector("text that is no base64,", text);
  const std::size_t element = info_of(dtype_).size;
  if (*size % element != 0) {
    if (broken_size_.first()) {
      broken_size_.what = fmt::format("row {} has {}, no whole number of {} elements", rows_,
                                      counted(static_cast<std::int64_t>(*size), "byte"), info_of(dtype_).word);
    }
    broken_ = true;
  }
  columns_ = *size / element;
  end_row();
}

void TextRows::end_score() {
  scores_ = true;
  end_row();
}

void TextRows::end_row() {
  if (!broken_) {
    if (dim_ == kUnknown) dim_ = columns_;
    const auto has = [&] {
      return fmt::format("row {} has {}", rows_, counted(static_cast<std::int64_t>(columns_), "element"));
    };
    if (columns_ != dim_ && ragged_.first()) ragged_.what = fmt::format("{}, the first one {}", has(), dim_);
    if (options_.dim && columns_ != *options_.dim && misfit_.first()) {
      misfit_.what = fmt::format("{}, and {} are expected", has(), *options_.dim);
    }
  }
  ++rows_;
  columns_ = 0;
  broken_ = false;
}

void TextRows::no_id(std::uint64_t row, std::string_view field) {
  if (without_id_.first()) without_id_.what = fmt::format("row {} has no {}", row, quote(field, kShown));
}

// The faults after which there is no array.
bool TextRows::raise(Observation& out) const {
  if (foreign_.count != 0) raise_seen(foreign_, "embedding.non-numeric", "", out);
  if (nested_.count != 0) {
    raise_seen(nested_, "embedding.rank-mismatch", "; was a batch of one not unwrapped?", out);
  }
  if (broken_size_.count != 0) raise_seen(broken_size_, "embedding.size-not-multiple", "", out);
  if (unfit_.count != 0) raise_seen(unfit_, "embedding.dtype-mismatch", "", out);
  if (ragged_.count != 0 && options_.dim) raise_seen(misfit_, "embedding.dim-mismatch", "", out);
  if (ragged_.count != 0 && !options_.dim) raise_seen(ragged_, "embedding.ragged-rows", "", out);
  return foreign_.count + nested_.count + broken_size_.count + unfit_.count + ragged_.count != 0;
}

// Moves each row to its place, cycle by cycle. `places_` is a permutation.
void TextRows::put_in_order() {
  const std::size_t row_bytes = static_cast<std::size_t>(dim_) * info_of(dtype_).size;
  unsigned char* const rows = decoded_.elements.data();
  for (std::size_t row = 0; row < places_.size(); ++row) {
    while (places_[row] != row) {
      const std::size_t place = static_cast<std::size_t>(places_[row]);
      std::swap_ranges(rows + row * row_bytes, rows + (row + 1) * row_bytes, rows + place * row_bytes);
      if (!decoded_.ids.empty()) std::swap(decoded_.ids[row], decoded_.ids[place]);
      std::swap(places_[row], places_[place]);
    }
  }
}

// Whether the places are those of all rows, in another order that may be mended.
bool TextRows::compare_places(Observation& out) const {
  constexpr std::uint64_t kMostMissing = 1'000'000;  // more are not counted: that rows are missing is told besides
  const std::uint64_t wanted_rows = std::min(options_.rows.value_or(rows_), rows_ + kMostMissing);
  std::vector<std::string> wanted, found;
  for (std::uint64_t i = 0; i < wanted_rows; ++i) wanted.push_back(fmt::format("{}", i));
  for (const std::uint64_t place : places_) found.push_back(fmt::format("{}", place));
  const bool same = compare_ids(wanted, found, options_.order, out);
  return same && options_.order == IdOrder::kAny && found.size() == rows_;
}

bool TextRows::finish(bool flat, ArrayView& array, Observation& out) {
  writer_.finish();
  bool may_be_mended = false;
  if (without_id_.count != 0) {
    raise_seen(without_id_, "embedding.id-missing", "", out);
    decoded_.ids.clear();
  } else if (!places_.empty()) {
    may_be_mended = compare_places(out);
  }
  if (raise(out)) return false;
  if (may_be_mended) put_in_order();  // all rows are equally long from here on
  const std::uint64_t dim = dim_ == kUnknown ? 0 : dim_;
  array.dtype = dtype_;
  array.big_endian = options_.base64 && options_.byteorder == ByteOrder::kBig && array.element() > 1;
  if (scores_ || flat) {
    array.shape.assign({scores_ ? rows_ : dim});
  } else {
    array.shape.assign({rows_, dim});
  }
  array.rows = scores_ || flat ? 1 : rows_;
  array.dim = array.shape.back();
  array.row_stride = array.dim * array.element();
  array.data = {decoded_.elements.data(), decoded_.elements.size()};
  return true;
}

}  // namespace bcheck
