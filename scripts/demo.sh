#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is needed, builds bcheck, makes the demo batch and shows the main job on it: check a batch, look at
# the report, compare it with a second run.
#
# usage: scripts/demo.sh [DIRECTORY]     where the batch and the reports are put; without it they are thrown away
set -eu
cd "$(dirname "$0")/.."

[ -n "${BCHECK_SKIP_DEPS-}" ] || scripts/install-deps.sh
echo "building …"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
scripts/build.sh release bcheck bcheck_demo >"$scratch/log" 2>&1 || {
  cat "$scratch/log" >&2
  exit 1
}
export PATH="$PWD/build/release:$PWD/build/release/tests:$PATH"

if [ $# -gt 0 ]; then
  mkdir -p "$1"
  place=$(cd "$1" && pwd)
else
  place=$scratch
fi
cd "$place"
mkdir -p first second
bcheck_demo first
bcheck_demo second --second

# expect CODE command…: shows the command, runs it and insists on its exit code.
expect() {
  wanted=$1
  shift
  printf '\n$ %s\n' "$*"
  code=0
  "$@" </dev/null || code=$?
  if [ "$code" -ne "$wanted" ]; then
    echo "demo: exit $code, where $wanted was expected" >&2
    exit 1
  fi
  echo "(exit $code)"
}

cat <<'END'

A job made a picture, a caption and a vector for each of 16 samples, and said DONE. Eleven are no good: exit 1.
END
expect 1 bcheck run first/manifest.tsv first/out --rules first/rules.json -o first.json
echo
echo "The report is kept, and can be asked later."
expect 0 bcheck show first.json
cat <<'END'

The job was run again. Some samples were repaired, two were made in another way, one is newly broken: exit 1.
END
expect 1 bcheck run second/manifest.tsv second/out --rules second/rules.json -o second.json
expect 1 bcheck diff first.json second.json
if [ $# -gt 0 ]; then
  echo
  echo "Batches and reports are in $place"
fi
