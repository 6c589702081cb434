// SPDX-License-Identifier: Apache-2.0
#include "cli/answer.h"

#include <cerrno>

namespace bcheck {

Result<Answer> Answer::open(const std::string& path, unsigned mode) {
  auto file = AtomicFile::open(path, mode);
  if (!file) return tl::unexpected(std::move(file.error()));
  return Answer(std::move(*file));
}

Result<Answer> Answer::open_report(const std::string& path) {
  auto answer = open(path);
  if (answer) answer->file_.compress(compression_of_name(path));
  return answer;
}

Result<void> Answer::finish() {
  auto done = file_.commit();
  if (!done && file_.error_number() == EPIPE) return {};
  return done;
}

Result<void> answer(std::string_view text) {
  auto out = Answer::open("-");
  if (!out) return tl::unexpected(std::move(out.error()));
  out->write(text);
  return out->finish();
}

}  // namespace bcheck
