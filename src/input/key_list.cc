// SPDX-License-Identifier: Apache-2.0
#include "input/key_list.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/files.h"
#include "base/text.h"
#include "bcheck/report.h"
#include "input/key_folder.h"
#include "input/key_index.h"
#include "input/manifest.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 6> kMarkerEndings{".lock",       ".running", ".started",
                                                         ".inprogress", ".marker",  ".tmp"};

class Counter {
 public:
  explicit Counter(const Manifest& manifest) : index_(manifest) { list_.times.resize(manifest.keys.size()); }

  void add(std::string_view key) { add(key, index_.find(key)); }
  void add(std::string_view name, std::optional<std::size_t> place) {
    if (place) {
      ++list_.times[*place];
      return;
    }
    ++list_.unknown;
    if (list_.first_unknown.size() < kFirstKeys) list_.first_unknown.emplace_back(name);
  }

  const KeyIndex& index() const { return index_; }
  KeyList& list() { return list_; }

 private:
  KeyIndex index_;
  KeyList list_;
};

}  // namespace

KeyList parse_done_list(const Manifest& manifest, std::string_view text, bool nul_separated) {
  Counter counter(manifest);
  const char end_of_line = nul_separated ? '\0' : '\n';
  while (!text.empty()) {
    const std::size_t end = text.find(end_of_line);
    if (end == std::string_view::npos) {
      counter.list().torn = text;
      break;
    }
    if (end > 0) counter.add(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return std::move(counter.list());
}

Result<KeyList> load_done_list(const Manifest& manifest, const std::string& path, bool nul_separated) {
  const auto bytes = read_whole(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return parse_done_list(manifest, {bytes->data(), bytes->size()}, nul_separated);
}

Result<KeyList> load_markers(const Manifest& manifest, const std::string& folder) {
  Counter counter(manifest);
  const auto files = list_key_files(folder, counter.index(), kMarkerEndings);
  if (!files) return tl::unexpected(files.error());
  for (const KeyFile& file : *files) counter.add(file.path, file.key);
  return std::move(counter.list());
}

Result<KeyList> load_pending(const Manifest& manifest, const std::string& path, bool nul_separated) {
  ManifestRequest request;
  request.path = path;
  request.status_from_elsewhere = true;  // a queue has its own words for its states
  request.nul_separated = nul_separated && is_text(request);
  const auto queue = load_manifest(request);
  if (!queue) return tl::unexpected(queue.error());
  Counter counter(manifest);
  for (const std::string_view key : queue->keys) counter.add(key);
  return std::move(counter.list());
}

Result<std::vector<std::uint32_t>> parse_attempts(const Manifest& manifest, std::vector<char> bytes,
                                                  const std::string& path) {
  ManifestRequest request;
  request.path = path;
  // A table is a log of statuses without need of a state; a line of text is nothing but a key.
  request.is_status = !is_text(request);
  request.needs_state = false;
  const auto log = parse_manifest(std::move(bytes), request);
  if (!log) return tl::unexpected(log.error());
  const KeyIndex index(manifest);
  std::vector<std::uint32_t> attempts(manifest.keys.size());
  const Column* const column = request.is_status ? log->column("attempts") : nullptr;
  for (std::size_t i = 0; i < log->keys.size(); ++i) {
    const auto place = index.find(log->keys[i]);
    if (!place) continue;
    attempts[*place] =
        column == nullptr
            ? 1
            : static_cast<std::uint32_t>(std::clamp<std::int64_t>(whole_number(column->values[i]).value_or(0), 0,
                                                                  std::numeric_limits<std::int32_t>::max()));
  }
  if (column != nullptr) return attempts;
  for (const Repeated& again : log->repeated) {
    if (const auto place = index.find(again.key)) ++attempts[*place];
  }
  return attempts;
}

Result<std::vector<std::uint32_t>> load_attempts(const Manifest& manifest, const std::string& path) {
  auto bytes = read_whole(path);
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  return parse_attempts(manifest, std::move(*bytes), path);
}

}  // namespace bcheck
