// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <system_error>

#include "cli/app.h"

int main(int argc, char** argv) {
  try {
    return static_cast<int>(bcheck::run_app(argc, argv));
  } catch (const std::system_error& e) {  // says what could not be read or written
    std::fprintf(stderr, "bcheck: error: %s\n", e.what());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bcheck: error: internal: %s\n", e.what());
  } catch (...) {
    std::fprintf(stderr, "bcheck: error: internal\n");
  }
  return static_cast<int>(bcheck::ExitCode::kIncomplete);
}
