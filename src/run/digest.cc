// SPDX-License-Identifier: Apache-2.0
#include "run/digest.h"

#include <algorithm>

#include "base/hash.h"
#include "run/apart.h"

namespace bcheck {

Result<std::vector<std::string>> digest_apart(const std::vector<Bytes>& texts) {
  const auto written = write_apart("hashes the manifest", [&](const SendApart& send) {
    Sha256 hash;
    for (const Bytes text : texts) {
      hash.update(text);
      const Digest digest = hash.finish();
      send(as_text(digest));
    }
  });
  if (!written) return tl::unexpected(written.error());
  std::vector<std::string> answers;
  Digest digest;
  for (std::size_t at = 0; at + digest.size() <= written->size(); at += digest.size()) {
    std::copy_n(written->begin() + static_cast<std::ptrdiff_t>(at), digest.size(), digest.begin());
    answers.push_back(hex(digest));
  }
  if (answers.size() != texts.size()) return incomplete("the process that hashes the manifest died");
  return answers;
}

}  // namespace bcheck
