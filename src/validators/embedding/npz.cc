// SPDX-License-Identifier: Apache-2.0
// NumPy's .npz: a ZIP archive of .npy members, stored (savez) or deflated (savez_compressed).
//
// Every member is read to its end under its checksum, also those that are not asked for: a damaged archive is no sound
// product, and ids that are a pickle are none either. Only the array that is asked for is kept, and of it no more than
// its header says it has; members that are stored are looked at where they lie.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/checked.h"
#include "base/text.h"
#include "validators/container/zip.h"
#include "validators/container/zip_stream.h"
#include "validators/embedding/faults.h"
#include "validators/embedding/formats.h"
#include "validators/embedding/npy_header.h"
#include "validators/embedding/sizes.h"
#include "validators/magic.h"

namespace bcheck {
namespace {

constexpr std::string_view kSuffix = ".npy";

bool refuse_zip(const ZipProblem& problem, Observation& out) {
  constexpr std::array<std::string_view, 6> kCodes{"embedding.zip-damaged",       "embedding.zip-encrypted",
                                                   "embedding.zip-name-unsafe",   "embedding.zip-duplicate-name",
                                                   "embedding.zip-size-mismatch", "embedding.zip-crc"};
  return refuse(out, kCodes[static_cast<std::size_t>(problem.fault)], problem.message);
}

// np.load leaves the suffix out, so names in rules may have it or not.
std::string_view array_name(const ZipEntry& entry) {
  std::string_view name = entry.name;
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return name;
}

std::string names_of(std::span<const ZipEntry> entries) {
  constexpr std::size_t kMostNames = 4;
  std::string text;
  for (std::size_t i = 0; i < entries.size() && i < kMostNames; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", quote(array_name(entries[i]), 40));
  }
  return text + (entries.size() > kMostNames ? ", ..." : "");
}

// A list of what the rows are called, by the name it was saved under.
bool holds_ids(std::string_view name) {
  const std::string lower = lower_ascii(name);
  return lower == "id" || lower == "ids" || lower == "key" || lower == "keys" || lower == "names" ||
         lower.ends_with("_id") || lower.ends_with("_ids");
}

// Where the members are read; none is left open between two of them.
class Members {
 public:
  Members(const EmbeddingOptions& options, ArrayView& array, Decoded& decoded, Observation& out)
      : options_(options), array_(array), decoded_(decoded), out_(out) {}

  // The array that was asked for.
  bool read_wanted(const ZipEntry& entry);
  // Another member: sound, and no pickle.
  bool read_other(const ZipEntry& entry);
  // Lists of ids beside the array have one for each of its rows.
  void compare_rows();

 private:
  struct Ids {
    std::string_view name;
    std::uint64_t count;
  };

  bool sound() {
    const auto problem = stream_.finish();
    return !problem || refuse_zip(*problem, out_);
  }

  const EmbeddingOptions& options_;
  ArrayView& array_;
  Decoded& decoded_;
  Observation& out_;
  ZipStream stream_;
  std::vector<unsigned char> start_;
  std::vector<Ids> ids_;
};

bool Members::read_wanted(const ZipEntry& entry) {
  stream_.open(entry);
  Bytes content = entry.data;
  if (entry.deflated) {
    const auto prefix = static_cast<std::size_t>(std::min(entry.size, kMostNpyPrefix));
    unsigned char* const start = decoded_.elements.grow(prefix);
    decoded_.elements.shrink(stream_.read(start, prefix));
    content = {decoded_.elements.data(), decoded_.elements.size()};
  }
  std::uint64_t offset = 0;
  // What is wrong with the archive explains what is wrong with the array, so it is told first.
  Observation faults;
  const bool is_array = read_npy_header(content, options_, array_, offset, faults);
  const auto extent = is_array ? array_extent(offset, array_) : std::nullopt;
  if (entry.deflated && extent) {
    const std::uint64_t kept = std::min(*extent, entry.size);
    const std::size_t have = decoded_.elements.size();
    if (kept > have) {
      const auto more = static_cast<std::size_t>(kept - have);
      const std::size_t got = stream_.read(decoded_.elements.grow(more), more);
      decoded_.elements.shrink(have + got);
    }
    content = {decoded_.elements.data(), decoded_.elements.size()};
  }
  if (!sound()) return false;
  for (Fault& fault : faults.faults) out_.faults.push_back(std::move(fault));
  return is_array && place_array(content, offset, array_, out_, entry.size);
}

bool Members::read_other(const ZipEntry& entry) {
  stream_.open(entry);
  start_.resize(static_cast<std::size_t>(std::min(entry.size, kMostNpyPrefix)));
  const std::size_t have = stream_.read(start_.data(), start_.size());
  if (!sound()) return false;
  ArrayView other;
  Observation faults;
  std::uint64_t offset = 0;
  read_npy_header({start_.data(), have}, options_, other, offset, faults);
  for (const Fault& fault : faults.faults) {
    if (fault.code != "embedding.pickle-refused") continue;
    return refuse(out_, fault.code, fmt::format("member {}: {}", quote(entry.name, 80), fault.message));
  }
  if (other.shape.size() == 1 && holds_ids(array_name(entry))) ids_.push_back({array_name(entry), other.shape.front()});
  return true;
}

void Members::compare_rows() {
  for (const Ids& ids : ids_) {
    const std::uint64_t rows = array_.shape.empty() ? 1 : array_.shape.front();
    if (ids.count == rows || ids.count > INT64_MAX) continue;
    mismatch(out_, "embedding.rows-mismatch",
             fmt::format("{} rows, and {} in the member {} beside them", rows,
                         counted(static_cast<std::int64_t>(ids.count), "id"), quote(ids.name, 40)),
             static_cast<std::int64_t>(rows), static_cast<std::int64_t>(ids.count));
  }
}

// The one that is asked for, or the only one; null if there is none.
const ZipEntry* find_wanted(std::span<const ZipEntry> entries, const std::string& name) {
  if (name.empty()) return entries.size() == 1 ? &entries.front() : nullptr;
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [&](const ZipEntry& entry) { return entry.name == name || array_name(entry) == name; });
  return at == entries.end() ? nullptr : &*at;
}

// Several arrays and no word on which holds the vectors are a question to the rules and no fault.
bool miss(std::span<const ZipEntry> entries, const std::string& name, Observation& out) {
  if (entries.empty()) return refuse(out, "embedding.member-missing", "the archive has no members");
  if (!name.empty()) {
    return refuse(out, "embedding.member-missing",
                  fmt::format("the archive has no array {}; it has {}", quote(name, 60), names_of(entries)));
  }
  out.unchecked =
      fmt::format("the archive holds {} arrays, {}: say which with 'array'", entries.size(), names_of(entries));
  return false;
}

}  // namespace

bool read_npz(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded& decoded,
              Observation& out) {
  if (const Format* const content = format_of_content(artifact.bytes); content != nullptr && content->family != "zip") {
    return refuse(out, "embedding.wrong-type",
                  fmt::format("the content is {} and no archive of arrays", content->name));
  }
  ZipDirectory directory;
  if (const auto problem = directory.read(artifact.bytes)) return refuse_zip(*problem, out);
  const std::span<const ZipEntry> entries = directory.entries();
  const ZipEntry* const wanted = find_wanted(entries, options.array);
  Members members(options, array, decoded, out);
  bool sound = true;
  for (const ZipEntry& entry : entries) {
    if (&entry != wanted) sound = members.read_other(entry) && sound;
  }
  if (wanted == nullptr) return miss(entries, options.array, out);
  if (!members.read_wanted(*wanted) || !sound) return false;
  members.compare_rows();
  return true;
}

}  // namespace bcheck
