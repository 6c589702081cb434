// SPDX-License-Identifier: Apache-2.0
#include "run/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Fake {
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> variables;
  std::map<std::string, ToolAnswer> tools;  // by first word, or "git rev-parse"

  Machine machine() const {
    Machine out;
    const auto look_up = [](const std::map<std::string, std::string>& in, const std::string& name) {
      const auto at = in.find(name);
      return at == in.end() ? std::nullopt : std::optional(at->second);
    };
    out.file = [this, look_up](const std::string& path) { return look_up(files, path); };
    out.variable = [this, look_up](const std::string& name) { return look_up(variables, name); };
    out.tool = [this](const std::vector<std::string>& words) {
      std::string name = words[0];
      if (name == "git") name += " " + words[3];
      if (name == "python3") name += " " + words[1];
      const auto at = tools.find(name);
      return at == tools.end() ? ToolAnswer{ToolEnd::kAbsent, ""} : at->second;
    };
    out.host = "node7";
    out.kernel = "Linux 6.1.0 x86_64";
    out.started = "2026-01-02T03:04:05Z";
    return out;
  }
};

ToolAnswer said(std::string text) {
  return {ToolEnd::kAnswered, std::move(text)};
}

const EnvironmentField* find(const std::vector<EnvironmentField>& fields, std::string_view name) {
  for (const EnvironmentField& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

std::string word(const std::vector<EnvironmentField>& fields, std::string_view name) {
  const EnvironmentField* const field = find(fields, name);
  if (field == nullptr) return "(none)";
  if (!field->values) return "(unknown)";
  return field->values->size() == 1 ? field->values->front() : "(list)";
}

TEST(GatherEnvironment, OfAMachineWithAGpu) {
  Fake fake;
  fake.files["/etc/os-release"] = "NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n";
  fake.files["/proc/cpuinfo"] = "processor\t: 0\nmodel name\t: A CPU\n\nprocessor\t: 1\nmodel name\t: A CPU\n";
  fake.files["/proc/driver/nvidia/version"] =
      "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\nGCC version: 12\n";
  fake.files["/usr/local/cuda/version.json"] = R"({"cuda" : {"name" : "CUDA SDK", "version" : "12.1.1"}, "x": 1})";
  fake.variables = {{"BCHECK_IMAGE_DIGEST", "sha256:77"},
                    {"OMP_NUM_THREADS", "8"},
                    {"SECRET_TOKEN", "s3cret"},
                    {"SLURM_JOB_ID", "17"},
                    {"CUDA_VISIBLE_DEVICES", "3"}};
  fake.tools["nvidia-smi"] = said("NVIDIA A100-SXM4-80GB, 999.0\nNVIDIA A100-SXM4-80GB, 999.0\n");
  fake.tools["python3 --version"] = said("Python 3.11.2\n");
  fake.tools["python3 -m"] = said("torch==2.3.1\nnumpy==1.24.2\nours @ git+https://user:s3cret@host/x@v1\n");
  fake.tools["git rev-parse"] = said("0123abcd\n");
  fake.tools["git status"] = said(" M a.py\n");
  EnvironmentRequest request;
  request.pip = true;
  const GatheredEnvironment gathered = gather_environment(request, fake.machine());
  const auto& result = gathered.environment.result;
  const auto& context = gathered.environment.context;
  EXPECT_EQ(word(result, "image.digest"), "sha256:77");
  EXPECT_EQ(word(result, "image.reference"), "(unknown)");
  EXPECT_EQ(word(result, "nvidia_driver_version"), "535.104.05");
  EXPECT_THAT(*find(result, "nvidia_gpu_models")->values,
              ElementsAre("NVIDIA A100-SXM4-80GB", "NVIDIA A100-SXM4-80GB"));
  EXPECT_EQ(word(result, "cuda_runtime_version"), "12.1.1");
  EXPECT_EQ(word(result, "cudnn_version"), "(unknown)");
  EXPECT_EQ(word(result, "python_version"), "3.11.2");
  EXPECT_EQ(word(result, "torch_version"), "2.3.1");
  EXPECT_THAT(*find(result, "pip_packages")->values,
              ElementsAre("numpy==1.24.2", "ours @ git+https://host/x@v1", "torch==2.3.1"));
  EXPECT_EQ(word(result, "git.commit"), "0123abcd");
  EXPECT_EQ(word(result, "git.dirty"), "true");
  EXPECT_EQ(word(result, "env.OMP_NUM_THREADS"), "8");
  EXPECT_EQ(word(result, "env.NVIDIA_TF32_OVERRIDE"), "(none)");
  EXPECT_EQ(word(result, "conda_packages"), "(none)");  // nobody asked
  EXPECT_EQ(word(context, "env.SLURM_JOB_ID"), "17");
  EXPECT_EQ(word(context, "env.CUDA_VISIBLE_DEVICES"), "3");  // differs between like workers
  EXPECT_EQ(word(context, "os"), "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(word(context, "cpu_info"), "A CPU");
  EXPECT_EQ(word(context, "cpu_count"), "2");
  EXPECT_EQ(word(context, "host"), "node7");
  for (const auto* fields : {&result, &context}) {
    for (const EnvironmentField& field : *fields) {
      for (const std::string& value : field.values.value_or(std::vector<std::string>())) {
        EXPECT_EQ(value.find("s3cret"), std::string::npos) << field.name;
      }
    }
  }
}

TEST(GatherEnvironment, WhatIsNotThereIsUnknown) {
  const Fake nothing;
  EnvironmentRequest request;
  request.pip = request.conda = request.dpkg = true;
  const GatheredEnvironment gathered = gather_environment(request, nothing.machine());
  for (const char* const name : {"python_version", "torch_version", "pip_packages", "conda_packages", "dpkg_packages",
                                 "nvidia_driver_version", "nvidia_gpu_models", "git.commit", "git.dirty"}) {
    EXPECT_EQ(word(gathered.environment.result, name), "(unknown)") << name;
  }
  EXPECT_EQ(word(gathered.environment.context, "os"), "(unknown)");
  EXPECT_EQ(canonical_result(gathered.environment), "{}");
  EXPECT_TRUE(gathered.notes.empty());
}

TEST(GatherEnvironment, SaysWhatDidNotAnswerInTime) {
  Fake fake;
  fake.tools["nvidia-smi"] = {ToolEnd::kTimeout, ""};
  const GatheredEnvironment gathered = gather_environment({}, fake.machine());
  EXPECT_THAT(gathered.notes, ElementsAre(HasSubstr("nvidia-smi did not answer in time")));
  EXPECT_EQ(word(gathered.environment.result, "nvidia_gpu_models"), "(unknown)");
}

TEST(GatherEnvironment, TakesWhatTheCallerSays) {
  EnvironmentRequest request;
  request.set = {{"precision", "bf16"}, {"image.digest", "sha256:1"}, {"host", "other"}};
  request.context = {{"region", "eu"}, {"git.dirty", "unimportant"}};
  const Fake nothing;
  const GatheredEnvironment gathered = gather_environment(request, nothing.machine());
  EXPECT_EQ(word(gathered.environment.result, "precision"), "bf16");
  EXPECT_EQ(word(gathered.environment.result, "image.digest"), "sha256:1");
  EXPECT_EQ(word(gathered.environment.context, "host"), "other");
  EXPECT_EQ(word(gathered.environment.result, "host"), "(none)");
  EXPECT_EQ(word(gathered.environment.context, "region"), "eu");
  EXPECT_EQ(word(gathered.environment.result, "git.dirty"), "(none)");
}

TEST(GatherEnvironment, ATorchThatIsNotInstalledIsNotUnknown) {
  Fake fake;
  fake.tools["python3 -m"] = said("numpy==1.24.2\n");
  EnvironmentRequest request;
  EXPECT_EQ(word(gather_environment(request, fake.machine()).environment.result, "torch_version"), "(unknown)");
  request.pip = true;
  EXPECT_EQ(word(gather_environment(request, fake.machine()).environment.result, "torch_version"), "(none)");
}

TEST(GatherEnvironment, OpenDriversSayTheirVersionToo) {
  Fake fake;
  fake.files["/proc/driver/nvidia/version"] =
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  545.23.06  Release Build  (root@x)\n";
  EXPECT_EQ(word(gather_environment({}, fake.machine()).environment.result, "nvidia_driver_version"), "545.23.06");
}

TEST(GatherEnvironment, OfThisMachine) {
  const Machine machine = this_machine([](const std::string&) { return std::nullopt; }, 5);
  EXPECT_FALSE(machine.host.empty());
  EXPECT_FALSE(machine.kernel.empty());
  EXPECT_TRUE(machine.file("/proc/self/status"));
  EXPECT_FALSE(machine.file("/no/such/file"));
  EXPECT_EQ(machine.tool({"echo", "a"}).text, "a\n");
}

}  // namespace
}  // namespace bcheck
