// SPDX-License-Identifier: Apache-2.0
#include "input/status_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "base/key_table.h"
#include "base/text.h"
#include "input/status_words.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 5> kEndings{".rc", ".exit", ".exitcode", ".returncode", ".status"};
constexpr std::size_t kLargestCode = 256;  // bytes of a file; the longest word has 20

struct CodeFile {
  std::string path;  // below the folder
  std::size_t key = 0;
};

Result<std::vector<std::string>> list(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  const std::filesystem::path root(folder);
  std::filesystem::recursive_directory_iterator at(root, error);
  for (; !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->symlink_status(ignored).type() == std::filesystem::file_type::directory) continue;
    paths.push_back(at->path().native().substr(root.native().size()));
    paths.back().erase(0, paths.back().find_first_not_of('/'));
  }
  if (error) return bad_question(fmt::format("cannot list {}: {}", quote(folder), error_text(error.value())));
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string_view without_ending(std::string_view path) {
  for (const std::string_view ending : kEndings) {
    if (path.size() > ending.size() && path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

// The word in the file, without the line end and blanks around it.
Result<std::string> read_code(int root, const std::string& folder, const std::string& path) {
  const auto refuse = [&](std::string_view what) {
    return bad_question(fmt::format("{}: {} {}", quote(folder), quote(path), what));
  };
  const int opened = open_beneath(root, path);
  if (opened < 0) return refuse("cannot be opened: " + error_text(-opened));
  const Fd fd(opened);
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return refuse("cannot be read: " + error_text(errno));
  if (!S_ISREG(status.st_mode)) return refuse("is no regular file");
  std::array<char, kLargestCode + 1> buffer;
  std::size_t have = 0;
  while (have < buffer.size()) {
    const ssize_t got = ::read(fd.get(), buffer.data() + have, buffer.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse("cannot be read: " + error_text(errno));
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  if (have > kLargestCode) return refuse("is too long for a return code");
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string_view text(buffer.data(), have);
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return std::string();
  text = text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
  if (text.find('\n') != std::string_view::npos) return refuse("holds more than one line");
  if (!read_state(text)) {
    return bad_question(fmt::format("{}: {} holds the unknown state {}", quote(folder), quote(path), quote(text)),
                        advice_on_state(text));
  }
  return std::string(text);
}

}  // namespace

Result<Manifest> read_status_folder(const Manifest& manifest, const std::string& folder) {
  const auto paths = list(folder);
  if (!paths) return tl::unexpected(paths.error());
  const Fd root(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return bad_question(fmt::format("cannot open {}: {}", quote(folder), error_text(errno)));

  KeyTable table(manifest.keys.size());
  std::vector<std::string_view> keys;
  keys.reserve(manifest.keys.size());
  for (const std::string_view key : manifest.keys) {
    table.add(key, keys);
    keys.push_back(key);
  }
  std::vector<CodeFile> files;
  std::vector<const std::string*> foreign;
  for (const std::string& path : *paths) {
    auto key = table.find(path, keys);
    if (!key) key = table.find(without_ending(path), keys);
    if (key) {
      files.push_back({path, *key});
    } else {
      foreign.push_back(&path);
    }
  }
  std::stable_sort(files.begin(), files.end(), [](const CodeFile& a, const CodeFile& b) { return a.key < b.key; });

  // What is handed out points into one text.
  std::string text;
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (i > 0 && files[i].key == files[i - 1].key) {
      return bad_question(fmt::format("{}: {} and {} are both of key {}", quote(folder), quote(files[i - 1].path),
                                      quote(files[i].path), quote(keys[files[i].key])),
                          "leave one file for each key");
    }
    const auto code = read_code(root.get(), folder, files[i].path);
    if (!code) return tl::unexpected(code.error());
    text += keys[files[i].key];
    ends.push_back(text.size());
    text += *code;
    ends.push_back(text.size());
  }
  for (const std::string* const path : foreign) {
    text += *path;
    ends.push_back(text.size());
    ends.push_back(text.size());
  }
  Manifest out;
  out.name = folder;
  out.format = "folder";
  out.storage.assign(text.begin(), text.end());
  out.columns.push_back({"state", {}});
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::string_view part(out.storage.data() + begin, ends[i] - begin);
    begin = ends[i];
    (i % 2 == 0 ? out.keys : out.columns[0].values).push_back(part);
  }
  return out;
}

}  // namespace bcheck
