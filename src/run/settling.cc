// SPDX-License-Identifier: Apache-2.0
#include "run/settling.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "base/siphash.h"
#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::int64_t kScarce = 100;  // one in so many
constexpr std::int64_t kPlenty = 10'000'000'000;

// Only compared within one process, and never with what somebody chose.
constexpr SipKey kPrint{0x6263686563b6b, 0x6c6f6f6b};

}  // namespace

Look look_at(const Listing& listing, int root) {
  Look look;
  std::string text;
  for (const Entry& entry : listing.entries) {
    struct stat status {};
    const std::string path(entry.path);
    if (::fstatat(root, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    const std::int64_t mtime = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    text = fmt::format("{}\n{}\n{}", path, status.st_size, mtime);
    look.print += siphash(text, kPrint);
    look.newest_ns = std::max(look.newest_ns, mtime);
  }
  return look;
}

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::optional<Room> room_of(int root) {
  struct statvfs room {};
  if (::fstatvfs(root, &room) != 0) return std::nullopt;
  const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  return Room{number(room.f_blocks * room.f_frsize), number(room.f_bavail * room.f_frsize), number(room.f_files),
              number(room.f_favail)};
}

std::string nearly_full(const Room& room) {
  if (room.bytes > 0 && room.free_bytes < room.bytes / kScarce && room.free_bytes < kPlenty) {
    return fmt::format("{} of {} free", human_bytes(static_cast<std::uint64_t>(room.free_bytes)),
                       human_bytes(static_cast<std::uint64_t>(room.bytes)));
  }
  if (room.files > 0 && room.free_files < room.files / kScarce) {
    return fmt::format("{} of {} inodes free", room.free_files, room.files);
  }
  return {};
}

}  // namespace bcheck
