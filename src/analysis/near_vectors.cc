// SPDX-License-Identifier: Apache-2.0
#include "analysis/near_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "analysis/measure_of.h"
#include "base/text.h"

namespace bcheck {
namespace {

Nearness unknown(std::string why) {
  return {Likeness::kUnknown, false, {}, std::move(why)};
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::int64_t whole(const Outcome& outcome, std::string_view name) {
  const Scalar* const value = find_measure(outcome, name);
  const auto* const number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number == nullptr ? 0 : *number;
}

VectorFile file_of(const Outcome& outcome, const std::vector<char>& bytes, const std::string& extension) {
  return {as_bytes({bytes.data(), bytes.size()}),
          extension,
          outcome.format,
          word_of(outcome, "dtype"),
          whole(outcome, "rows"),
          whole(outcome, "dim")};
}

// "the rows are shifted by 1", "12 rows are those of other places (row 3 was row 7)"
std::string order_text(const VectorDistance& distance) {
  if (distance.shift != 0) {
    return fmt::format(", the rows are shifted by {} (row {} was row {})", distance.shift, distance.moved_row,
                       distance.moved_from);
  }
  return fmt::format(", rows in another order (row {} was row {})", distance.moved_row, distance.moved_from);
}

Nearness judge(const VectorDistance& distance, bool small_integers) {
  Nearness out;
  if (!distance.one_shape()) {
    out.told = fmt::format("{} x {} and {} x {} numbers", distance.old_rows, distance.old_dim, distance.new_rows,
                           distance.new_dim);
    return out;
  }
  if (distance.equal == distance.old_rows) return {Likeness::kSameContent, false, {}, "the same numbers"};
  const bool near = small_integers ? distance.broken == 0 && distance.largest <= 1 : distance.far == 0;
  out.likeness = near ? Likeness::kNear : Likeness::kFar;
  out.distances = {{"cosine_distance", distance.cosine_most},
                   {"norm_difference", distance.norm_most},
                   {"largest_difference", distance.largest}};
  out.told = fmt::format("1 - cosine {:.2g} at most, norm {:.2g}", distance.cosine_most, distance.norm_most);
  if (distance.old_rows > 1) {
    out.told += fmt::format(", {} of {} rows far", distance.far, distance.old_rows);
    if (distance.far > distance.broken) out.told += fmt::format(" (most row {})", distance.worst_row);
  }
  if (distance.broken > 0) out.told += fmt::format(", {} zero or not finite", distance.broken);
  if (distance.moved > 0) out.told += order_text(distance);
  return out;
}

}  // namespace

bool VectorMeter::knows(const Outcome& before, const Outcome& after) const {
  return !word_of(before, "dtype").empty() && !word_of(after, "dtype").empty();
}

Result<Nearness> VectorMeter::measure(const Outcome& before, const Outcome& after) {
  const auto a = before_.read(before);
  if (!a) return unknown("the old one: " + a.error().message);
  const auto b = after_.read(after);
  if (!b) return unknown("the new one: " + b.error().message);
  RowLimits limits = limits_;
  for (const Outcome* const one : {&before, &after}) {
    if (is_one_of(word_of(*one, "dtype"), {"f8_e4m3", "f8_e5m2"})) {
      limits.cosine_distance = std::max(limits.cosine_distance, kEightBitCosineDistance);
    }
  }
  const std::string old_extension = extension_of(before.path);
  const std::string new_extension = extension_of(after.path);
  const auto distance = reader_.compare(file_of(before, *a, old_extension), file_of(after, *b, new_extension), limits);
  if (!distance && distance.error().kind == ErrorKind::kInterrupted) return tl::unexpected(distance.error());
  if (!distance) return unknown(distance.error().message);
  const auto small = [](const Outcome& one) { return is_one_of(word_of(one, "dtype"), {"i8", "u8"}); };
  return judge(*distance, small(before) && small(after));
}

}  // namespace bcheck
