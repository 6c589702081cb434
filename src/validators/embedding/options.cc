// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/options.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace bcheck {
namespace {

template <typename T>
const T* find(const Options& options, std::string_view name) {
  const auto at = options.find(name);
  return at == options.end() ? nullptr : std::get_if<T>(&at->second);
}

Result<void> read_range(const Options& options, std::string_view name, std::optional<Range>& out) {
  const auto* const ends = find<std::vector<double>>(options, name);
  if (ends == nullptr) return {};
  if (ends->size() != 2 || !std::isfinite((*ends)[0]) || !std::isfinite((*ends)[1]) || (*ends)[0] > (*ends)[1]) {
    return bad_question(fmt::format("option '{}' is no range", name), "give [min, max] with min <= max");
  }
  out = Range{(*ends)[0], (*ends)[1]};
  return {};
}

Result<void> read_count(const Options& options, std::string_view name, std::int64_t least,
                        std::optional<std::uint64_t>& out) {
  const auto* const count = find<std::int64_t>(options, name);
  if (count == nullptr) return {};
  if (*count < least) {
    return bad_question(fmt::format("option '{}' is {}", name, *count), fmt::format("give at least {}", least));
  }
  out = static_cast<std::uint64_t>(*count);
  return {};
}

Result<void> read_column(const Options& options, std::string_view name,
                         std::optional<std::variant<std::uint64_t, std::string>>& out) {
  if (const auto* word = find<std::string>(options, name)) {
    if (word->empty()) return bad_question(fmt::format("option '{}' is empty", name), "give the name of a column");
    out = *word;
  }
  std::optional<std::uint64_t> number;
  if (auto ok = read_count(options, name, 0, number); !ok) return ok;
  if (number) out = *number;
  return {};
}

// A list of ids, or the lines of a file of ids. An empty list arrives as a list of no numbers.
bool read_ids(const Options& options, std::string_view name, std::vector<std::string>& out) {
  const auto* const ids = find<std::vector<std::string>>(options, name);
  if (ids != nullptr) out = *ids;
  return options.contains(name);
}

Result<void> refuse_contradictions(const Options& options, const EmbeddingOptions& read) {
  if (read.norm && read.dtype && !info_of(*read.dtype).floating) {
    return bad_question(fmt::format("option 'norm' makes no sense with dtype '{}': quantised rows have no unit norm",
                                    info_of(*read.dtype).word),
                        "leave 'norm' out, or declare a floating dtype");
  }
  if (read.format == "raw" && (!read.dtype || !read.dim)) {
    return bad_question("format 'raw' says nothing about its content",
                        fmt::format("declare '{}' too", read.dtype ? "dim"
                                                        : read.dim ? "dtype"
                                                                   : "dtype' and 'dim"));
  }
  if (options.contains("score_range") && options.contains("value_range")) {
    return bad_question("options 'score_range' and 'value_range' are both given",
                        "give 'score_range' for scores and 'value_range' for vectors");
  }
  if (options.contains("ids") && options.contains("input_ids_file")) {
    return bad_question("options 'ids' and 'input_ids_file' are both given", "say the submitted ids once");
  }
  const bool beside_rows = !read.id_field.empty() || read.id_column;
  if (read.ids_found_given && beside_rows) {
    return bad_question(
        fmt::format("options 'ids_file' and '{}' are both given", read.id_column ? "id_column" : "id_field"),
        "say once where the ids are that came back");
  }
  if (read.ids_found_given && !read.ids_given) {
    return bad_question("option 'ids_file' has nothing to be compared with",
                        "give the submitted ids with 'input_ids_file' or 'ids'");
  }
  if (options.contains("input_ids_file") && !read.ids_found_given && !beside_rows) {
    return bad_question("option 'input_ids_file' has nothing to be compared with",
                        "give the ids that came with the vectors with 'ids_file', 'id_field' or 'id_column'");
  }
  return {};
}

}  // namespace

Result<EmbeddingOptions> read_embedding_options(const Options& options) {
  EmbeddingOptions read;
  if (const auto* word = find<std::string>(options, "format")) read.format = *word;
  if (const auto* word = find<std::string>(options, "dtype")) {
    read.dtype = find_dtype(*word);
    if (!read.dtype) {
      return bad_question(fmt::format("option 'dtype' is {}", quote(*word)), suggestion(*word, dtype_words()));
    }
  }
  if (auto ok = read_count(options, "rows", 0, read.rows); !ok) return tl::unexpected(ok.error());
  if (auto ok = read_count(options, "dim", 1, read.dim); !ok) return tl::unexpected(ok.error());

  std::optional<Range> norm;
  if (auto ok = read_range(options, "norm", norm); !ok) return tl::unexpected(ok.error());
  const auto* const norm_word = find<std::string>(options, "norm");
  if (norm_word != nullptr && *norm_word != "unit") {
    return bad_question(fmt::format("option 'norm' is {}", quote(*norm_word)), "give \"unit\" or [min, max]");
  }
  read.norm = norm_word != nullptr || norm.has_value();
  for (const std::string_view name : {"value_range", "score_range"}) {
    if (auto ok = read_range(options, name, read.range); !ok) return tl::unexpected(ok.error());
  }
  read.scores = options.contains("score_range");

  if (const auto* word = find<std::string>(options, "byteorder")) {
    read.byteorder = *word == "big" ? ByteOrder::kBig : ByteOrder::kLittle;
  }
  if (const auto* word = find<std::string>(options, "level")) {
    read.level = *word == "container" ? Level::kContainer : Level::kValues;
  }
  if (const auto* word = find<std::string>(options, "encoding")) read.base64 = *word == "base64";
  if (const auto* flag = find<bool>(options, "one_vector")) read.one_vector = *flag;
  if (const auto* flag = find<bool>(options, "header")) read.header = *flag;
  for (const auto& [name, text] : {std::pair{"array", &read.array}, std::pair{"id_field", &read.id_field},
                                   std::pair{"vector_field", &read.vector_field},
                                   std::pair{"index_field", &read.index_field}, std::pair{"rows_at", &read.rows_at}}) {
    if (const auto* word = find<std::string>(options, name)) *text = *word;
  }
  if (auto ok = read_column(options, "id_column", read.id_column); !ok) return tl::unexpected(ok.error());
  if (auto ok = read_column(options, "vector_column", read.vector_column); !ok) return tl::unexpected(ok.error());
  if (const auto* word = find<std::string>(options, "order")) {
    read.order = *word == "any" ? IdOrder::kAny : IdOrder::kManifest;
  }
  const bool listed = read_ids(options, "ids", read.ids);
  const bool filed = read_ids(options, "input_ids_file", read.ids);
  read.ids_given = listed || filed;
  read.ids_found_given = read_ids(options, "ids_file", read.ids_found);
  if (auto ok = refuse_contradictions(options, read); !ok) return tl::unexpected(ok.error());
  return read;
}

}  // namespace bcheck
