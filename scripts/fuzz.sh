#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes each target for a while, by clang's libFuzzer with the address and undefined-behaviour sanitizers, beginning
# with its seeds in tests/fuzz/corpus/, and prints a table. What is found stays in build/fuzz/found/TARGET/, what is new
# to the corpus in build/fuzz/grown/TARGET/.
#
# usage: scripts/fuzz.sh [--seconds N] [--seed N] [--no-build] [TARGET...]
#   all targets without any, 60 s each, seed 1; --no-build takes what build/fuzz/ has
#
# Exit code 1 if anything was found.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=60
seed=1
builds=yes
targets=()
while (($#)); do
  case $1 in
    --seconds) seconds=${2:?--seconds takes a number} && shift 2 ;;
    --seed) seed=${2:?--seed takes a number} && shift 2 ;;
    --no-build) builds='' && shift ;;
    -*) sed -n '3,10s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    *) targets+=("$1") && shift ;;
  esac
done
if ((${#targets[@]} == 0)); then
  for source in tests/fuzz/*_fuzz.cc; do
    name=${source##*/}
    targets+=("${name%_fuzz.cc}")
  done
fi
for name in "${targets[@]}"; do
  [[ -f tests/fuzz/${name}_fuzz.cc ]] || { echo "fuzz: there is no tests/fuzz/${name}_fuzz.cc" >&2 && exit 2; }
done

build=build/fuzz
if [[ -n $builds ]]; then
  export PATH="/usr/lib/ccache:$PATH"
  generator=()
  if command -v ninja >/dev/null; then generator=(-G Ninja); fi
  compiler=$(command -v clang++-14 || command -v clang++) || { echo "fuzz: no clang++" >&2 && exit 2; }
  CXX=$compiler cmake -S . -B $build "${generator[@]}" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBCHECK_FUZZ=ON \
    -DBCHECK_SANITIZE=address,undefined,fuzzer-no-link "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1" >/dev/null
  cmake --build $build -j "$(nproc)" --target "${targets[@]/%/_fuzzer}" >&2
fi

export LSAN_OPTIONS=suppressions=$PWD/tests/leaks.supp:print_suppressions=0
number() { # the number behind the last such word of the log
  grep -oE "$1 *[0-9]+" "$2" | tail -n 1 | grep -oE '[0-9]+$' || echo 0
}
echo "| target | seed | seconds | executions | edges covered | findings |"
echo "| --- | ---: | ---: | ---: | ---: | ---: |"
bad=0
for name in "${targets[@]}"; do
  found=$build/found/$name
  grown=$build/grown/$name
  log=$build/found/$name.log
  mkdir -p "$found" "$grown"
  code=0
  $build/tests/"${name}"_fuzzer -max_total_time="$seconds" -seed="$seed" -timeout=25 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="$found"/ "$grown" tests/fuzz/corpus/"$name" >"$log" 2>&1 || code=$?
  findings=$(find "$found" -type f \( -name 'crash-*' -o -name 'leak-*' -o -name 'timeout-*' -o -name 'oom-*' \) | wc -l)
  if ((code != 0 && findings == 0)); then findings="ended with $code: $log"; fi
  [[ $findings == 0 ]] || bad=1
  echo "| $name | $seed | $seconds | $(number 'stat::number_of_executed_units:' "$log") | $(number 'cov:' "$log") | $findings |"
done
exit $bad
