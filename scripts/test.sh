#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is needed, builds build/release/bcheck and runs every test.
#
# usage: scripts/test.sh [words for ctest]     for instance -L unit, -R golden
set -eu
cd "$(dirname "$0")/.."

[ -n "${BCHECK_SKIP_DEPS-}" ] || scripts/install-deps.sh
scripts/build.sh release
exec ctest --test-dir build/release --no-tests=error --output-on-failure -j "$(nproc)" "$@"
