// SPDX-License-Identifier: Apache-2.0
#include "cli/report_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text.h"
#include "cli/log.h"
#include "report/recognise.h"

namespace bcheck {
namespace {

// Neither empty nor cut: what begins as a JSON object or array and ends as one. A report of which the disk kept
// nothing, or no more than its first bytes, is not told from other files by its schema.
bool is_whole_document(const BlockFile& file) {
  constexpr std::size_t kEnd = 64;
  std::array<char, kEnd> room{};
  const auto trimmed = [&](std::uint64_t from) {
    const std::int64_t got = file.read_at(from, room);
    std::string_view text(room.data(), static_cast<std::size_t>(std::max<std::int64_t>(got, 0)));
    constexpr std::string_view kBlank = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
    return text.substr(0, text.find_last_not_of(kBlank) + 1);
  };
  std::string_view begin = trimmed(0);
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  const char first = begin.empty() ? '\0' : begin.front();
  const std::string_view end = trimmed(file.size() - std::min<std::uint64_t>(kEnd, file.size()));
  return (first == '{' && end.ends_with('}')) || (first == '[' && end.ends_with(']'));
}

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
    } else if (!is_whole_document(*file)) {
      log_warning(
          fmt::format("{} is empty or cut off: no report can be told from it, and it is left out", file->name()));
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
