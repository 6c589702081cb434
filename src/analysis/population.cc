// SPDX-License-Identifier: Apache-2.0
#include "analysis/population.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "base/compression.h"
#include "base/files.h"
#include "base/text.h"
#include "report/read.h"
#include "report/recognise.h"

namespace bcheck {
namespace {

constexpr std::string_view kByType = "type";

class ManifestKeys : public Population {
 public:
  ManifestKeys(Manifest manifest, const std::string& by) : manifest_(std::move(manifest)) {
    strata_ = by.empty() ? nullptr : manifest_.column(by);
  }

  Result<void> each(const Visit& visit) override {
    for (std::size_t i = 0; i < manifest_.keys.size(); ++i) {
      visit(manifest_.keys[i], strata_ == nullptr ? std::string_view() : strata_->values[i]);
    }
    return {};
  }

 private:
  Manifest manifest_;
  const Column* strata_ = nullptr;
};

class PassingKeys : public Population {
 public:
  PassingKeys(ReportReader report, std::string by) : report_(std::move(report)), by_(std::move(by)) {}

  Result<void> each(const Visit& visit) override {
    report_.rewind();
    bool known = by_.empty() || by_ == kByType;
    std::set<std::string, std::less<>> columns;
    while (true) {
      auto more = report_.next(item_);
      if (!more) return tl::unexpected(std::move(more.error()));
      if (!*more) break;
      if (item_.status != Status::kPass) continue;
      for (const auto& [name, value] : item_.groups) {
        known = known || name == by_;
        if (!known && columns.find(name) == columns.end()) columns.insert(name);
      }
      visit(item_.key, stratum());
    }
    if (known || report_.tail().summary.keys[Status::kPass] == 0) return {};
    columns.emplace(kByType);
    return unknown_column(report_.name(), by_, {columns.begin(), columns.end()});
  }

  static tl::unexpected<Error> unknown_column(const std::string& file, const std::string& by,
                                              const std::vector<std::string_view>& known) {
    return bad_question(fmt::format("--by: {} has no column {}", file, quote(by)), suggestion(by, known));
  }

 private:
  std::string_view stratum() {
    if (by_.empty()) return {};
    if (by_ == kByType) {
      formats_.clear();
      for (const auto& [name, outcome] : item_.artifacts) {
        if (outcome.status != Status::kPass) continue;
        formats_ += (formats_.empty() ? "" : " + ") + (outcome.format.empty() ? name : outcome.format);
      }
      return formats_;
    }
    for (const auto& [name, value] : item_.groups) {
      if (name == by_) return value;
    }
    return {};
  }

  ReportReader report_;
  const std::string by_;
  Item item_;
  std::string formats_;
};

std::unique_ptr<Population> passing(ReportReader report, const std::string& by) {
  return std::make_unique<PassingKeys>(std::move(report), by);
}

}  // namespace

Result<std::unique_ptr<Population>> open_population(const ManifestRequest& request, const std::string& by) {
  // What can be read only once is read into memory, since nobody knows yet what it is.
  std::error_code ignored;
  std::optional<std::vector<char>> bytes;
  if (request.path == "-" || !std::filesystem::is_regular_file(request.path, ignored)) {
    auto whole = read_whole(request.path);
    if (!whole) return tl::unexpected(std::move(whole.error()));
    bytes = std::move(*whole);
    if (const std::string_view text(bytes->data(), bytes->size()); is_report(text)) {
      auto report =
          ReportReader::of_text(std::string(text), request.path == "-" ? "standard input" : quote(request.path));
      if (!report) return tl::unexpected(std::move(report.error()));
      return passing(std::move(*report), by);
    }
    if (compression_of_content({bytes->data(), bytes->size()}) != Compression::kNone) {
      return bad_question("what came through the pipe is compressed", "give the file itself, or decompress it");
    }
  } else {
    auto file = BlockFile::open(request.path);
    if (!file) return tl::unexpected(std::move(file.error()));
    if (is_report(*file)) {
      auto report = ReportReader::open(request.path);
      if (!report) return tl::unexpected(std::move(report.error()));
      return passing(std::move(*report), by);
    }
  }
  auto manifest = bytes ? parse_manifest(std::move(*bytes), request) : load_manifest(request);
  if (!manifest) return tl::unexpected(std::move(manifest.error()));
  if (!by.empty() && manifest->column(by) == nullptr) {
    std::vector<std::string_view> known;
    for (const Column& column : manifest->columns) known.push_back(column.name);
    if (known.empty()) return bad_question(fmt::format("--by: {} has no columns", quote(request.path)));
    return PassingKeys::unknown_column(quote(request.path), by, known);
  }
  return std::make_unique<ManifestKeys>(std::move(*manifest), by);
}

}  // namespace bcheck
