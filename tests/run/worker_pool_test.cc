// SPDX-License-Identifier: Apache-2.0
// Also tests: worker.cc
#include "run/worker_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <functional>
#include <map>
#include <string>

#include "run/batch.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

// Does something to each worker before it has got work, and counts them.
class Meddler : public Observer {
 public:
  explicit Meddler(std::function<void(int pid, int number)> meddle) : meddle_(std::move(meddle)) {}
  void worker_started(int pid) override { meddle_(pid, ++workers); }
  bool interrupted() override { return stop; }

  int workers = 0;
  bool stop = false;

 private:
  std::function<void(int, int)> meddle_;
};

// Keeps what is said of files by slot.
struct Sorter : Sink {
  void take(const Message& message) override {
    EXPECT_EQ(message.kind, MessageKind::kOutcome);
    EXPECT_TRUE(outcomes.emplace(message.slot, message).second) << "a second outcome for slot " << message.slot;
  }
  void forget(std::uint32_t task) override { ADD_FAILURE() << "task " << task << " is no part"; }

  std::map<std::uint32_t, Message> outcomes;
};

class WorkerPool : public ::testing::Test {
 protected:
  static constexpr int kKeys = 200;

  WorkerPool() {
    std::string manifest;
    for (int i = 0; i < kKeys; ++i) {
      const std::string key = "k" + std::to_string(1000 + i);
      manifest += key + "\n";
      directory_.write("out/" + key + ".txt", "the text of " + key + " is sound\n");
    }
    manifest_ = manifest_of(manifest);
    rules_.artifacts.push_back(artifact_of("text", "{key}.txt"));
    output_ = std::move(open_output(directory_.path() + "/out").value());
    listing_ = list_directory(output_.get());
  }

  // Every task has exactly one outcome, whatever happens to workers: the rest is counted by the callers.
  void examine(Observer& observer, PoolSettings settings = {}) {
    auto plan = make_plan(manifest_, rules_, listing_, output_.get());
    ASSERT_TRUE(plan) << plan.error().message;
    sink_ = Sorter();
    const CodeTable codes;
    const auto done = examine_all(*plan, codes, output_.get(), settings, observer, sink_);
    ASSERT_TRUE(done) << done.error().message;
  }

  int count(Status status) const {
    int n = 0;
    for (const auto& [slot, message] : sink_.outcomes) n += message.status == status ? 1 : 0;
    return n;
  }

  TempDir directory_;
  Manifest manifest_;
  Rules rules_;
  Fd output_;
  Listing listing_;
  Sorter sink_;
};

TEST_F(WorkerPool, ExaminesEveryTaskOnce) {
  for (const int jobs : {1, 2, 7}) {
    Meddler observer([](int, int) {});
    PoolSettings settings;
    settings.jobs = jobs;
    examine(observer, settings);
    EXPECT_EQ(count(Status::kPass), kKeys) << jobs;
    EXPECT_LE(observer.workers, jobs);
  }
}

TEST_F(WorkerPool, AWorkerThatIsKilledCostsNothing) {
  Meddler observer([](int pid, int number) {
    if (number == 1) ::kill(pid, SIGKILL);
  });
  examine(observer);
  EXPECT_EQ(count(Status::kPass), kKeys);
  EXPECT_EQ(observer.workers, 3);  // the one that was killed, its follower, and one for the suspect alone
}

TEST_F(WorkerPool, ATaskAtWhichTwoWorkersDieIsAnError) {
  Meddler observer([](int pid, int number) {
    if (number == 1 || number == 3) ::kill(pid, SIGSEGV);
  });
  examine(observer);
  EXPECT_EQ(count(Status::kPass), kKeys - 1);
  ASSERT_EQ(count(Status::kError), 1);
  for (const auto& [slot, message] : sink_.outcomes) {
    if (message.status == Status::kError) {
      EXPECT_THAT(message.text, HasSubstr("run.crashed"));
    }
  }
}

TEST_F(WorkerPool, ATaskThatHangsTwiceIsATimeout) {
  Meddler observer([](int pid, int number) {
    if (number == 1 || number == 3) ::kill(pid, SIGSTOP);
  });
  PoolSettings settings;
  settings.item_seconds = 0.3;
  examine(observer, settings);
  EXPECT_EQ(count(Status::kPass), kKeys - 1);
  ASSERT_EQ(count(Status::kError), 1);
  for (const auto& [slot, message] : sink_.outcomes) {
    if (message.status == Status::kError) {
      EXPECT_THAT(message.text, HasSubstr("run.timeout"));
    }
  }
}

TEST_F(WorkerPool, WorkersThatAllDieLeaveErrorsAndAnEnd) {
  Meddler observer([](int pid, int) { ::kill(pid, SIGKILL); });
  examine(observer);
  EXPECT_EQ(count(Status::kError), kKeys);
}

#ifndef BCHECK_SANITIZED
// What a worker had when it was started it may use, so only what is large shows the limit for certain.
TEST_F(WorkerPool, AWorkerWithoutMemoryIsNoPass) {
  directory_.write("out/k1000.txt", std::string(8 << 20, 'x'));
  Meddler observer([](int, int) {});
  PoolSettings settings;
  settings.memory_limit = 1 << 16;
  examine(observer, settings);
  ASSERT_EQ(sink_.outcomes.size(), std::size_t{kKeys});
  EXPECT_EQ(sink_.outcomes.at(0).status, Status::kError);
}
#endif

TEST_F(WorkerPool, AnInterruptionEndsItWithWhatWasFinished) {
  Meddler observer([](int, int) {});
  observer.stop = true;
  examine(observer);
  EXPECT_TRUE(sink_.outcomes.empty());
}

}  // namespace
}  // namespace bcheck
