// SPDX-License-Identifier: Apache-2.0
// Also tests: worker.cc
#include "run/worker_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "run/record_batch.h"
#include "validators/registry.h"

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
// What a worker had when it was started it may use, so only what malloc() never takes from there shows the limit for
// certain: more than the 32 MiB up to which it may come to keep what was freed (mallopt(3), M_MMAP_THRESHOLD).
TEST_F(WorkerPool, AWorkerWithoutMemoryIsNoPass) {
  directory_.write("out/k1000.txt", std::string(40 << 20, 'x'));
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

// A check that does to its worker what the text says.
class Deadly : public Check {
 public:
  void run(const Artifact& artifact, Observation& out) override {
    const std::string_view text = as_text(artifact.bytes);
    if (text == "exit") ::_exit(3);
    if (text == "die") ::kill(::getpid(), SIGKILL);
    if (text == "hang") {
      while (true) ::pause();
    }
    if (text == "throw") throw std::runtime_error("thrown by the check");
    if (text == "eat") throw std::bad_alloc();
    out.format = "utf-8 text";
  }
};

// Counts what is said of records, as what was said of a part that is begun anew is forgotten.
struct PartSorter : Sink {
  struct Part {
    std::multimap<std::uint32_t, Message> records;  // by slot
    std::vector<Message> unkeyed;
    bool done = false;
  };
  void take(const Message& message) override {
    Part& part = parts[message.task];
    EXPECT_FALSE(part.done) << "something behind the end of part " << message.task;
    if (message.kind == MessageKind::kRecord) part.records.emplace(message.slot, message);
    if (message.kind == MessageKind::kUnkeyed) part.unkeyed.push_back(message);
    part.done = message.kind == MessageKind::kDone;
    if (when_taken) when_taken(message);
  }
  void forget(std::uint32_t task) override {
    EXPECT_FALSE(parts[task].done) << "part " << task << " had come to its end";
    parts.erase(task);
    ++forgotten;
  }

  std::map<std::uint32_t, Part> parts;
  int forgotten = 0;
  std::function<void(const Message&)> when_taken;
};

class WorkerPoolParts : public ::testing::Test {
 protected:
  static constexpr int kKeys = 300;

  static std::string key(int i) { return "k" + std::to_string(1000 + i); }

  WorkerPoolParts() {
    deadly_.prepare = [](const Options&, const Wanted&) -> Result<std::unique_ptr<Check>> {
      return std::make_unique<Deadly>();
    };
  }

  // One record a key; `texts` are those of some.
  void examine(const std::map<int, std::string>& texts, Observer& observer, PoolSettings settings = {},
               std::uint64_t part_bytes = 2000) {
    std::string keys, records;
    for (int i = 0; i < kKeys; ++i) {
      keys += key(i) + "\n";
      const auto text = texts.find(i);
      records += record_of(key(i), text == texts.end() ? sound_text(key(i)) : text->second);
    }
    batch_ = std::make_unique<RecordBatch>(keys);
    batch_->write("results.jsonl", records);
    batch_->rules.artifacts = {field_of("text", "results.jsonl")};
    batch_->make();
    batch_->plan->types[0] = &deadly_;
    batch_->cut(part_bytes);
    const auto done = examine_all(*batch_->plan, batch_->codes, batch_->output.get(), settings, observer, sink_);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(sink_.parts.size(), batch_->plan->records.parts.size());
    for (const auto& [task, part] : sink_.parts) EXPECT_TRUE(part.done) << task;
  }

  // By key: its one record. Two of one key, and a key without one, are faults unless they are expected.
  std::map<std::string, Message> found(int expected = kKeys) {
    std::map<std::string, Message> out;
    for (const auto& [task, part] : sink_.parts) {
      for (const auto& [slot, message] : part.records) {
        const std::string of(batch_->manifest.keys[batch_->plan->key_of(slot)]);
        EXPECT_TRUE(out.emplace(of, message).second) << "a second record of " << of;
      }
    }
    EXPECT_EQ(out.size(), static_cast<std::size_t>(expected));
    return out;
  }
  void expect_passes_but(const std::map<std::string, std::string>& errors) {
    for (const auto& [of, message] : found()) {
      const auto error = errors.find(of);
      EXPECT_EQ(message.status, error == errors.end() ? Status::kPass : Status::kError) << of;
      if (error != errors.end()) {
        EXPECT_THAT(message.text, HasSubstr(error->second)) << of;
      }
    }
  }

  Type deadly_ = *find_type("text");
  std::unique_ptr<RecordBatch> batch_;
  PartSorter sink_;
  Meddler quiet_{[](int, int) {}};
};

TEST_F(WorkerPoolParts, EachRecordIsReadOnce) {
  for (const int jobs : {1, 2, 7}) {
    for (const std::uint64_t size : {50U, 2000U, 1000000U}) {
      sink_ = PartSorter();
      PoolSettings settings;
      settings.jobs = jobs;
      examine({}, quiet_, settings, size);
      expect_passes_but({});
      EXPECT_EQ(sink_.forgotten, 0);
    }
  }
}

TEST_F(WorkerPoolParts, AWorkerThatIsKilledCostsNothing) {
  for (const int signal : {SIGKILL, SIGSEGV}) {
    sink_ = PartSorter();
    Meddler observer([signal](int pid, int number) {
      if (number == 1) ::kill(pid, signal);
    });
    examine({}, observer);
    expect_passes_but({});
  }
}

// It has said a part of what is in the part: that is forgotten, and said again by the next.
TEST_F(WorkerPoolParts, AWorkerThatIsKilledWithinAPartCostsNothing) {
  int worker = 0;
  Meddler observer([&](int pid, int) { worker = pid; });
  int taken = 0;
  sink_.when_taken = [&](const Message&) {
    if (++taken == 20) ::kill(worker, SIGKILL);
  };
  PoolSettings settings;
  settings.item_seconds = 5;
  // The last record waits, so that the worker is within the part for certain.
  examine({{kKeys - 1, "hang"}}, observer, settings, 1000000);
  EXPECT_GE(sink_.forgotten, 1);
  expect_passes_but({{key(kKeys - 1), "run.timeout"}});
}

TEST_F(WorkerPoolParts, AWorkerThatIsStoppedCostsTimeAndNothingElse) {
  Meddler observer([](int pid, int number) {
    if (number == 1) ::kill(pid, SIGSTOP);
  });
  PoolSettings settings;
  settings.item_seconds = 0.3;
  examine({}, observer, settings);
  expect_passes_but({});
}

TEST_F(WorkerPoolParts, TheRecordAtWhichWorkersDieTwiceIsTheOnlyOneThatIsLost) {
  for (const auto& [text, story] : {std::pair{"die", "died of SIGKILL"}, {"exit", "ended with 3"}}) {
    for (const std::uint64_t size : {2000U, 1000000U}) {
      sink_ = PartSorter();
      examine({{0, text}, {17, text}, {18, text}, {kKeys - 1, text}}, quiet_, {}, size);
      expect_passes_but({{key(0), story}, {key(17), story}, {key(18), story}, {key(kKeys - 1), story}});
      for (const auto& [of, message] : found()) {
        if (message.status == Status::kError) {
          EXPECT_THAT(message.text, HasSubstr("run.crashed"));
        }
      }
    }
  }
}

TEST_F(WorkerPoolParts, ARecordThatHangsTwiceIsATimeout) {
  PoolSettings settings;
  settings.item_seconds = 0.3;
  examine({{100, "hang"}}, quiet_, settings);
  expect_passes_but({{key(100), "run.timeout"}});
}

TEST_F(WorkerPoolParts, WhatACheckThrowsCostsItsRecordAndNoWorker) {
  Meddler observer([](int, int) {});
  examine({{1, "throw"}, {2, "eat"}}, observer);
  expect_passes_but({{key(1), "run.crashed"}, {key(2), "run.memory"}});
  EXPECT_EQ(observer.workers, 1);
  EXPECT_EQ(sink_.forgotten, 0);
}

// Not more often than so many times: a part in which everything kills is given up, and said to be.
TEST_F(WorkerPoolParts, APartThatOnlyKillsIsGivenUp) {
  std::map<int, std::string> texts;
  for (int i = 0; i < kKeys; ++i) texts[i] = "exit";
  examine(texts, quiet_, {}, 1000000);
  ASSERT_EQ(sink_.parts.size(), 1U);
  const PartSorter::Part& part = sink_.parts.begin()->second;
  EXPECT_TRUE(part.records.empty());
  ASSERT_EQ(part.unkeyed.size(), 1U);
  EXPECT_EQ(batch_->codes.code(part.unkeyed[0].raised[0].code), "run.crashed");
}

// Nothing says at which record they died: no record is blamed.
TEST_F(WorkerPoolParts, WorkersThatAllDieBeforeTheyBeginLeaveNoRecords) {
  Meddler observer([](int pid, int) { ::kill(pid, SIGKILL); });
  examine({}, observer);
  EXPECT_TRUE(found(0).empty());
  for (const auto& [task, part] : sink_.parts) EXPECT_EQ(part.unkeyed.size(), 1U);
}

TEST_F(WorkerPoolParts, FilesAndPartsAreOneRun) {
  const std::string keys = "a\nb\n";
  RecordBatch batch(keys);
  batch.write("a.txt", sound_text("a"));
  batch.write("b.txt", "");
  batch.write("results.jsonl", record_of("b", sound_text("b")) + record_of("a", sound_text("a")));
  batch.rules.artifacts = {artifact_of("file", "{key}.txt"), field_of("record", "results.jsonl")};
  batch.make();
  for (const int jobs : {1, 3}) {
    auto outcomes = batch.empty_outcomes();
    PoolSettings settings;
    settings.jobs = jobs;
    ASSERT_TRUE(examine_all(*batch.plan, batch.codes, batch.output.get(), settings, quiet_, *outcomes));
    ASSERT_TRUE(outcomes->finish(Duplicates::kFail));
    const Status statuses[] = {Status::kPass, Status::kPass, Status::kFail, Status::kPass};
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
      const auto found = outcomes->find(slot);
      ASSERT_TRUE(found) << slot;
      EXPECT_EQ(found->status, statuses[slot]) << slot;
      EXPECT_EQ(found->line.has_value(), slot % 2 == 1) << slot;
    }
  }
}

}  // namespace
}  // namespace bcheck
