#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Configures and builds a preset of CMakePresets.json into build/PRESET, with Ninja and ccache where they are.
#
# usage: scripts/build.sh PRESET [-DNAME=VALUE…] [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:?usage: scripts/build.sh PRESET [-DNAME=VALUE…] [TARGET…]}
shift
settings=() targets=()
for word in "$@"; do
  if [[ $word == -D* ]]; then settings+=("$word"); else targets+=(--target "$word"); fi
done

if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
if [[ ! -f build/$preset/CMakeCache.txt ]] && command -v ninja >/dev/null; then
  settings+=(-G Ninja)
fi
cmake --preset "$preset" "${settings[@]}"
cmake --build "build/$preset" -j "$(nproc)" "${targets[@]}"
