// SPDX-License-Identifier: Apache-2.0
// is_temporary_name() of validators/generic.h.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "validators/generic.h"

namespace bcheck {
namespace {

// Browsers, curl, wget, aria2, WinSCP, editors, and whoever writes beside the target and renames.
constexpr std::array<std::string_view, 13> kSuffixes{
    ".tmp",      ".temp",  ".part", ".partial", ".crdownload", ".download",  ".incomplete",
    ".filepart", ".aria2", ".swp",  ".swo",     ".swx",        ".opdownload"};

// Office, LibreOffice, FUSE and GLib.
constexpr std::array<std::string_view, 4> kPrefixes{"~$", ".~lock.", ".fuse_hidden", ".goutputstream-"};

constexpr std::size_t kLongestSuffix =
    std::max_element(kSuffixes.begin(), kSuffixes.end(), [](auto a, auto b) { return a.size() < b.size(); }) -> size();

// Each suffix begins with its only dot, so it is what stands from the last dot of the name.
static_assert(std::all_of(kSuffixes.begin(), kSuffixes.end(), [](auto suffix) { return suffix.rfind('.') == 0; }));

bool is_temporary_suffix(std::string_view suffix) {
  if (suffix.size() > kLongestSuffix) return false;
  std::array<char, kLongestSuffix> lower{};
  std::transform(suffix.begin(), suffix.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const std::string_view wanted(lower.data(), suffix.size());
  return std::find(kSuffixes.begin(), kSuffixes.end(), wanted) != kSuffixes.end();
}

// What a server of NFS leaves of a file that was deleted while it was open: ".nfs" and 24 hexadecimal digits.
bool is_nfs_name(std::string_view lower) {
  constexpr std::string_view kPrefix = ".nfs", kDigits = "0123456789abcdef";
  return lower.starts_with(kPrefix) && lower.size() >= kPrefix.size() + 16 &&
         lower.find_first_not_of(kDigits, kPrefix.size()) == lower.npos;
}

// rsync writes to ".NAME.XXXXXX" with six letters and digits of mkstemp. A word or a date of six is no such thing.
bool is_rsync_name(std::string_view name) {
  const auto dot = name.rfind('.');
  if (name[0] != '.' || dot < 2 || name.size() - dot != 7) return false;
  const std::string_view tail = name.substr(dot + 1);
  const auto any = [&](char from, char to) {
    return std::any_of(tail.begin(), tail.end(), [&](char c) { return c >= from && c <= to; });
  };
  const bool word = std::all_of(tail.begin(), tail.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
  return word && any('a', 'z') + any('A', 'Z') + any('0', '9') >= 2;
}

}  // namespace

bool is_temporary_name(std::string_view path) {
  const auto slash = path.rfind('/');
  const std::string_view name = slash == path.npos ? path : path.substr(slash + 1);
  if (name.empty()) return false;
  const auto dot = name.rfind('.');
  if (dot != name.npos && dot > 0 && is_temporary_suffix(name.substr(dot))) return true;
  if (name[0] != '.' && name[0] != '~') return false;  // all other forms begin so
  const std::string lower = lower_ascii(name);
  const auto begins = [&](std::string_view prefix) { return lower.starts_with(prefix); };
  return std::any_of(kPrefixes.begin(), kPrefixes.end(), begins) || is_nfs_name(lower) || is_rsync_name(name);
}

}  // namespace bcheck
