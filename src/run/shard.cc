// SPDX-License-Identifier: Apache-2.0
#include "run/shard.h"

#include <string>

#include "base/key_hash.h"
#include "run/apart.h"

namespace bcheck {

Result<std::vector<bool>> keys_of_shard(std::span<const std::string_view> keys, const Shard& shard) {
  auto written = write_apart("chooses the keys of the shard", [&](const SendApart& send) {
    constexpr std::size_t kAtOnce = 1 << 16;
    KeyHash hash(kShardSalt);
    const auto of = static_cast<std::uint64_t>(shard.of);
    std::string answers;
    for (const std::string_view key : keys) {
      answers += hash(key) % of == static_cast<std::uint64_t>(shard.index) ? '1' : '0';
      if (answers.size() < kAtOnce) continue;
      send(answers);
      answers.clear();
    }
    send(answers);
  });
  if (!written) return tl::unexpected(std::move(written.error()));
  if (written->size() != keys.size()) return incomplete("the process that chooses the keys of the shard died");
  std::vector<bool> mine(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) mine[i] = (*written)[i] == '1';
  return mine;
}

}  // namespace bcheck
