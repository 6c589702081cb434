// SPDX-License-Identifier: Apache-2.0
#include "sources/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kLargestRead = 64 << 20;  // above it a file is mapped
constexpr std::size_t kKeptBuffer = 8 << 20;    // a larger buffer is given back after use
constexpr std::size_t kArenaBlock = 1 << 20;
constexpr off_t kFetched = 8 << 20;

// What comes out of memory is read at 1 GB/s and more, and the kernel takes some time; a disk takes longer.
constexpr std::chrono::microseconds kFromMemory{500};
constexpr std::size_t kTimed = 256 << 10;  // bytes that surely come within it

// Names are put one after the other into blocks that never move.
class Names {
 public:
  explicit Names(std::vector<std::vector<char>>& blocks) : blocks_(blocks) {}

  std::string_view keep(std::string_view directory, std::string_view name) {
    const std::size_t size = directory.empty() ? name.size() : directory.size() + 1 + name.size();
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < size) {
      blocks_.emplace_back();
      blocks_.back().reserve(std::max(kArenaBlock, size));
    }
    std::vector<char>& block = blocks_.back();
    const std::size_t start = block.size();
    if (!directory.empty()) {
      block.insert(block.end(), directory.begin(), directory.end());
      block.push_back('/');
    }
    block.insert(block.end(), name.begin(), name.end());
    return {block.data() + start, size};
  }

 private:
  std::vector<std::vector<char>>& blocks_;
};

EntryKind kind_of(unsigned char type) {
  switch (type) {
    case DT_REG: return EntryKind::kFile;
    case DT_LNK: return EntryKind::kLink;
    default: return EntryKind::kOther;
  }
}

// Some file systems do not tell the type with the name.
unsigned char type_of(int directory, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type;
  struct stat status {};
  if (::fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_REG;  // reading it will tell
  return S_ISREG(status.st_mode)   ? DT_REG
         : S_ISDIR(status.st_mode) ? DT_DIR
         : S_ISLNK(status.st_mode) ? DT_LNK
                                   : DT_FIFO;
}

bool same(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec &&
         a.st_ctim.tv_sec == b.st_ctim.tv_sec && a.st_ctim.tv_nsec == b.st_ctim.tv_nsec;
}

}  // namespace

OutputPlace place_of_output(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {path, ""};
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {".", path};
  return {path.substr(0, slash == 0 ? 1 : slash), path.substr(slash + 1)};
}

Result<Fd> open_output(const std::string& path) {
  Fd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) {
    return bad_question(fmt::format("cannot open the output {}: {}", quote(path), error_text(errno)),
                        errno == ENOTDIR ? "name the directory that holds the products" : "");
  }
  return fd;
}

Listing list_directory(int root) {
  Listing listing;
  Names names(listing.arena);
  std::vector<std::string> waiting{""};
  while (!waiting.empty()) {
    const std::string directory = std::move(waiting.back());
    waiting.pop_back();
    // Never by a link: a directory that was swapped for one since its name was read is not walked into, nor is what
    // lies below it.
    const int opened = open_directory_beneath(root, directory);
    if (opened < 0) {
      listing.unlisted.push_back({directory, error_text(-opened)});
      continue;
    }
    Fd fd(opened);
    const int number = fd.get();
    DIR* const stream = ::fdopendir(number);
    if (stream == nullptr) {
      listing.unlisted.push_back({directory, error_text(errno)});
      continue;
    }
    fd.release();  // the stream owns it now
    errno = 0;
    while (const dirent* const entry = ::readdir(stream)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      const unsigned char type = type_of(number, *entry);
      if (type == DT_DIR) {
        waiting.push_back(directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name));
      } else {
        listing.entries.push_back({names.keep(directory, name), entry->d_ino, kind_of(type)});
      }
      errno = 0;
    }
    if (errno != 0) listing.unlisted.push_back({directory, error_text(errno)});
    ::closedir(stream);
  }
  std::sort(listing.entries.begin(), listing.entries.end(),
            [](const Entry& a, const Entry& b) { return a.path < b.path; });
  std::sort(listing.unlisted.begin(), listing.unlisted.end(),
            [](const Unlisted& a, const Unlisted& b) { return a.path < b.path; });
  return listing;
}

Listing list_file(int root, const std::string& name) {
  Listing listing;
  Names names(listing.arena);
  struct stat status {};
  if (::fstatat(root, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    listing.unlisted.push_back({name, error_text(errno)});
    return listing;
  }
  listing.entries.push_back({names.keep("", name), status.st_ino,
                             S_ISLNK(status.st_mode)   ? EntryKind::kLink
                             : S_ISREG(status.st_mode) ? EntryKind::kFile
                                                       : EntryKind::kOther});
  return listing;
}

void fetch_ahead(int root, const std::string& path) {
  const Fd fd(open_beneath(root, path));
  if (fd) ::posix_fadvise(fd.get(), 0, kFetched, POSIX_FADV_WILLNEED);
}

DirectoryReader::~DirectoryReader() {
  release();
}

void DirectoryReader::release() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_size_);
  mapped_ = nullptr;
  fd_.reset();
}

Content DirectoryReader::trouble(std::string_view code, std::string why) {
  fd_.reset();
  return {{}, code, std::move(why)};
}

Content DirectoryReader::open(const std::string& path) {
  release();
  waited_ = false;
  const int fd = open_beneath(root_, path);
  if (fd < 0) {
    switch (-fd) {
      case ENOENT: return trouble("run.vanished", "it was listed and is gone, or it is a link to nothing");
      case EXDEV: return trouble("run.outside", "it is a link that leads out of the output directory");
      case ENXIO: return trouble("run.not-regular", "it is no regular file");
      default: return trouble("run.unreadable", error_text(-fd));
    }
  }
  fd_.reset(fd);
  resized_ = false;
  if (::fstat(fd, &before_) != 0) return trouble("run.unreadable", error_text(errno));
  if (!S_ISREG(before_.st_mode)) return trouble("run.not-regular", "it is no regular file");
  const auto size = static_cast<std::size_t>(before_.st_size);

  if (size > kLargestRead) {
    void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (address == MAP_FAILED) return trouble("run.unreadable", error_text(errno));
    ::madvise(address, size, MADV_SEQUENTIAL);
    mapped_ = address;
    mapped_size_ = size;
    return {{static_cast<const unsigned char*>(address), size}, {}, {}};
  }

  const std::size_t wanted = size + 1;  // one more, to see that the end is where it was said to be
  if (capacity_ < wanted || (capacity_ > kKeptBuffer && wanted <= kKeptBuffer)) {
    capacity_ = std::max<std::size_t>(wanted + wanted / 4, 64 << 10);
    buffer_.reset();
    buffer_ = std::make_unique_for_overwrite<unsigned char[]>(capacity_);
  }
  const std::ptrdiff_t start = read_start(wanted);
  auto have = static_cast<std::size_t>(std::max<std::ptrdiff_t>(start, 0));
  // Less than was asked for is the end, if that is where the end was said to be.
  bool end = start >= 0 && have == size;
  while (!end && have < wanted) {
    const ssize_t got = ::read(fd, buffer_.get() + have, wanted - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return trouble("run.unreadable", error_text(errno));
    have += static_cast<std::size_t>(got);
    end = got == 0 || have == size;
  }
  resized_ = have != size;
  return {{buffer_.get(), std::min(have, size)}, {}, {}};
}

// Reads what is in memory already, and learns whether that is all. -1 where nothing could be read so: it has to be read
// in the ordinary way, which also says what is wrong.
std::ptrdiff_t DirectoryReader::read_start(std::size_t wanted) {
  if (knows_memory_) {
    const iovec into{buffer_.get(), wanted};
    const ssize_t got = ::preadv2(fd_.get(), &into, 1, -1, RWF_NOWAIT);
    waited_ = got < 0 ? errno == EAGAIN : static_cast<std::size_t>(got) + 1 < wanted;
    if (got < 0 && errno != EAGAIN && errno != EINTR) knows_memory_ = false;  // EOPNOTSUPP, or an old kernel
    return got;
  }
  // A network file system, say: what takes long was waited for.
  const auto before = std::chrono::steady_clock::now();
  const ssize_t got = ::read(fd_.get(), buffer_.get(), wanted);
  waited_ = wanted <= kTimed && std::chrono::steady_clock::now() - before > kFromMemory;
  return got;
}

bool DirectoryReader::changed() {
  struct stat after {};
  if (resized_ || !fd_ || ::fstat(fd_.get(), &after) != 0) return true;
  return !same(before_, after);
}

}  // namespace bcheck
