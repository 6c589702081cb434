// SPDX-License-Identifier: Apache-2.0
// Sources of the words, all public documentation: Slurm (squeue and sacct, JOB STATE CODES), Grid Engine (qstat),
// LSF (bjobs), PBS and Torque (qstat), HTCondor (condor_q), Kubernetes (pod phases, container and job reasons), AWS
// Batch (JobStatus), OpenAI batches (status), Airflow (TaskInstanceState), Nextflow (trace), Cromwell (execution and
// workflow status), Celery, MLflow, Prefect. GNU parallel's job log has exit codes.
#include "input/status_words.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace bcheck {
namespace {

struct Row {
  std::string_view word;  // lower case, with "_"
  Reported means;
};

using enum Reported;

constexpr std::array kTable = std::to_array<Row>({
    // Everybody
    {"ok", kSuccess},
    {"success", kSuccess},
    {"successful", kSuccess},
    {"succeeded", kSuccess},
    {"done", kSuccess},
    {"completed", kSuccess},
    {"complete", kSuccess},
    {"pass", kSuccess},
    {"passed", kSuccess},
    {"true", kSuccess},
    {"error", kFailure},
    {"errored", kFailure},
    {"fail", kFailure},
    {"failed", kFailure},
    {"failure", kFailure},
    {"false", kFailure},
    {"aborted", kFailure},
    {"aborting", kFailure},
    {"canceled", kFailure},
    {"cancelled", kFailure},
    {"crashed", kFailure},
    {"killed", kFailure},
    {"lost", kFailure},
    {"oom", kFailure},
    {"oom_killed", kFailure},
    {"oomkilled", kFailure},
    {"terminated", kFailure},
    {"timeout", kFailure},
    {"timed_out", kFailure},
    {"expired", kFailure},
    {"rejected", kFailure},
    {"pending", kUnknown},
    {"queued", kUnknown},
    {"waiting", kUnknown},
    {"running", kUnknown},
    {"started", kUnknown},
    {"starting", kUnknown},
    {"submitted", kUnknown},
    {"scheduled", kUnknown},
    {"skipped", kUnknown},
    {"suspended", kUnknown},
    {"unknown", kUnknown},
    {"none", kUnknown},
    {"null", kUnknown},
    // Slurm
    {"boot_fail", kFailure},
    {"deadline", kFailure},
    {"launch_failed", kFailure},
    {"node_fail", kFailure},
    {"out_of_memory", kFailure},
    {"preempted", kFailure},
    {"completing", kUnknown},
    {"configuring", kUnknown},
    {"requeued", kUnknown},
    {"requeue_fed", kUnknown},
    {"requeue_hold", kUnknown},
    {"resizing", kUnknown},
    {"resv_del_hold", kUnknown},
    {"revoked", kUnknown},
    {"signaling", kUnknown},
    {"special_exit", kUnknown},
    {"stage_out", kUnknown},
    {"stopped", kUnknown},
    {"cd", kSuccess},
    {"to", kFailure},
    {"nf", kFailure},
    {"ca", kFailure},
    {"bf", kFailure},
    {"dl", kFailure},
    {"pr", kFailure},
    {"pd", kUnknown},
    {"cg", kUnknown},
    {"cf", kUnknown},
    // Grid Engine
    {"eqw", kFailure},
    {"qw", kUnknown},
    {"hqw", kUnknown},
    {"dr", kUnknown},
    {"r", kUnknown},  // also Slurm's and PBS's
    {"q", kUnknown},
    // LSF
    {"exit", kFailure},
    {"run", kUnknown},
    {"pend", kUnknown},
    {"prov", kUnknown},
    {"psusp", kUnknown},
    {"ususp", kUnknown},
    {"ssusp", kUnknown},
    {"unkwn", kUnknown},
    {"wait", kUnknown},
    {"zombi", kFailure},
    // HTCondor
    {"removed", kFailure},  // Airflow's too: the task is gone
    {"held", kUnknown},
    {"idle", kUnknown},
    {"transferring_output", kUnknown},
    // Kubernetes
    {"evicted", kFailure},
    {"deadlineexceeded", kFailure},
    {"backofflimitexceeded", kFailure},
    {"containercannotrun", kFailure},
    {"containercreating", kUnknown},
    {"crashloopbackoff", kUnknown},
    {"imagepullbackoff", kUnknown},
    {"errimagepull", kUnknown},
    {"podinitializing", kUnknown},
    {"terminating", kUnknown},
    // AWS Batch
    {"runnable", kUnknown},
    // OpenAI batches
    {"validating", kUnknown},
    {"in_progress", kUnknown},
    {"finalizing", kUnknown},
    {"cancelling", kFailure},
    // Airflow
    {"upstream_failed", kFailure},
    {"up_for_retry", kUnknown},
    {"up_for_reschedule", kUnknown},
    {"restarting", kUnknown},
    {"deferred", kUnknown},
    // Nextflow
    {"cached", kSuccess},  // the result of an earlier success, taken over; Prefect's too
    {"new", kUnknown},
    // Cromwell
    {"retryablefailure", kFailure},
    {"unstartable", kFailure},
    {"bypassed", kUnknown},
    {"notstarted", kUnknown},
    {"on_hold", kUnknown},
    {"queuedincromwell", kUnknown},
    {"waitingforqueuespace", kUnknown},
    // Celery, MLflow
    {"retry", kUnknown},
    {"received", kUnknown},
    {"finished", kSuccess},
});

// What two schedulers use for opposite things.
struct Opposite {
  std::string_view word;
  std::string_view meanings;
};
constexpr std::array kOpposites = std::to_array<Opposite>({
    {"f", "it is failed in Slurm and finished in PBS"},
    {"s", "it is suspended in PBS and Slurm, and success elsewhere"},
    {"c", "it is only that the job ended in Torque, however"},
    {"e", "it is exiting in PBS and an error in Grid Engine"},
});

constexpr std::array kHttpSuccess = std::to_array<std::int64_t>({200, 201, 202, 204, 206});
constexpr std::int64_t kLargestExitCode = 255;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// "Timed Out" and "timed-out" are "timed_out".
std::string normal(std::string_view state) {
  std::string word = lower_ascii(trimmed(state));
  std::replace_if(
      word.begin(), word.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  // sacct says who.
  for (const std::string_view cancelled : {"cancelled_by_", "canceled_by_"}) {
    if (word.starts_with(cancelled)) word = "cancelled";
  }
  return word;
}

bool is_http_success(std::int64_t code) {
  return std::find(kHttpSuccess.begin(), kHttpSuccess.end(), code) != kHttpSuccess.end();
}

std::optional<Reported> of_code(std::int64_t code) {
  if (code == 0) return kSuccess;
  if (code < -kLargestExitCode || code > kLargestExitCode || is_http_success(code)) return std::nullopt;
  return kFailure;
}

// "0:0": the exit code and the signal.
std::optional<Reported> of_pair(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto code = whole_number(word.substr(0, colon));
  const auto signal = whole_number(word.substr(colon + 1));
  if (!code || !signal || *code < 0 || *signal < 0 || *code > kLargestExitCode || *signal > kLargestExitCode) {
    return std::nullopt;
  }
  return *code == 0 && *signal == 0 ? kSuccess : kFailure;
}

// A word that was cut, "OUT_OF_ME+": what all words that begin so mean, if they mean the same.
std::optional<Reported> of_beginning(std::string_view begin) {
  std::optional<Reported> means;
  for (const Row& row : kTable) {
    if (!row.word.starts_with(begin)) continue;
    if (means && *means != row.means) return std::nullopt;
    means = row.means;
  }
  return means;
}

}  // namespace

std::optional<Reported> read_state(std::string_view state) {
  const std::string word = normal(state);
  if (word.empty()) return kUnknown;
  for (const Row& row : kTable) {
    if (row.word == word) return row.means;
  }
  if (const auto code = whole_number(trimmed(state))) return of_code(*code);
  if (word.ends_with('+') && word.size() > 4) return of_beginning(std::string_view(word).substr(0, word.size() - 1));
  return of_pair(word);
}

std::string advice_on_state(std::string_view state) {
  const std::string word = normal(state);
  if (const auto code = whole_number(trimmed(state))) {
    return is_http_success(*code) ? "it is success over HTTP and a failure as an exit code: write ok or failed"
                                  : "exit codes go to 255; if it is an HTTP status, write ok or failed";
  }
  for (const Opposite& opposite : kOpposites) {
    if (opposite.word == word) return std::string(opposite.meanings) + ": write the whole word";
  }
  std::array<std::string_view, kTable.size()> words;
  std::transform(kTable.begin(), kTable.end(), words.begin(), [](const Row& row) { return row.word; });
  const std::string_view likely = closest(word, words);
  return likely.empty() ? "an exit code, or a word such as ok, failed, running; docs/manifest.md lists them"
                        : "did you mean '" + std::string(likely) + "'?";
}

}  // namespace bcheck
