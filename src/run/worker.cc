// SPDX-License-Identifier: Apache-2.0
#include "run/worker.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/text.h"
#include "run/check.h"
#include "run/circumstances.h"
#include "run/message.h"
#include "run/part_reader.h"
#include "run/read_ahead.h"
#include "run/same_content.h"
#include "sources/directory.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

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

// One file at a time, from its name to an outcome.
class Examiner {
 public:
  Examiner(const WorkerSettings& settings, std::optional<Checker>& checker)
      : settings_(settings), reader_(settings.output), checker_(checker), marker_(settings.plan.secret) {}

  void examine(std::uint32_t task, Message& message) {
    message = Message();
    message.task = task;
    message.slot = settings_.plan.tasks[task];
    try {
      look_at(message);
    } catch (const std::bad_alloc&) {
      // Decoders must not be kept in the state in which they ran out of memory.
      checker_.emplace();
      outcome_ = unable("run.memory", "examining it takes more memory than a worker may have");
      outcome_.path = path_;
    } catch (const std::exception& e) {
      checker_.emplace();
      outcome_ = unable("run.crashed", std::string("the check failed: ") + e.what());
      outcome_.path = path_;
    }
    write_outcome(outcome_, settings_.codes, message);
  }

  bool waited() const { return reader_.waited(); }  // for the file that was examined last

 private:
  void look_at(Message& message) {
    const Plan& plan = settings_.plan;
    const std::uint32_t slot = message.slot;
    path_ = plan.listing->entries[plan.slots[slot].entry].path;
    const Content content = reader_.open(path_);
    if (!content.trouble.empty()) {
      outcome_ = unable(content.trouble, content.why);
      outcome_.path = path_;
      return;
    }
    message.bytes = content.bytes.size();
    const std::string extension = extension_of(path_);
    const ArtifactRules& rules = plan.rules_of(slot);
    checker_->check({content.bytes, path_, extension}, rules, plan.type_of(slot), plan.blank_expected(slot), outcome_);
    outcome_.path = path_;
    marker_.expect(ContentMarker::answers_of(rules));
    message.content = marker_.of_file(as_text(content.bytes), outcome_.status, outcome_.measures, outcome_.sha256);
    if (plan.shard) {
      outcome_.mark = marker_.shared(as_text(content.bytes), outcome_.status, outcome_.measures, outcome_.sha256);
    }
    judge_circumstances(plan, slot, {reader_.mtime_ns(), reader_.changed()}, outcome_);
    message.unseen = unseen(plan.type_of(slot));
  }

  Unseen unseen(const Type* type) const {
    if (outcome_.status != Status::kPass) return Unseen::kNothing;
    if (outcome_.coverage == Coverage::kHeader) return Unseen::kBody;
    if (outcome_.coverage != Coverage::kContent) return Unseen::kNothing;
    if (!outcome_.type.empty()) type = find_type(outcome_.type);  // what a product of type auto was found to be
    return type != nullptr && type->name == "image" ? Unseen::kByte : Unseen::kNothing;
  }

  const WorkerSettings& settings_;
  DirectoryReader reader_;
  std::optional<Checker>& checker_;
  ContentMarker marker_;
  std::string path_;
  Outcome outcome_;
};

// Puts messages into the ring, those of a part many at a time, and wakes the parent now and then: that costs more than
// a small product. What is in the ring is not lost with the worker.
class Outbox {
 public:
  Outbox(Ring& ring, int socket) : ring_(ring), socket_(socket) {}

  // `last` of an order: the parent has to know at once.
  void put(const Message& message, bool last) {
    const std::size_t before = frame_.size();
    append_to_frame(frame_, message);
    if (frame_.size() - before > kLargestFrame - kFull) throw std::length_error("an outcome that fits into no message");
    // By the time of the last frame the parent knows whether this worker is alive.
    const auto now = std::chrono::steady_clock::now();
    const bool late = now - woken_ >= kLongestSilence;
    if (message.kind != MessageKind::kOutcome && !last && frame_.size() < kFull && !late) return;
    ring_.write(frame_);
    unheard_ += frame_.size();
    frame_.clear();
    if (!last && !late && unheard_ < kMostUnheard) return;
    if (ring_.reader_sleeps()) static_cast<void>(::send(socket_, "!", 1, MSG_DONTWAIT | MSG_NOSIGNAL));
    unheard_ = 0;
    woken_ = now;
  }

 private:
  static constexpr std::size_t kFull = std::size_t{64} << 10;
  static constexpr std::size_t kMostUnheard = std::size_t{128} << 10;  // and a frame more: far less than the ring holds
  static constexpr std::chrono::milliseconds kLongestSilence{20};

  Ring& ring_;
  int socket_;
  std::string frame_;
  std::size_t unheard_ = 0;  // bytes in the ring since the parent was woken
  std::chrono::steady_clock::time_point woken_ = std::chrono::steady_clock::now();
};

// The orders of the parent, in their order. The first is what the worker is at.
class Orders {
 public:
  explicit Orders(int socket) : socket_(socket) {}

  // Takes what has come; waits until there is one. False when the parent has closed the socket.
  bool receive() {
    while (true) {
      Order order{};
      const ssize_t got = ::recv(socket_, &order, sizeof order, orders_.empty() ? MSG_WAITALL : MSG_DONTWAIT);
      if (got < 0 && errno == EINTR) continue;
      // An order is sent in one piece, and so it comes.
      if (got != static_cast<ssize_t>(sizeof order)) return !orders_.empty();
      orders_.push_back(order);
    }
  }

  const std::deque<Order>& all() const { return orders_; }
  void done() { orders_.pop_front(); }

 private:
  int socket_;
  std::deque<Order> orders_;
};

}  // namespace

void work(const WorkerSettings& settings, Ring& ring, int socket, int parent_pid) {
  limit_myself(settings, parent_pid);
  try {
    std::optional<Checker> checker(std::in_place);
    Outbox outbox(ring, socket);
    Examiner examiner(settings, checker);
    PartReader parts({settings.plan, settings.codes, settings.output, settings.passed,
                      [&](const Message& sent) { outbox.put(sent, sent.kind == MessageKind::kDone); },
                      [&](const Mark& mark) { ring.mark(mark); }});
    ReadAhead ahead(settings.plan, settings.output);
    Message message;
    for (Orders orders(socket); orders.receive(); orders.done()) {
      const Order order = orders.all().front();
      ahead.look(orders.all(), order.first);
      for (std::uint32_t task = order.first; task < order.first + order.count; ++task) {
        if (settings.plan.is_part(task)) {
          parts.read(task, checker);
        } else {
          examiner.examine(task, message);
          outbox.put(message, task + 1 == order.first + order.count);
          if (ahead.saw(examiner.waited())) ahead.look(orders.all(), task + 1);
        }
      }
    }
  } catch (...) {
    ::_exit(70);  // the parent sees a worker that died, and what it was at
  }
  ::_exit(0);
}

}  // namespace bcheck
