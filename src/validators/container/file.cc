// SPDX-License-Identifier: Apache-2.0
// Type file: the header of whatever it is. A pass says that the artifact begins as its name promises, and no more;
// the report says so by the coverage "header".
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/magic.h"

namespace bcheck {
namespace {

constexpr std::array kMeasures{kBytes};

constexpr std::array kFindings{
    FindingInfo{"file.bad-signature", Severity::kFail, "it does not begin as its format must"},
    FindingInfo{"file.wrong-type", Severity::kFail, "the content is of another format than required"},
};

constexpr std::array kOptions{
    OptionInfo{"format", kWord, "name of the format that it must be; absent: what the extension promises"},
};

// Text has no signature, and no zeros either: not in the first KiB, unless it is UTF-16 or UTF-32 and says so.
bool has_zeros(Bytes bytes) {
  const std::string_view head = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 1024)));
  if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff") ||
      head.starts_with(std::string_view("\0\0\xfe\xff", 4))) {
    return false;
  }
  return head.find('\0') != head.npos;
}

class FileCheck : public Check {
 public:
  explicit FileCheck(const Format* required) : required_(required) {}

  void run(const Artifact& artifact, Observation& out) override {
    const Format* const content = format_of_content(artifact.bytes);
    out.format = content == nullptr ? std::string_view() : content->name;
    out.coverage = Coverage::kHeader;
    const Format* const expected = required_ != nullptr ? required_ : format_of_extension(artifact.extension);
    if (expected == nullptr) return;
    if (content == nullptr) {
      if (expected->signature) {
        out.fault("file.bad-signature", Severity::kFail, fmt::format("it does not begin as {} does", expected->name));
      } else if (expected->text && has_zeros(artifact.bytes)) {
        out.fault("file.bad-signature", Severity::kFail,
                  fmt::format("{} is text, and there are zero bytes in it", expected->name));
      } else {
        out.format = expected->name;
      }
    } else if (required_ != nullptr && is_other(*required_, *content)) {
      out.fault("file.wrong-type", Severity::kFail,
                fmt::format("the content is {}, {} was required", content->name, required_->name));
    }
    if (required_ != nullptr && artifact.bytes.size() < required_->smallest) {
      out.fault("artifact.too-small", Severity::kFail,
                fmt::format("{}, and the smallest {} file has {}",
                            counted(static_cast<std::int64_t>(artifact.bytes.size()), "byte"), required_->name,
                            required_->smallest));
    }
  }

 private:
  // Stricter than are_opposites(): whoever names a format means it. What the content does not tell (a zip that is
  // a docx) is not held against it.
  static bool is_other(const Format& required, const Format& content) {
    if (are_opposites(required, content)) return true;
    const bool general = required.name == required.family || content.name == content.family;
    return !required.text && required.family == content.family && required.name != content.name && !general;
  }

  const Format* required_;
};

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted&) {
  const Format* required = nullptr;
  if (const auto at = options.find("format"); at != options.end()) {
    const auto* word = std::get_if<std::string>(&at->second);
    if (word == nullptr) return bad_question("option format: the name of a format expected");
    required = find_format(*word);
    if (required == nullptr) {
      std::vector<std::string_view> names;
      for (const Format& format : all_formats()) names.push_back(format.name);
      return bad_question(fmt::format("option format: no format is called {}", quote(*word)), suggestion(*word, names));
    }
  }
  return std::make_unique<FileCheck>(required);
}

}  // namespace

extern const Type kFileType;
const Type kFileType{"file", "file", "any file: its header against its name", {}, kMeasures, kFindings, kOptions,
                     {},     prepare};

}  // namespace bcheck
