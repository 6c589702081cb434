// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/embedding.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/hash.h"
#include "validators/embedding/contract.h"
#include "validators/embedding/formats.h"
#include "validators/embedding/plausibility.h"
#include "validators/embedding/scan.h"

namespace bcheck {
namespace {

std::int64_t number(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

// "in row 3 column 5, row 4 column 0, ... (12 in all)"
std::string text_of(const FirstPlaces& places, bool columns, bool scores) {
  std::string text = "in";
  const auto kept = std::min<std::uint64_t>(places.count, FirstPlaces::kKept);
  for (std::size_t i = 0; i < kept; ++i) {
    const auto& place = places.first[i];
    text += fmt::format("{} row {}", i == 0 ? "" : ",", scores ? place.row + place.column : place.row);
    if (columns && !scores) text += fmt::format(" column {}", place.column);
  }
  if (places.count > kept) text += fmt::format(", ... ({} in all)", places.count);
  return text;
}

class EmbeddingCheck : public Check {
 public:
  EmbeddingCheck(EmbeddingOptions options, const Wanted& wanted) : options_(std::move(options)), wanted_(wanted) {}

  void run(const Artifact& artifact, Observation& out) override;

 private:
  void measure_values(Bytes file, const ArrayView& array, bool scores, Observation& out);
  void report_values(const ArrayView& array, const ScanResult& scan, bool scores, Observation& out);
  void report_norms(const ScanResult& scan, Observation& out);
  void report_copies(const ArrayView& array, const ScanResult& scan, Observation& out);
  std::uint64_t distinct_scores(const ArrayView& array);
  std::string content_hash(const ArrayView& array);

  const EmbeddingOptions options_;
  const Wanted wanted_;
  ArrayView array_;
  Decoded decoded_;
  ArrayScanner scanner_;
  std::optional<Sha256> sha256_;
  RowReader reader_;
  std::vector<std::uint64_t> score_bits_;
};

void EmbeddingCheck::run(const Artifact& artifact, Observation& out) {
  if (!read_array(artifact, options_, array_, decoded_, out)) return;
  const ArrayView& array = array_;
  const Meaning meaning = meaning_of(array, options_);
  out.add("rows", number(meaning.rows));
  out.add("dim", number(meaning.dim));
  out.add("rank", number(array.shape.size()));
  out.add("dtype", info_of(array.dtype).word);
  check_contract(array, meaning, options_, out);
  check_ids(meaning.rows, decoded_.ids, options_, out);
  out.coverage = Coverage::kStructure;
  if (options_.level == Level::kValues) {
    if (array.rows > 0 && array.dim > 0) measure_values(artifact.bytes, array, meaning.scores, out);
    out.coverage = Coverage::kContent;
  }
  if (wanted_.content_sha256 && !out.failed()) {
    out.content_sha256 = content_hash(array);
    out.content_decoder = fmt::format("bcheck {}", out.format);
  }
}

void EmbeddingCheck::measure_values(Bytes file, const ArrayView& array, bool scores, Observation& out) {
  ScanWanted wanted;
  if (options_.range) wanted = {options_.range->first, options_.range->second, true, {}};
  wanted.file_offset = offset_in_file(out.format, file, array);
  const auto measure = [&](const ArrayView& seen) { report_values(seen, scanner_.scan(seen, wanted), scores, out); };
  if (!scores || array.shape.size() != 2) return measure(array);
  // A column of scores has its norms, zeros and places along the column: scanned as the one row that it is in memory.
  ArrayView flat = array;
  flat.dim = array.rows;
  flat.rows = 1;
  flat.row_stride = flat.dim * flat.element();
  flat.fortran = false;
  flat.shape = {flat.dim};
  measure(flat);
}

// In the order of the table of measures.
void EmbeddingCheck::report_values(const ArrayView& array, const ScanResult& scan, bool scores, Observation& out) {
  const auto counted = [&](std::string_view measure, const FirstPlaces& places, bool columns) {
    out.add(measure, number(places.count));
    if (places.count > 0) out.place(measure, text_of(places, columns, scores));
  };
  counted("nan", scan.nan, true);
  counted("inf", scan.inf, true);
  const Plausibility plausibility = measure_plausibility(array);
  if (plausibility.measured) {
    out.add("plausible_share", plausibility.share);
    if (!plausibility.better_reading.empty()) {
      out.add("better_reading", plausibility.better_reading);
      out.add("better_share", plausibility.better_share);
    }
  }
  if (scores) {
    out.add("distinct_rows", number(distinct_scores(array)));
    report_norms(scan, out);
  } else {
    out.add("zero_rows", number(scan.zero.count));
    if (scan.zero_tail) {
      out.place("zero_rows", fmt::format("rows {} to {}, the last ones: never written?", array.rows - scan.zero.count,
                                         array.rows - 1));
    } else if (scan.zero.count > 0) {
      out.place("zero_rows", text_of(scan.zero, false, false));
    }
    out.add("distinct_rows", number(array.rows - scan.duplicates.count));
    counted("subnormal_rows", scan.subnormal, false);
    report_norms(scan, out);
    counted("constant_rows", scan.constant, false);
    report_copies(array, scan, out);
  }
  if (!scan.any_value) return;
  out.add("value_min", scan.value_min);
  if (scan.below.count > 0) out.place("value_min", text_of(scan.below, true, scores));
  out.add("value_max", scan.value_max);
  if (scan.above.count > 0) out.place("value_max", text_of(scan.above, true, scores));
}

void EmbeddingCheck::report_norms(const ScanResult& scan, Observation& out) {
  if (scan.finite_rows == 0) return;
  out.add("norm_min", scan.norm_min);
  out.add("norm_max", scan.norm_max);
  if (scan.finite_rows > 1) {
    out.place("norm_min", fmt::format("the smallest is that of row {}", scan.norm_min_row));
    out.place("norm_max", fmt::format("the largest is that of row {}", scan.norm_max_row));
  }
  out.add("norm_median", scan.norm_median);
  if (scan.nonzero_norm_min) out.add("nonzero_norm_min", *scan.nonzero_norm_min);
  out.add("norm_outlier_rows", number(scan.norm_outliers));
}

void EmbeddingCheck::report_copies(const ArrayView& array, const ScanResult& scan, Observation& out) {
  const DuplicateRows& duplicates = scan.duplicates;
  out.add("duplicate_rows", number(duplicates.count));
  if (duplicates.count > 0) {
    std::string text;
    const auto kept = std::min<std::uint64_t>(duplicates.count, DuplicateRows::kKept);
    for (std::size_t i = 0; i < kept; ++i) {
      const auto& pair = duplicates.first[i];
      text += fmt::format("{}row {} is row {}", i == 0 ? "" : ", ", pair.row, pair.earlier);
    }
    out.place("duplicate_rows", std::move(text));
  }
  out.add("zero_tail_dims", number(scan.zero_tail_dims));
  if (scan.zero_tail_dims > 0) {
    out.place("zero_tail_dims", fmt::format("columns {} to {}", array.dim - scan.zero_tail_dims, array.dim - 1));
  }
  if (scan.lost_blocks) {
    out.add("lost_blocks", number(scan.lost_blocks->count));
    if (scan.lost_blocks->count > 0) out.place("lost_blocks", place_of(*scan.lost_blocks));
  }
  if (array.rows >= kLeastColumnRows) add_constant_columns(scan.constant_columns, out);
}

std::uint64_t EmbeddingCheck::distinct_scores(const ArrayView& array) {
  score_bits_.clear();
  reader_.open(array);
  for (std::uint64_t index = 0; index < array.rows; ++index) {
    const unsigned char* const row = reader_.row(index);
    for (std::uint64_t i = 0; i < array.dim; ++i)
      score_bits_.push_back(bits_at(array.dtype, row + i * array.element()));
  }
  std::sort(score_bits_.begin(), score_bits_.end());
  return static_cast<std::uint64_t>(std::unique(score_bits_.begin(), score_bits_.end()) - score_bits_.begin());
}

// SHA-256 of the elements in C order, little-endian, nothing else: the same vectors have the same hash in every
// container, byte order and memory order.
std::string EmbeddingCheck::content_hash(const ArrayView& array) {
  if (!sha256_) sha256_.emplace();
  if (array.dense() && (!array.big_endian || array.element() == 1)) {
    sha256_->update(array.data);
  } else if (array.dim > 0) {
    reader_.open(array);
    const std::size_t bytes = static_cast<std::size_t>(array.dim * array.element());
    for (std::uint64_t index = 0; index < array.rows; ++index) sha256_->update({reader_.row(index), bytes});
  }
  return hex(sha256_->finish());
}

}  // namespace

Result<std::unique_ptr<Check>> prepare_embedding(const Options& options, const Wanted& wanted) {
  auto read = read_embedding_options(options);
  if (!read) return tl::unexpected(std::move(read.error()));
  return std::make_unique<EmbeddingCheck>(std::move(*read), wanted);
}

}  // namespace bcheck
