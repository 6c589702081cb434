// SPDX-License-Identifier: Apache-2.0
#include "run/worker_pool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "base/files.h"
#include "run/ring.h"
#include "run/worker.h"

namespace bcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kLargestChunk = 64;
constexpr std::size_t kOrdersAhead = 4;      // so that a worker never waits for the parent, and knows what to fetch
constexpr std::ptrdiff_t kMostPassed = 100;  // records of one part that cost a worker twice each
constexpr double kBytesPerSecond = 10e6;
constexpr auto kLookAround = std::chrono::milliseconds(100);

struct Worker {
  pid_t pid = 0;
  Fd socket;
  std::unique_ptr<Ring> ring;
  std::deque<Order> orders;  // what it was told and has not answered; the first of the first is what it is at
  bool alone = false;        // started for one suspect task
  bool timed_out = false;
  Clock::time_point since;  // when it began with what it is at, as far as the parent can tell
};

class Pool {
 public:
  Pool(const Plan& plan, const CodeTable& codes, int output, const PoolSettings& settings, Observer& observer,
       Sink& sink)
      : plan_(plan), codes_(codes), output_(output), settings_(settings), observer_(observer), sink_(sink) {
    const auto files = static_cast<std::uint32_t>(plan.tasks.size());
    const auto jobs = static_cast<std::uint32_t>(settings.jobs);
    const std::uint32_t chunk = std::clamp(files / (64 * jobs), 1U, kLargestChunk);
    // Parts of large files take longest, so they come first; each is an order of its own.
    for (std::uint32_t part = files; part < plan.task_count(); ++part) waiting_.push_back({part, 1});
    for (std::uint32_t first = 0; first < files; first += chunk)
      waiting_.push_back({first, std::min(chunk, files - first)});
    left_ = plan.task_count();
    progress_.total = files;
    for (const RecordInput& input : plan.records.inputs) {
      progress_.total += plan.order.size() * input.artifacts.size();
    }
  }

  ~Pool() {
    for (Worker& worker : workers_) ::kill(worker.pid, SIGKILL);
    for (Worker& worker : workers_) ::waitpid(worker.pid, nullptr, 0);
  }

  Result<void> run() {
    observer_.progress(progress_);
    while (left_ > 0) {
      if (observer_.interrupted()) return {};
      if (auto ok = employ(); !ok) return ok;
      bool heard = false;
      for (Worker& worker : workers_) heard = listen(worker) || heard;
      bury();
      const Clock::time_point now = Clock::now();
      if (now - looked_ >= kLookAround) {
        looked_ = now;
        observer_.progress(progress_);
        for (Worker& worker : workers_) watch(worker, now);
      }
      if (!heard && !workers_.empty()) sleep();
    }
    observer_.progress(progress_);
    return {};
  }

 private:
  // Starts workers while there is work for them, and hands out orders.
  Result<void> employ() {
    const auto wanted = static_cast<std::size_t>(settings_.jobs);
    while (workers_.size() < wanted && (!waiting_.empty() || (!suspects_.empty() && idle_crew()))) {
      const bool alone = waiting_.empty();
      if (!start(alone)) {
        const int error = errno;
        if (workers_.empty()) {
          return incomplete(fmt::format("cannot start a worker process: {}", error_text(error)),
                            "free memory or process slots, or use fewer --jobs");
        }
        if (!warned_) observer_.warn(fmt::format("going on with {} workers: {}", workers_.size(), error_text(error)));
        warned_ = true;
        break;
      }
    }
    // One each before anyone gets a second, and none ahead when little is left: then nobody waits for it.
    for (std::size_t orders = 1; orders <= kOrdersAhead; ++orders) {
      if (orders > 1 && waiting_.size() <= kOrdersAhead * workers_.size()) break;
      for (Worker& worker : workers_) {
        if (worker.alone || worker.orders.size() >= orders || waiting_.empty()) continue;
        give(worker, waiting_.front());
        waiting_.pop_front();
      }
    }
    return {};
  }

  // Suspects wait until the ordinary work is done.
  bool idle_crew() const {
    return std::all_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.alone || w.orders.empty(); });
  }

  bool start(bool alone) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    Worker worker;
    worker.socket.reset(ends[0]);
    Fd theirs(ends[1]);
    try {
      worker.ring = std::make_unique<Ring>();
    } catch (const std::bad_alloc&) {
      errno = ENOMEM;  // as fork() would say it
      return false;
    }
    worker.alone = alone;
    const pid_t me = ::getpid();
    worker.pid = ::fork();
    if (worker.pid < 0) return false;
    if (worker.pid == 0) {
      worker.socket.reset();
      for (Worker& other : workers_) other.socket.reset();
      work({plan_, codes_, output_, settings_.memory_limit, passed_}, *worker.ring, theirs.get(), me);
    }
    observer_.worker_started(worker.pid);
    if (alone) {
      give(worker, {suspects_.front(), 1});
      suspects_.pop_front();
    }
    workers_.push_back(std::move(worker));
    return true;
  }

  static void give(Worker& worker, Order order) {
    if (worker.orders.empty()) worker.since = Clock::now();
    worker.orders.push_back(order);
    // A worker that cannot be reached has died, and will be found dead.
    static_cast<void>(::send(worker.socket.get(), &order, sizeof order, MSG_NOSIGNAL));
  }

  // Takes what the worker has said. True if there was something.
  bool listen(Worker& worker) {
    bool heard = false;
    for (int i = 0; i < 1024; ++i) {
      const Ring::Answer answer = worker.ring->read(frame_);
      if (answer == Ring::Answer::kEmpty) break;
      heard = true;
      std::string_view frame = frame_;
      bool sane = answer == Ring::Answer::kMessage;
      while (sane && !frame.empty()) sane = hear(worker, frame);
      if (!sane) {
        ::kill(worker.pid, SIGKILL);
        break;
      }
    }
    if (heard) worker.since = Clock::now();
    return heard;
  }

  // One message of a frame. False if it is none that this worker could send in its right mind.
  bool hear(Worker& worker, std::string_view& frame) {
    const auto bytes = take_from_frame(frame);
    if (!bytes || !parse_message(*bytes, codes_, message_) || !is_answer(worker, message_)) return false;
    tell(message_);
    if (message_.kind != MessageKind::kOutcome && message_.kind != MessageKind::kDone) return true;
    --left_;
    Order& order = worker.orders.front();
    ++order.first;
    if (--order.count == 0) worker.orders.pop_front();
    return true;
  }

  // It answers in the order in which it was asked, with what was asked for, or it is not in its right mind.
  bool is_answer(const Worker& worker, const Message& message) const {
    if (worker.orders.empty() || message.task != worker.orders.front().first) return false;
    const bool part = plan_.is_part(message.task);
    if (message.kind == MessageKind::kOutcome) return !part && message.slot == plan_.tasks[message.task];
    if (!part) return false;
    if (message.kind == MessageKind::kElsewhere) return message.slot < plan_.place_of.size();
    return message.kind != MessageKind::kRecord ||
           (message.slot < plan_.slots.size() && plan_.in_records(message.slot));
  }

  void tell(const Message& message) {
    sink_.take(message);
    const bool product = message.kind == MessageKind::kOutcome || message.kind == MessageKind::kRecord;
    // Repeated records are products too; there are no more of them than the bar has room for.
    if (product && progress_.done < progress_.total) ++progress_.done;
    progress_.bytes += message.bytes;
  }

  void watch(Worker& worker, Clock::time_point now) {
    if (worker.orders.empty()) return;
    const double seconds = std::chrono::duration<double>(now - worker.since).count();
    if (seconds < settings_.item_seconds) return;
    const std::uint32_t task = worker.orders.front().first;
    double more = 0;
    struct stat status {};
    const std::string path = plan_.is_part(task) ? "" : path_of(task);
    if (!path.empty() && ::fstatat(output_, path.c_str(), &status, 0) == 0)
      more = static_cast<double>(status.st_size) / kBytesPerSecond;
    if (seconds < settings_.item_seconds + more) return;
    worker.timed_out = true;
    ::kill(worker.pid, SIGKILL);
  }

  // Waits until a worker rings or dies, or a moment has passed.
  void sleep() {
    bool nothing = true;
    for (Worker& worker : workers_) nothing = worker.ring->about_to_sleep() && nothing;
    if (nothing) {
      std::vector<pollfd> ears;
      for (const Worker& worker : workers_) ears.push_back({worker.socket.get(), POLLIN, 0});
      ::poll(ears.data(), ears.size(), static_cast<int>(kLookAround.count()));
      char rings[64];
      for (const Worker& worker : workers_) {
        while (::recv(worker.socket.get(), rings, sizeof rings, MSG_DONTWAIT) > 0) {
        }
      }
    }
    for (Worker& worker : workers_) worker.ring->awake();
  }

  // Takes leave of workers that died or are not needed any more.
  void bury() {
    for (std::size_t i = 0; i < workers_.size();) {
      Worker& worker = workers_[i];
      const bool needed = !worker.orders.empty() || (!worker.alone && !waiting_.empty());
      int status = 0;
      if (!needed && idle_crew()) {
        ::kill(worker.pid, SIGKILL);  // it has nothing left to say
        ::waitpid(worker.pid, &status, 0);
      } else if (::waitpid(worker.pid, &status, WNOHANG) == worker.pid) {
        listen(worker);  // what it had said before
        mourn(worker, status);
      } else {
        ++i;
        continue;
      }
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void mourn(Worker& worker, int status) {
    if (worker.orders.empty()) return;
    const std::uint32_t task = worker.orders.front().first;
    Order& rest = worker.orders.front();
    ++rest.first;
    if (--rest.count == 0) worker.orders.pop_front();
    waiting_.insert(waiting_.begin(), worker.orders.begin(), worker.orders.end());
    if (plan_.is_part(task)) sink_.forget(task);
    if (!worker.alone) {
      suspects_.push_back(task);
    } else if (!plan_.is_part(task)) {
      tell(obituary(task, worker.timed_out, status));
      --left_;
    } else {
      pass_over(task, worker, status);
    }
  }

  std::string path_of(std::uint32_t task) const {
    return std::string(plan_.listing->entries[plan_.slots[plan_.tasks[task]].entry].path);
  }

  static std::string_view cause(bool timed_out) { return timed_out ? "run.timeout" : "run.crashed"; }

  std::string story(bool timed_out, int status) const {
    if (timed_out) {
      return fmt::format("examining it took more than {:.0f} s, and so it did a second time alone",
                         settings_.item_seconds);
    }
    return WIFSIGNALED(status)
               ? fmt::format("its worker died of SIG{}, and so did a second one that had nothing else to do",
                             ::sigabbrev_np(WTERMSIG(status)))
               : fmt::format("its worker ended with {}, and so did a second one that had nothing else to do",
                             WEXITSTATUS(status));
  }

  Message obituary(std::uint32_t task, bool timed_out, int status) const {
    Outcome outcome = unable(cause(timed_out), story(timed_out, status));
    outcome.path = path_of(task);
    Message message;
    message.task = task;
    message.slot = plan_.tasks[task];
    write_outcome(outcome, codes_, message);
    return message;
  }

  // The record at which the worker died is left out, and the part read once more. Where that helps nothing, or no
  // record can be named, the part is given up, and so are the keys that are found nowhere else.
  void pass_over(std::uint32_t task, const Worker& worker, int status) {
    const Mark mark = worker.ring->last_mark();
    const bool known =
        mark.key < plan_.order.size() && std::none_of(passed_.begin(), passed_.end(), [&](const Passed& passed) {
          return passed.task == task && passed.line == mark.line;
        });
    const auto of_part = std::count_if(passed_.begin(), passed_.end(), [&](const auto& p) { return p.task == task; });
    if (known && of_part < kMostPassed) {
      passed_.push_back({task, mark.line, cause(worker.timed_out), story(worker.timed_out, status)});
      suspects_.push_back(task);
      return;
    }
    Message message;
    message.task = task;
    message.kind = MessageKind::kUnkeyed;
    message.raised.push_back({*codes_.id(cause(worker.timed_out)), Severity::kFail});
    message.text = story(worker.timed_out, status);
    tell(message);
    message.kind = MessageKind::kDone;
    message.raised.clear();
    message.text.clear();
    tell(message);
    --left_;
  }

  const Plan& plan_;
  const CodeTable& codes_;
  int output_;
  const PoolSettings& settings_;
  Observer& observer_;
  Sink& sink_;
  std::uint32_t left_ = 0;  // tasks without an end
  std::deque<Order> waiting_;
  std::deque<std::uint32_t> suspects_;  // tasks at which a worker died once
  std::vector<Passed> passed_;          // records at which one died twice
  std::vector<Worker> workers_;
  Progress progress_;
  Clock::time_point looked_ = Clock::now();
  std::string frame_;
  Message message_;  // of the frame; its room is used again
  bool warned_ = false;
};

}  // namespace

Result<void> examine_all(const Plan& plan, const CodeTable& codes, int output, const PoolSettings& settings,
                         Observer& observer, Sink& sink) {
  return Pool(plan, codes, output, settings, observer, sink).run();
}

}  // namespace bcheck
