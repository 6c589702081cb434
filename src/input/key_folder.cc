// SPDX-License-Identifier: Apache-2.0
#include "input/key_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/text.h"

namespace bcheck {
namespace {

std::string_view without_ending(std::string_view path, std::span<const std::string_view> endings) {
  for (const std::string_view ending : endings) {
    if (path.size() > ending.size() && path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

}  // namespace

Result<std::vector<KeyFile>> list_key_files(const std::string& folder, const KeyIndex& index,
                                            std::span<const std::string_view> endings) {
  using Walk = std::filesystem::recursive_directory_iterator;
  std::vector<KeyFile> files;
  std::error_code error;
  const std::filesystem::path root(folder);
  for (Walk at(root, error); !error && at != Walk(); at.increment(error)) {
    std::error_code ignored;
    if (at->symlink_status(ignored).type() == std::filesystem::file_type::directory) continue;
    std::string path = at->path().native().substr(root.native().size());
    path.erase(0, path.find_first_not_of('/'));
    auto key = index.find(path);
    if (!key) key = index.find(without_ending(path, endings));
    files.push_back({std::move(path), key});
  }
  if (error) return bad_question(fmt::format("cannot list {}: {}", quote(folder), error_text(error.value())));
  std::sort(files.begin(), files.end(), [](const KeyFile& a, const KeyFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace bcheck
