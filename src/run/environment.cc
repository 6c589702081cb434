// SPDX-License-Identifier: Apache-2.0
#include "run/environment.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <map>

#include "base/files.h"
#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kMostFile = 1 << 20;

// Variables that change numbers, or which kernel computes them.
constexpr std::string_view kResultVariables[]{
    "CUBLAS_WORKSPACE_CONFIG",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_MODULE_LOADING",
    "MKL_CBWR",
    "MKL_NUM_THREADS",
    "NCCL_ALGO",
    "NCCL_PROTO",
    "NVIDIA_TF32_OVERRIDE",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "PYTHONHASHSEED",
    "PYTORCH_CUDA_ALLOC_CONF",
    "TF_CUDNN_DETERMINISTIC",
    "TF_DETERMINISTIC_OPS",
    "TORCHDYNAMO_DISABLE",
    "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE",
    "TORCH_BLAS_PREFER_CUBLASLT",
    "TORCH_CUDNN_V8_API_DISABLED",
    "VLLM_ATTENTION_BACKEND",
    "XLA_FLAGS",
};

// Which of several like workers it was. CUDA_VISIBLE_DEVICES differs between the workers of one machine.
constexpr std::string_view kContextVariables[]{
    "AWS_BATCH_JOB_ARRAY_INDEX",
    "AWS_BATCH_JOB_ATTEMPT",
    "AWS_BATCH_JOB_ID",
    "AWS_REGION",
    "CUDA_VISIBLE_DEVICES",
    "JOB_COMPLETION_INDEX",
    "LANG",
    "LC_ALL",
    "SLURM_ARRAY_JOB_ID",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_JOB_ID",
    "SLURM_JOB_PARTITION",
    "SLURM_RESTART_COUNT",
    "TZ",
};

// Given by whoever starts the container, which cannot know it from inside: variable, field.
constexpr std::pair<std::string_view, std::string_view> kImage[]{
    {"BCHECK_IMAGE", "image.reference"},
    {"BCHECK_IMAGE_DIGEST", "image.digest"},
    {"BCHECK_IMAGE_REVISION", "image.revision"},
    {"BCHECK_IMAGE_VERSION", "image.version"},
    {"BCHECK_IMAGE_BASE_DIGEST", "image.base.digest"},
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    if (!line.empty()) lines.emplace_back(line);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

// "https://user:secret@host/x" without what stands before the "@": packages may be installed from such places.
std::string without_credentials(std::string line) {
  for (std::size_t at = 0; (at = line.find("://", at)) != std::string::npos;) {
    at += 3;
    const std::size_t end = std::min(line.find_first_of("/?# ", at), line.size());
    const std::size_t sign = line.substr(at, end - at).rfind('@');
    if (sign != std::string::npos) line.erase(at, sign + 1);
  }
  return line;
}

class Gathering {
 public:
  Gathering(const EnvironmentRequest& request, const Machine& machine) : request_(request), machine_(machine) {}

  GatheredEnvironment gathered() && {
    image();
    system();
    python();
    gpu();
    repository();
    for (const std::string_view name : kResultVariables) variable(result_, name);
    for (const std::string_view name : kContextVariables) variable(context_, name);
    for (const auto& [name, value] : request_.context) put(context_, name, value);
    for (const auto& [name, value] : request_.set) put(context_.contains(name) ? context_ : result_, name, value);
    for (const auto& [name, field] : context_) result_.erase(name);
    for (auto& [name, field] : result_) out_.environment.result.push_back(std::move(field));
    for (auto& [name, field] : context_) out_.environment.context.push_back(std::move(field));
    return std::move(out_);
  }

 private:
  using Fields = std::map<std::string, EnvironmentField, std::less<>>;

  static void put(Fields& fields, std::string_view name, std::optional<std::string> value) {
    EnvironmentField& field = fields[std::string(name)];
    field = {std::string(name), std::nullopt, false};
    if (value) field.values.emplace().push_back(lossy_utf8(*value));
  }

  static void put_list(Fields& fields, std::string_view name, std::optional<std::vector<std::string>> values) {
    if (values) {
      for (std::string& value : *values) value = lossy_utf8(value);
    }
    fields[std::string(name)] = {std::string(name), std::move(values), true};
  }

  // One that is not set is no field: that is known of it.
  void variable(Fields& fields, std::string_view name) {
    if (auto value = machine_.variable(std::string(name))) put(fields, fmt::format("env.{}", name), std::move(value));
  }

  std::optional<std::string> ask(const std::vector<std::string>& words, std::string_view what) {
    ToolAnswer answer = machine_.tool(words);
    if (answer.end == ToolEnd::kTimeout) {
      out_.notes.push_back(fmt::format("{} did not answer in time: {} is unknown", words.front(), what));
    }
    if (answer.end != ToolEnd::kAnswered) return std::nullopt;
    return std::move(answer.text);
  }

  std::optional<std::string> ask_line(const std::vector<std::string>& words, std::string_view what) {
    const auto text = ask(words, what);
    if (!text) return std::nullopt;
    auto lines = lines_of(*text);
    return lines.empty() ? std::nullopt : std::optional(std::move(lines.front()));
  }

  void image() {
    for (const auto& [name, field] : kImage) put(result_, field, machine_.variable(std::string(name)));
  }

  void system() {
    std::optional<std::string> os;
    for (const std::string& line : lines_of(machine_.file("/etc/os-release").value_or(""))) {
      if (!line.starts_with("PRETTY_NAME=")) continue;
      os = line.substr(line.find('=') + 1);
      if (os->size() > 1 && os->front() == '"' && os->back() == '"') os = os->substr(1, os->size() - 2);
    }
    put(context_, "os", os);
    std::optional<std::string> cpu;
    std::int64_t processors = 0;
    for (const std::string& line : lines_of(machine_.file("/proc/cpuinfo").value_or(""))) {
      if (line.starts_with("processor")) ++processors;
      if (line.starts_with("model name") && !cpu) cpu = line.substr(std::min(line.find(':') + 2, line.size()));
    }
    put(context_, "cpu_info", cpu);
    put(context_, "cpu_count", processors > 0 ? std::optional(std::to_string(processors)) : std::nullopt);
    std::array<char, 64> libc{};  // "glibc 2.36"
    const bool known = ::confstr(_CS_GNU_LIBC_VERSION, libc.data(), libc.size()) > 0;
    put(context_, "libc_version", known ? std::optional<std::string>(libc.data()) : std::nullopt);
    put(context_, "kernel", machine_.kernel);
    put(context_, "host", machine_.host);
    put(context_, "started", machine_.started);
  }

  void python() {
    auto version = ask_line({"python3", "--version"}, "python_version");
    if (version && version->starts_with("Python ")) version = version->substr(7);
    put(result_, "python_version", std::move(version));
    std::optional<std::vector<std::string>> pip;
    if (request_.pip) {
      pip = packages({"python3", "-m", "pip", "--disable-pip-version-check", "freeze", "--all"}, "pip_packages");
    }
    std::optional<std::string> torch;
    for (const std::string& line : pip.value_or(std::vector<std::string>())) {
      if (line.starts_with("torch==")) torch = line.substr(7);
    }
    if (torch || !pip) put(result_, "torch_version", torch);  // one that is not installed is known not to be
    put_list(result_, "pip_packages", std::move(pip));
    if (request_.conda) put_list(result_, "conda_packages", packages({"conda", "list", "--export"}, "conda_packages"));
    if (request_.dpkg) {
      put_list(result_, "dpkg_packages",
               packages({"dpkg-query", "-W", "-f", "${Package}==${Version}\\n"}, "dpkg_packages"));
    }
  }

  std::optional<std::vector<std::string>> packages(const std::vector<std::string>& words, std::string_view what) {
    const auto text = ask(words, what);
    if (!text) return std::nullopt;
    std::vector<std::string> lines;
    for (std::string& line : lines_of(*text)) {
      if (!line.starts_with('#')) lines.push_back(without_credentials(std::move(line)));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  void gpu() {
    std::optional<std::string> driver;
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 ..."
    for (const std::string& line : lines_of(machine_.file("/proc/driver/nvidia/version").value_or(""))) {
      if (!line.starts_with("NVRM version:")) continue;
      for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        const std::string word = line.substr(at, end - at);
        if (!driver && !word.empty() && word[0] >= '0' && word[0] <= '9' && word.find('.') != std::string::npos)
          driver = word;
        at = end + 1;
      }
    }
    std::optional<std::vector<std::string>> models;
    if (const auto text =
            ask({"nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"}, "nvidia_gpu_models")) {
      for (const std::string& line : lines_of(*text)) {
        const std::size_t comma = line.rfind(", ");
        if (comma == std::string::npos) continue;
        if (!models) models.emplace();
        models->push_back(line.substr(0, comma));
        if (!driver) driver = line.substr(comma + 2);
      }
    }
    put_list(result_, "nvidia_gpu_models", std::move(models));
    put(result_, "nvidia_driver_version", driver);
    // What nvidia-smi calls the CUDA version is the newest that the driver could take, and not what is installed.
    std::optional<std::string> cuda = machine_.variable("CUDA_VERSION");  // NVIDIA's images
    std::optional<std::string> cudnn = machine_.variable("NV_CUDNN_VERSION");
    if (!cuda) cuda = version_in(machine_.file("/usr/local/cuda/version.json").value_or(""), "\"cuda\"");
    put(result_, "cuda_runtime_version", cuda);
    put(result_, "cudnn_version", cudnn);
  }

  // {"cuda" : {"name" : "CUDA SDK", "version" : "12.1.1"}, ...}
  static std::optional<std::string> version_in(const std::string& text, std::string_view part) {
    std::size_t at = text.find(part);
    if (at != std::string::npos) at = text.find("\"version\"", at);
    if (at != std::string::npos) at = text.find('"', at + 9);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string::npos) return std::nullopt;
    return text.substr(at + 1, end - at - 1);
  }

  void repository() {
    const std::string& where = request_.repository;
    put(result_, "git.commit", ask_line({"git", "-C", where, "rev-parse", "HEAD"}, "git.commit"));
    const auto changes = ask({"git", "-C", where, "status", "--porcelain", "--untracked-files=no"}, "git.dirty");
    put(result_, "git.dirty", changes ? std::optional<std::string>(changes->empty() ? "false" : "true") : std::nullopt);
  }

  const EnvironmentRequest& request_;
  const Machine& machine_;
  Fields result_;
  Fields context_;
  GatheredEnvironment out_;
};

}  // namespace

Machine this_machine(std::function<std::optional<std::string>(const std::string&)> variable, double seconds) {
  Machine machine;
  machine.variable = std::move(variable);
  machine.file = [](const std::string& path) -> std::optional<std::string> {
    const auto bytes = read_whole(path, kMostFile);
    return bytes ? std::optional(std::string(bytes->begin(), bytes->end())) : std::nullopt;
  };
  machine.tool = [seconds](const std::vector<std::string>& words) { return ask_tool(words, seconds); };
  utsname name{};
  if (::uname(&name) == 0) {
    machine.host = name.nodename;
    machine.kernel = fmt::format("{} {} {}", name.sysname, name.release, name.machine);
  }
  machine.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  return machine;
}

GatheredEnvironment gather_environment(const EnvironmentRequest& request, const Machine& machine) {
  return Gathering(request, machine).gathered();
}

}  // namespace bcheck
