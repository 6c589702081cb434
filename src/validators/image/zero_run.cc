// SPDX-License-Identifier: Apache-2.0
#include "validators/image/zero_run.h"

namespace bcheck::image {

// Looks at every `least`-th byte only: no run of that length fits between two of them.
std::optional<ZeroRun> find_zero_run(Bytes bytes, std::size_t least) {
  std::size_t from = 0;  // everything before it has been looked at
  for (std::size_t at = least - 1; at < bytes.size(); at += least) {
    if (bytes[at] != 0) continue;
    std::size_t begin = at;
    while (begin > from && bytes[begin - 1] == 0) --begin;
    std::size_t end = at + 1;
    while (end < bytes.size() && bytes[end] == 0) ++end;
    if (end - begin >= least) return ZeroRun{begin, end - begin};
    from = end;
  }
  return std::nullopt;
}

}  // namespace bcheck::image
