#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Formats every C++ file as .clang-format says. With --check nothing is written and a difference is a failure.
#
# usage: scripts/format.sh [--check]
set -eu
cd "$(dirname "$0")/.."

# Other versions format differently: CI is right.
tool=$(command -v clang-format-14 || command -v clang-format) || {
  echo "format: no clang-format; scripts/install-deps.sh --lint" >&2
  exit 2
}
case "${1-}" in
  "") how="-i" ;;
  --check) how="--dry-run -Werror" ;;
  *)
    echo "usage: scripts/format.sh [--check]" >&2
    exit 2
    ;;
esac
# shellcheck disable=SC2086  # words are meant
find src include tests \( -name '*.cc' -o -name '*.h' \) -print0 | xargs -0 "$tool" $how
