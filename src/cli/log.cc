// SPDX-License-Identifier: Apache-2.0
#include "cli/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace bcheck {

void open_log(Verbosity verbosity, bool color) {
  // The library's own default logger writes to stdout, which belongs to the answer.
  auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_st>(color ? spdlog::color_mode::always
                                                                          : spdlog::color_mode::never);
  auto logger = std::make_shared<spdlog::logger>("bcheck", std::move(sink));
  logger->set_pattern("bcheck: %^%l%$: %v");
  switch (verbosity) {
    case Verbosity::kQuiet: logger->set_level(spdlog::level::err); break;
    case Verbosity::kNormal: logger->set_level(spdlog::level::info); break;
    case Verbosity::kVerbose: logger->set_level(spdlog::level::debug); break;
  }
  spdlog::set_default_logger(std::move(logger));
}

void log_error(const Error& error) {
  if (error.hint.empty()) {
    spdlog::error("{}", error.message);
  } else {
    spdlog::error("{}\nbcheck: hint: {}", error.message, error.hint);
  }
}

void log_warning(const std::string& message) {
  spdlog::warn("{}", message);
}

void log_detail(const std::string& message) {
  spdlog::debug("{}", message);
}

}  // namespace bcheck
