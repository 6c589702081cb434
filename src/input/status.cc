// SPDX-License-Identifier: Apache-2.0
#include "input/status.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/files.h"
#include "base/text.h"
#include "input/key_index.h"
#include "input/manifest.h"
#include "input/status_folder.h"
#include "input/status_words.h"

namespace bcheck {
namespace {

constexpr std::string_view kStateNames[]{"status", "state"};

const Column* find_state(const Manifest& file, const StatusRequest& request) {
  if (!request.state_column.empty()) return file.column(request.state_column);
  for (const std::string_view name : kStateNames) {
    if (const Column* const column = file.column(name)) return column;
  }
  return nullptr;
}

// What the words of a column mean. They were read once already, when they were accepted.
Reported meaning(std::string_view state) {
  return read_state(state).value_or(Reported::kUnknown);
}

std::uint32_t number(std::string_view attempts) {
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(whole_number(attempts).value_or(0), 0, std::numeric_limits<std::uint32_t>::max()));
}

bool has_meaning(std::string_view name) {
  static constexpr std::string_view kMeant[]{"path", "type", "status", "attempts", "expect", "input_sha256"};
  return std::find(std::begin(kMeant), std::end(kMeant), name) != std::end(kMeant);
}

class Loader {
 public:
  Loader(const Manifest& manifest, const StatusRequest& request) : manifest_(manifest), request_(request) {}

  void columns_of_manifest() {
    for (const Column& column : manifest_.columns) {
      if (!has_meaning(column.name)) groups_[column.name].column = &column;
    }
  }

  void statuses_of_manifest() {
    if (const Column* const state = manifest_.column("status")) {
      out_.reported.resize(manifest_.keys.size());
      for (std::size_t i = 0; i < out_.reported.size(); ++i) {
        // An empty cell of the manifest is no status at all.
        if (!state->values[i].empty()) out_.reported[i] = meaning(state->values[i]);
      }
    }
    if (const Column* const attempts = manifest_.column("attempts")) {
      out_.attempts.resize(manifest_.keys.size());
      for (std::size_t i = 0; i < out_.attempts.size(); ++i) out_.attempts[i] = number(attempts->values[i]);
    }
  }

  void statuses_of(Manifest file) {
    out_.file = std::move(file);
    notes_on_file();
    find_places();
    const Column* const state = find_state(out_.file, request_);
    const Column* const attempts = out_.file.column("attempts");
    out_.reported.resize(manifest_.keys.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i] == kForeign || state == nullptr) continue;
      out_.reported[places_[i]] = meaning(state->values[i]);
    }
    count_attempts(attempts);
    for (const Column& column : out_.file.columns) {
      if (&column != state && &column != attempts) take_group(column);
    }
    if (manifest_.column("status") != nullptr) {
      note("the manifest's column \"status\" is not looked at: {} holds", quote(out_.file.name));
    }
  }

  Statuses take() {
    for (auto& [name, group] : groups_) {
      group.name = name;
      out_.groups.push_back(std::move(group));
    }
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kForeign = SIZE_MAX;

  template <typename... T>
  void note(fmt::format_string<T...> format, T&&... values) {
    out_.notes.push_back(fmt::format(format, std::forward<T>(values)...));
  }

  void notes_on_file() {
    const Manifest& file = out_.file;
    const std::string name = quote(file.name);
    if (file.keys.empty()) note("{}: holds no status of any key", name);
    if (file.bom) note("{}: a byte order mark was skipped", name);
    if (file.crlf_lines > 0) note("{}: CR LF line ends", name);
    if (!file.repeated.empty()) {
      note("{}: {} are later attempts at keys that stand there already; the last line of a key holds", name,
           counted(static_cast<std::int64_t>(file.repeated.size()), "line"));
    }
  }

  // Where each key of the file stands in the manifest.
  void find_places() {
    const KeyIndex index(manifest_);
    for (const std::string_view key : out_.file.keys) {
      places_.push_back(index.find(key).value_or(kForeign));
      if (places_.back() != kForeign) continue;
      ++out_.foreign;
      if (out_.first_foreign.size() < kFirstKeys) out_.first_foreign.emplace_back(key);
    }
    if (out_.foreign == 0) return;
    std::string names;
    for (const std::string& key : out_.first_foreign) names += (names.empty() ? "" : ", ") + quote(key);
    const bool all_named = out_.foreign == static_cast<std::int64_t>(out_.first_foreign.size());
    note("{}: {} of keys that the manifest does not have, which count nowhere: {}{}", quote(out_.file.name),
         out_.foreign == 1 ? "1 status is" : fmt::format("{} statuses are", out_.foreign), names,
         all_named ? "" : ", ...");
  }

  // Numbered attempts hold. Without numbers a file in which keys stand more than once is a log: a line an attempt.
  void count_attempts(const Column* column) {
    if (column == nullptr && out_.file.repeated.empty()) return;
    out_.attempts.resize(manifest_.keys.size());
    std::map<std::string_view, std::uint32_t> more;
    for (const Repeated& again : out_.file.repeated) ++more[again.key];
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i] == kForeign) continue;
      const auto repeated = more.find(out_.file.keys[i]);
      const std::uint32_t lines = 1 + (repeated == more.end() ? 0 : repeated->second);
      const std::uint32_t numbered = column == nullptr ? 0 : number(column->values[i]);
      out_.attempts[places_[i]] = numbered > 0 || column != nullptr ? numbered : lines;
    }
  }

  void take_group(const Column& column) {
    auto& values = groups_[column.name].reported.emplace(manifest_.keys.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i] != kForeign) values[places_[i]] = column.values[i];
    }
  }

  const Manifest& manifest_;
  const StatusRequest& request_;
  Statuses out_;
  std::map<std::string, Statuses::Group> groups_;
  std::vector<std::size_t> places_;
};

bool is_folder(const std::string& path) {
  struct stat status {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

Statuses loaded(const Manifest& manifest, const StatusRequest& request, std::optional<Manifest> file) {
  Loader loader(manifest, request);
  loader.columns_of_manifest();
  if (file) {
    loader.statuses_of(std::move(*file));
  } else {
    loader.statuses_of_manifest();
  }
  return loader.take();
}

}  // namespace

Result<Statuses> parse_statuses(const Manifest& manifest, std::vector<char> bytes, const StatusRequest& request) {
  ManifestRequest file;
  file.path = request.path;
  file.format = request.format;
  file.key_column = request.key_column;
  file.state_column = request.state_column;
  file.is_status = true;
  auto read = parse_manifest(std::move(bytes), file);
  if (!read) return tl::unexpected(std::move(read.error()));
  return loaded(manifest, request, std::move(*read));
}

Result<Statuses> load_statuses(const Manifest& manifest, const StatusRequest& request) {
  if (request.path.empty()) return loaded(manifest, request, std::nullopt);
  if (is_folder(request.path)) {
    auto read = read_status_folder(manifest, request.path);
    if (!read) return tl::unexpected(std::move(read.error()));
    return loaded(manifest, request, std::move(*read));
  }
  auto bytes = read_whole(request.path);
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  return parse_statuses(manifest, std::move(*bytes), request);
}

}  // namespace bcheck
