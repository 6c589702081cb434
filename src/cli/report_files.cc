// SPDX-License-Identifier: Apache-2.0
#include "cli/report_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "cli/log.h"
#include "report/recognise.h"

namespace bcheck {
namespace {

Result<std::vector<std::string>> reports_in(const std::string& folder) {
  std::error_code trouble;
  std::vector<std::string> found;
  for (std::filesystem::directory_iterator at(folder, trouble), end; !trouble && at != end; at.increment(trouble)) {
    const std::string path = at->path().string();
    std::error_code unknown;
    if (path.ends_with(".json") && !at->is_directory(unknown)) found.push_back(path);
  }
  if (trouble) return bad_question(fmt::format("{} cannot be listed: {}", quote(folder), trouble.message()));
  std::sort(found.begin(), found.end());
  std::vector<std::string> reports;
  for (std::string& path : found) {
    const auto file = BlockFile::open(path);
    if (!file) return tl::unexpected(file.error());
    if (is_report(*file)) {
      reports.push_back(std::move(path));
    } else {
      log_detail(fmt::format("{} is no report", file->name()));
    }
  }
  if (reports.empty()) return bad_question(fmt::format("{} holds no report", quote(folder)), "reports end in .json");
  return reports;
}

}  // namespace

Result<std::vector<std::string>> report_files(const std::vector<std::string>& named) {
  std::vector<std::string> files;
  for (const std::string& path : named) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(path, unknown)) {
      files.push_back(path);
      continue;
    }
    auto reports = reports_in(path);
    if (!reports) return tl::unexpected(std::move(reports.error()));
    files.insert(files.end(), std::make_move_iterator(reports->begin()), std::make_move_iterator(reports->end()));
  }
  return files;
}

}  // namespace bcheck
