// SPDX-License-Identifier: Apache-2.0
// The options of every command that examines an output: the manifest, the output, the rules, how the work is done.
#pragma once

#include <string>
#include <vector>

#include "bcheck/error.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "run/run.h"

namespace bcheck {

class CheckOptions {
 public:
  std::vector<Option> options();  // the targets live in this object

  // Fills in what the options say; `command` is what was typed.
  Result<void> resolve(RunRequest& request, const std::vector<std::string>& command);

  // Once resolved.
  ProgressMode progress(const CommonOptions& common) const;

  const std::string& output() const { return output_; }
  bool null_separated() const { return nul_; }

 private:
  Result<void> resolve_pool(PoolSettings& pool) const;
  Result<void> resolve_heartbeats(HeartbeatSettings& settings) const;

  std::string manifest_, output_, rules_, format_, key_column_, jobs_, timeout_, memory_, progress_, duplicates_,
      settle_, since_, interval_, lost_after_;
  std::vector<std::string> heartbeats_;
  bool nul_ = false, strict_ = false;
};

}  // namespace bcheck
