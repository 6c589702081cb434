// SPDX-License-Identifier: Apache-2.0
#include "input/status_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bcheck {
namespace {

using ::testing::HasSubstr;

TEST(StatusWords, MeanWhatTheirSchedulersMean) {
  using enum Reported;
  struct Row {
    const char* scheduler;
    const char* word;
    Reported means;
  };
  const Row rows[] = {
      {"exit code", "0", kSuccess},
      {"exit code", "1", kFailure},
      {"exit code", "137", kFailure},
      {"exit code", "255", kFailure},
      {"signal of a child", "-9", kFailure},
      {"exit code", " 0\n", kSuccess},
      {"exit code", "00", kSuccess},
      {"Slurm", "COMPLETED", kSuccess},
      {"Slurm", "FAILED", kFailure},
      {"Slurm", "TIMEOUT", kFailure},
      {"Slurm", "OUT_OF_MEMORY", kFailure},
      {"Slurm", "OUT_OF_ME+", kFailure},
      {"Slurm", "NODE_FAIL", kFailure},
      {"Slurm", "CANCELLED by 1000", kFailure},
      {"Slurm", "CANCELLED+", kFailure},
      {"Slurm", "PREEMPTED", kFailure},
      {"Slurm", "RUNNING", kUnknown},
      {"Slurm", "PENDING", kUnknown},
      {"Slurm", "CD", kSuccess},
      {"Slurm", "0:0", kSuccess},
      {"Slurm", "1:0", kFailure},
      {"Slurm", "0:9", kFailure},
      {"Grid Engine", "Eqw", kFailure},
      {"Grid Engine", "qw", kUnknown},
      {"LSF", "DONE", kSuccess},
      {"LSF", "EXIT", kFailure},
      {"LSF", "PEND", kUnknown},
      {"LSF", "ZOMBI", kFailure},
      {"PBS", "Q", kUnknown},
      {"HTCondor", "Removed", kFailure},
      {"HTCondor", "Held", kUnknown},
      {"Kubernetes", "Succeeded", kSuccess},
      {"Kubernetes", "OOMKilled", kFailure},
      {"Kubernetes", "Evicted", kFailure},
      {"Kubernetes", "CrashLoopBackOff", kUnknown},
      {"AWS Batch", "SUCCEEDED", kSuccess},
      {"AWS Batch", "RUNNABLE", kUnknown},
      {"OpenAI batch", "completed", kSuccess},
      {"OpenAI batch", "expired", kFailure},
      {"OpenAI batch", "in_progress", kUnknown},
      {"Airflow", "success", kSuccess},
      {"Airflow", "upstream_failed", kFailure},
      {"Airflow", "up_for_retry", kUnknown},
      {"Airflow", "skipped", kUnknown},
      {"Nextflow", "CACHED", kSuccess},
      {"Nextflow", "ABORTED", kFailure},
      {"Cromwell", "Done", kSuccess},
      {"Cromwell", "RetryableFailure", kFailure},
      {"Cromwell", "QueuedInCromwell", kUnknown},
      {"people", "Timed Out", kFailure},
      {"people", "timed-out", kFailure},
      {"nobody", "", kUnknown},
      {"nobody", " \t\r\n", kUnknown},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.scheduler) + ": " + row.word);
    EXPECT_EQ(read_state(row.word), row.means);
  }
}

TEST(StatusWords, AreRefusedWhereTheyCanBeReadInTwoWays) {
  struct Row {
    const char* word;
    const char* advice;
  };
  const Row rows[] = {
      {"COMPLETD", "did you mean 'completed'?"},
      {"sucess", "did you mean 'success'?"},
      {"xyzzy-plugh", "an exit code, or a word such as"},
      {"200", "success over HTTP and a failure as an exit code"},
      {"204", "success over HTTP"},
      {"429", "exit codes go to 255"},
      {"-256", "exit codes go to 255"},
      {"F", "failed in Slurm and finished in PBS"},
      {"C", "Torque"},
      {"0:", "an exit code, or a word"},
      {"0:256", "an exit code, or a word"},
      {"-1:0", "an exit code, or a word"},
      {"CO+", "an exit code, or a word"},     // too short to mean one word
      {"COMPL+", "an exit code, or a word"},  // completed and completing
      {"0.0", "an exit code, or a word"},
      {"0x0", "an exit code, or a word"},
      {"99999999999999999999", "an exit code, or a word"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.word);
    EXPECT_EQ(read_state(row.word), std::nullopt);
    EXPECT_THAT(advice_on_state(row.word), HasSubstr(row.advice));
  }
}

TEST(StatusWords, NothingThatFailsIsSuccessInAnyCase) {
  for (const char* word : {"FAILED", "Failed", "failed", "Upstream-Failed", "ERROR", "False", "OOM_KILLED", "Lost"}) {
    EXPECT_EQ(read_state(word), Reported::kFailure) << word;
  }
}

}  // namespace
}  // namespace bcheck
