// SPDX-License-Identifier: Apache-2.0
#include "input/status_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "input/key_folder.h"
#include "input/status_words.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 5> kEndings{".rc", ".exit", ".exitcode", ".returncode", ".status"};
constexpr std::size_t kLargestCode = 256;  // bytes of a file; the longest word has 20

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
  auto files = list_key_files(folder, KeyIndex(manifest), kEndings);
  if (!files) return tl::unexpected(files.error());
  const Fd root(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return bad_question(fmt::format("cannot open {}: {}", quote(folder), error_text(errno)));
  // Those of no key come last.
  std::stable_sort(files->begin(), files->end(), [](const KeyFile& a, const KeyFile& b) {
    return a.key.value_or(SIZE_MAX) < b.key.value_or(SIZE_MAX);
  });

  // What is handed out points into one text.
  std::string text;
  std::vector<std::size_t> ends;
  const KeyFile* last = nullptr;
  for (const KeyFile& file : *files) {
    std::string code;
    if (file.key) {
      const std::string_view key = manifest.keys[*file.key];
      if (last != nullptr && last->key == file.key) {
        return bad_question(fmt::format("{}: {} and {} are both of key {}", quote(folder), quote(last->path),
                                        quote(file.path), quote(key)),
                            "leave one file for each key");
      }
      auto read = read_code(root.get(), folder, file.path);
      if (!read) return tl::unexpected(read.error());
      code = std::move(*read);
      text += key;
    } else {
      text += file.path;
    }
    ends.push_back(text.size());
    text += code;
    ends.push_back(text.size());
    last = &file;
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
