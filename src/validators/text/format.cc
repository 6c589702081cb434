// SPDX-License-Identifier: Apache-2.0
#include "validators/text/format.h"

#include <algorithm>

#include "base/text.h"
#include "validators/container/markdown.h"
#include "validators/registry.h"

namespace bcheck {

Result<std::unique_ptr<Check>> prepare_text_format(const Options& options) {
  const auto at = options.find("format");
  if (at == options.end()) return nullptr;
  const auto* word = std::get_if<std::string>(&at->second);
  if (word == nullptr || std::find(kTextFormats.begin(), kTextFormats.end(), *word) == kTextFormats.end()) {
    return bad_question("option format: the format of a text expected",
                        suggestion(word == nullptr ? std::string_view() : *word, kTextFormats));
  }
  if (*word == "markdown") return make_markdown_check();
  return find_type(*word)->prepare({}, {});
}

void check_text_format(Check& format, std::string_view text, std::string_view path, Observation& scratch,
                       Observation& out) {
  scratch.clear();
  format.run({as_bytes(text), path, {}}, scratch);
  for (Fault& fault : scratch.faults) out.faults.push_back(std::move(fault));
}

}  // namespace bcheck
