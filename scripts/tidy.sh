#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy over src/ with the checks of .clang-tidy, all of them fatal. Takes some minutes.
#
# usage: scripts/tidy.sh [FILE…]
set -eu
cd "$(dirname "$0")/.."

tool=$(command -v clang-tidy-14 || command -v clang-tidy) || {
  echo "tidy: no clang-tidy; on Debian 12 the package clang-tidy-14 has it" >&2
  exit 2
}
[ -f build/dev/compile_commands.json ] || cmake --preset dev >/dev/null
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046  # names in src have no blanks
  set -- $(find src -name '*.cc' | sort)
fi
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" "$tool" -p build/dev --quiet
