#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Times bcheck against other programs on the same batches, in turn, and prints the medians of the ratios.
#
# usage: scripts/bench.sh CORPUS PEERS [words for tests/bench/pairs.py]
#   CORPUS  a folder of batches: SET/manifest.txt and SET/files/
#   PEERS   a folder with run.sh, called as run.sh PEER SET CORPUS SCRATCH
set -eu
cd "$(dirname "$0")/.."

[ $# -ge 2 ] || {
  sed -n 's/^# \{0,1\}//; 4,7p' "$0" >&2
  exit 2
}
[ -n "${BCHECK_SKIP_DEPS-}" ] || scripts/install-deps.sh
scripts/build.sh release bcheck yardstick >/dev/null
exec python3 -B tests/bench/pairs.py build/release/bcheck "$@"
