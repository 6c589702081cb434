// SPDX-License-Identifier: Apache-2.0
// Why a command could not do what was asked: the third sort of trouble.
//
// The other two are data and never travel this way: a Finding says that an artifact is wrong, the status
// `error` says that one artifact could not be examined. An Error ends the command, and its kind decides the
// exit code (cli/exit_code.h).
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace bcheck {

enum class ErrorKind {
  kBadQuestion,  // usage, manifest, rules or report cannot be used; nothing was checked
  kIncomplete,   // something could not be read or written; what was found so far is no full answer
  kNothing,      // there was nothing to check
  kInterrupted,  // SIGINT or SIGTERM came
};

struct Error {
  ErrorKind kind = ErrorKind::kBadQuestion;
  std::string message;  // what, and where (file, line, key): lower case, no full stop, foreign bytes escaped
  std::string hint;     // what to do; may be empty
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> bad_question(std::string message, std::string hint = {}) {
  return tl::unexpected<Error>({ErrorKind::kBadQuestion, std::move(message), std::move(hint)});
}

inline tl::unexpected<Error> incomplete(std::string message, std::string hint = {}) {
  return tl::unexpected<Error>({ErrorKind::kIncomplete, std::move(message), std::move(hint)});
}

}  // namespace bcheck
