// SPDX-License-Identifier: Apache-2.0
#include "run/worker.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/text.h"
#include "judge/severity.h"
#include "report/write.h"
#include "run/check.h"
#include "run/record.h"
#include "sources/directory.h"

namespace bcheck {
namespace {

constexpr std::size_t kLongestMessage = 2000;  // bytes; far more than any check says

void limit_myself(const WorkerSettings& settings, int parent_pid) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent_pid) ::_exit(0);  // it died before the line above
  ::signal(SIGINT, SIG_IGN);                  // a terminal sends it to all; the parent decides
  ::signal(SIGTERM, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
#ifndef BCHECK_SANITIZED
  if (settings.memory_limit != 0) {
    const rlimit data{settings.memory_limit, settings.memory_limit};
    ::setrlimit(RLIMIT_DATA, &data);
  }
#else
  static_cast<void>(settings);
#endif
}

std::string extension_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view base = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = base.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  return lower_ascii(base.substr(dot + 1));
}

class Examiner {
 public:
  explicit Examiner(const WorkerSettings& settings) : settings_(settings), reader_(settings.output) {}

  void examine(std::uint32_t slot, Record& record) {
    record.slot = slot;
    record.bytes = 0;
    try {
      look_at(slot, record);
    } catch (const std::bad_alloc&) {
      // Decoders must not be kept in the state in which they ran out of memory.
      checker_.emplace();
      unable("run.memory", "examining it takes more memory than a worker may have");
    } catch (const std::exception& e) {
      checker_.emplace();
      unable("run.crashed", std::string("the check failed: ") + e.what());
    }
    to_record(record);
  }

 private:
  void look_at(std::uint32_t slot, Record& record) {
    const Plan& plan = settings_.plan;
    path_ = plan.listing->entries[plan.slots[slot].entry].path;
    const Content content = reader_.open(path_);
    if (!content.trouble.empty()) {
      unable(content.trouble, content.why);
      return;
    }
    record.bytes = content.bytes.size();
    const std::string extension = extension_of(path_);
    const ArtifactRules& rules = plan.rules_of(slot);
    checker_->check({content.bytes, path_, extension}, rules, plan.type_of(slot), plan.blank_expected(slot), outcome_);
    outcome_.path = path_;
    if (reader_.changed()) add_changed(rules);
  }

  // Whatever was found speaks of bytes that are no longer those of the file.
  void add_changed(const ArtifactRules& rules) {
    Finding finding;
    finding.code = "artifact.changed";
    finding.message = "it changed while it was read: is the batch still writing?";
    finding.severity = decide_severity(finding.code, Severity::kFail, "artifact", rules, false);
    if (finding.severity == Severity::kFail) outcome_.status = Status::kFail;
    outcome_.findings.insert(outcome_.findings.begin(), std::move(finding));
  }

  void unable(std::string_view code, std::string why) {
    outcome_ = Outcome();
    outcome_.path = path_;
    outcome_.status = Status::kError;
    Finding finding;
    finding.code = code;
    finding.message = std::move(why);
    outcome_.findings.push_back(std::move(finding));
  }

  void to_record(Record& record) {
    record.status = outcome_.status;
    record.raised.clear();
    for (Finding& finding : outcome_.findings) {
      if (finding.message.size() > kLongestMessage) finding.message.resize(kLongestMessage);
      // A code that is in no table would be a fault of this program: it must not go unseen.
      const auto id = settings_.codes.id(finding.code);
      if (!id) throw std::logic_error("the code " + finding.code + " is in no table");
      record.raised.push_back({*id, finding.severity});
    }
    record.fragment.clear();
    append_outcome(record.fragment, outcome_);
  }

  const WorkerSettings& settings_;
  DirectoryReader reader_;
  std::optional<Checker> checker_{std::in_place};
  std::string path_;
  Outcome outcome_;
};

bool receive(int socket, Order& order) {
  auto* at = reinterpret_cast<char*>(&order);
  std::size_t have = 0;
  while (have < sizeof order) {
    const ssize_t got = ::read(socket, at + have, sizeof order - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    have += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

void work(const WorkerSettings& settings, Ring& ring, int socket, int parent_pid) {
  limit_myself(settings, parent_pid);
  try {
    Examiner examiner(settings);
    Record record;
    std::string message;
    Order order{};
    while (receive(socket, order)) {
      for (std::uint32_t i = 0; i < order.count; ++i) {
        examiner.examine(settings.plan.tasks[order.first + i], record);
        message.clear();
        append_record(message, record);
        if (message.size() > kLargestRecord) throw std::length_error("an outcome that fits into no record");
        if (ring.write(message)) static_cast<void>(::send(socket, "!", 1, MSG_DONTWAIT | MSG_NOSIGNAL));
      }
    }
  } catch (...) {
    ::_exit(70);  // the parent sees a worker that died, and what it was at
  }
  ::_exit(0);
}

}  // namespace bcheck
