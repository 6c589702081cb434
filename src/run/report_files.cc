// SPDX-License-Identifier: Apache-2.0
#include "run/report_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/file_digest.h"
#include "base/text.h"
#include "run/apart.h"

namespace bcheck {
namespace {

namespace fs = std::filesystem;

// As the report names the file of its items: both may be moved together.
std::string seen_from(const std::string& report, const std::string& items) {
  if (report == "-") return items;
  std::error_code error;
  const fs::path from = fs::absolute(report, error).lexically_normal().parent_path();
  const fs::path relative = fs::absolute(items, error).lexically_normal().lexically_relative(from);
  return error || relative.empty() ? items : relative.string();
}

Result<std::unique_ptr<AtomicFile>> open_file(const std::string& name) {
  auto file = AtomicFile::open(name);
  if (!file) return tl::unexpected(std::move(file.error()));
  file->compress(compression_of_name(name));
  return std::make_unique<AtomicFile>(std::move(*file));
}

Result<std::string> digest_of(const std::string& file) {
  return write_apart("hashes the items", [&](const SendApart& send) {
    const auto digest = sha256_of_file(file);
    if (!digest) throw std::runtime_error(digest.error().message);
    send(*digest);
  });
}

}  // namespace

Result<ReportFiles> ReportFiles::open(const std::string& report, const std::string& items) {
  ReportFiles files;
  files.report_name_ = report;
  files.items_name_ = items;
  if (!items.empty()) {
    if (report.empty()) return bad_question("items without a report say nothing", "name the report too: -o FILE");
    if (items == "-") return bad_question("items cannot be written to stdout", "give a file");
    if (report == items || is_same_file(report, items)) {
      return bad_question(fmt::format("{} cannot be the report and its items", quote(items)), "give two files");
    }
    auto file = open_file(items);
    if (!file) return tl::unexpected(std::move(file.error()));
    files.items_ = std::move(*file);
  }
  if (!report.empty()) {
    auto file = open_file(report);
    if (!file) return tl::unexpected(std::move(file.error()));
    files.report_ = std::move(*file);
  }
  const auto to = [](AtomicFile* file) -> ReportWriter::Write {
    return [file](std::string_view text) {
      if (file != nullptr) file->write(text);
    };
  };
  files.writer_ = std::make_unique<ReportWriter>(
      to(files.report_.get()), files.items_ == nullptr ? ReportWriter::Write() : to(files.items_.get()));
  return files;
}

Result<void> ReportFiles::finish(const ReportTail& tail) {
  std::optional<ItemsFile> items;
  if (items_ != nullptr) {
    if (auto written = items_->prepare(); !written) return written;
    auto digest = digest_of(items_->prepared_name());
    if (!digest) return tl::unexpected(std::move(digest.error()));
    if (digest->empty()) {
      return incomplete(fmt::format("{} is no file that can be read again", quote(items_name_)),
                        "items have to stand in a regular file");
    }
    items = {seen_from(report_name_, items_name_), std::move(*digest), writer_->count()};
  }
  writer_->tail(tail, items);
  if (report_ == nullptr) return {};
  // Both are on the disk before the first has its name: only a rename that fails can leave new items below an old
  // report.
  if (auto written = report_->prepare(); !written) return written;
  if (items_ != nullptr) {
    if (auto written = items_->commit(); !written) return written;
  }
  return report_->commit();
}

}  // namespace bcheck
