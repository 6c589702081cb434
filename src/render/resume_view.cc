// SPDX-License-Identifier: Apache-2.0
#include "render/resume_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/json_write.h"
#include "base/text.h"
#include "render/escape.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr std::size_t kLabel = 19;

std::string first_keys(const KeyPlaces& places, const Manifest& manifest, std::size_t listed) {
  std::string out;
  for (std::size_t i = 0; i < std::min(listed, places.size()); ++i) {
    out += (out.empty() ? "" : ", ") + shown(manifest.keys[places[i]]);
  }
  return places.size() > listed ? out + " ..." : out;
}

class Text {
 public:
  Text(const Manifest& manifest, const Palette& palette, std::size_t listed)
      : manifest_(manifest), palette_(palette), listed_(listed) {}

  void row(std::string_view label, const KeyPlaces& places, std::string_view colour) {
    const std::string padded = fmt::format("{:<{}}", label, kLabel);
    out +=
        fmt::format("  {} {:>6}", palette_.paint(places.empty() ? std::string_view() : colour, padded), places.size());
    if (!places.empty()) out += "  " + first_keys(places, manifest_, listed_);
    out += '\n';
  }

  std::string out;

 private:
  const Manifest& manifest_;
  const Palette& palette_;
  std::size_t listed_;
};

std::string done_line(const DoneCounts& done) {
  std::string out = fmt::format("the done-list: {}, {}, {}", counted(done.keys, "key"), counted(done.repeats, "repeat"),
                                counted(done.unknown, "unknown line"));
  for (std::size_t i = 0; i < done.first_unknown.size(); ++i) {
    out += (i == 0 ? " (" : ", ") + shown(done.first_unknown[i]);
  }
  if (!done.first_unknown.empty()) {
    out += static_cast<std::int64_t>(done.first_unknown.size()) < done.unknown ? " ...)" : ")";
  }
  if (done.torn) out += fmt::format("; its last line has no end and is not taken for done: {}", shown(*done.torn));
  return out + '\n';
}

std::string since_lines(const Recomputed& since) {
  std::string out = fmt::format(
      "since {}: of {} that passed then {} pass with other content, {} more were written again, {} do not pass now\n",
      since.report, counted(since.passed_then, "key"), since.changed, since.newer, since.lost);
  if (!since.complete) {
    out += "  how many were computed again cannot be said: it is not known of every file when it was written\n";
  }
  return out;
}

void append_key(std::string& out, std::string_view key) {
  if (lossy_utf8(key) == key) {
    append_json_string(out, key);
    return;
  }
  out += '{';
  append_json_bytes(out, "key", key);
  out += '}';
}

void append_keys(std::string& out, std::string_view name, const KeyPlaces* places, const Manifest& manifest) {
  out += fmt::format(",\n \"{}\": ", name);
  if (places == nullptr) {
    out += "null";
    return;
  }
  out += '[';
  for (std::size_t i = 0; i < places->size(); ++i) {
    if (i > 0) out += ", ";
    append_key(out, manifest.keys[(*places)[i]]);
  }
  out += ']';
}

template <typename T>
const T* pointer(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}

std::string number_or_null(std::optional<std::int64_t> value) {
  return value ? std::to_string(*value) : "null";
}

}  // namespace

std::string resume_text(const Resume& resume, const Manifest& manifest, const Palette& palette, std::size_t listed) {
  Text text(manifest, palette, listed);
  text.out = fmt::format(
      "{}: {}, {}\n", counted(resume.keys, "key"), palette.paint(palette.good, fmt::format("{} valid", resume.valid)),
      palette.paint(resume.todo.empty() ? palette.good : palette.bad, fmt::format("{} to do", resume.todo.size())));
  if (resume.unexamined > 0) {
    text.out +=
        fmt::format("{} could not be checked, and may be to do for no reason\n", counted(resume.unexamined, "key"));
  }
  if (!resume.todo.empty()) text.row("to do", resume.todo, palette.bad);
  if (!resume.todo.empty()) text.row("omitted", resume.omitted, palette.bad);
  if (resume.done_without_valid) text.row("done, and not valid", *resume.done_without_valid, palette.bad);
  if (resume.valid_without_done) text.row("valid, not listed", *resume.valid_without_done, palette.doubtful);
  if (resume.interrupted) text.row("interrupted", *resume.interrupted, palette.doubtful);
  if (resume.stale_markers) text.row("stale markers", *resume.stale_markers, palette.doubtful);
  if (resume.done) text.out += done_line(*resume.done);
  if (resume.unknown_markers > 0) {
    text.out += fmt::format("markers of no key of the manifest: {}\n", resume.unknown_markers);
  }
  if (resume.unknown_pending > 0) {
    text.out += fmt::format("waiting keys that the manifest does not have: {}\n", resume.unknown_pending);
  }
  if (resume.since) text.out += since_lines(*resume.since);
  if (const auto loss = resume.loss()) {
    // Computed again more often than there are keys: more than all is no share.
    const std::string share =
        *loss <= resume.keys
            ? percent(*loss, resume.keys)
            : fmt::format("{:.2f} times", static_cast<double>(*loss) / static_cast<double>(resume.keys));
    text.out += fmt::format("resume loss: {} of {} ({}): {} computed again, {} omitted\n", *loss,
                            counted(resume.keys, "key"), share, *resume.recomputed, resume.omitted.size());
  }
  return text.out;
}

std::string resume_json(const Resume& resume, const Manifest& manifest) {
  std::string out = fmt::format("{{\"schema\": \"bcheck.resume/1\",\n \"keys\": {}, \"valid\": {}, \"unexamined\": {}",
                                resume.keys, resume.valid, resume.unexamined);
  append_keys(out, "todo", &resume.todo, manifest);
  append_keys(out, "omitted", &resume.omitted, manifest);
  append_keys(out, "done_without_valid", pointer(resume.done_without_valid), manifest);
  append_keys(out, "valid_without_done", pointer(resume.valid_without_done), manifest);
  append_keys(out, "interrupted", pointer(resume.interrupted), manifest);
  append_keys(out, "stale_markers", pointer(resume.stale_markers), manifest);
  out += ",\n \"done\": ";
  if (resume.done) {
    out += fmt::format("{{\"keys\": {}, \"repeats\": {}, \"unknown\": {}, \"first_unknown\": [", resume.done->keys,
                       resume.done->repeats, resume.done->unknown);
    for (std::size_t i = 0; i < resume.done->first_unknown.size(); ++i) {
      if (i > 0) out += ", ";
      append_key(out, resume.done->first_unknown[i]);
    }
    out += "], \"torn\": ";
    if (resume.done->torn) {
      append_key(out, *resume.done->torn);
    } else {
      out += "null";
    }
    out += '}';
  } else {
    out += "null";
  }
  out += ",\n \"since\": ";
  if (resume.since) {
    out += fmt::format("{{\"passed_then\": {}, \"changed\": {}, \"newer\": {}, \"lost\": {}, \"complete\": {}}}",
                       resume.since->passed_then, resume.since->changed, resume.since->newer, resume.since->lost,
                       resume.since->complete);
  } else {
    out += "null";
  }
  out += fmt::format(",\n \"unknown_markers\": {}, \"unknown_pending\": {}, \"recomputed\": {}, \"resume_loss\": ",
                     resume.unknown_markers, resume.unknown_pending, number_or_null(resume.recomputed));
  if (const auto loss = resume.loss()) {
    out += fmt::format("[{}, {}]", *loss, resume.keys);
  } else {
    out += "null";
  }
  return out + "}\n";
}

}  // namespace bcheck
