#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what bcheck is built and tested with, on Debian and Ubuntu. Says so and does nothing when all is there, so
# it needs neither root nor a network then. On other systems it says what to install and exits with 2.
#
# usage: scripts/install-deps.sh [--lint]     --lint: clang, its sanitizers and clang-format too, for .ci/run
set -eu

build="g++ cmake ninja-build libcli11-dev nlohmann-json3-dev libfmt-dev libspdlog-dev libssl-dev libpng-dev
libjpeg-dev libtiff-dev libwebp-dev libheif-dev libjxl-dev libopenexr-dev pkg-config zlib1g-dev libdeflate-dev
libexpected-dev libsimdjson-dev libzstd-dev libexpat1-dev libre2-dev libunistring-dev"
tests="libgtest-dev libgmock-dev python3 python3-jsonschema libxml2-utils"
lint="clang-14 libclang-rt-14-dev clang-format-14"

wanted="$build $tests"
case "${1-}" in
  "") ;;
  --lint) wanted="$wanted $lint" ;;
  *)
    echo "usage: scripts/install-deps.sh [--lint]" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
  cat >&2 <<'END'
install-deps: this system has no apt-get; please install by its own means:
  a C++20 compiler (g++ 12 or clang 14 and newer), CMake 3.25 or newer, Ninja
  CLI11, nlohmann/json 3.11, fmt 9, spdlog, OpenSSL 3, libpng, libjpeg-turbo, libtiff 4.5, libwebp, zlib, libdeflate,
  libzstd, tl::expected, simdjson 3, expat 2.4, RE2, libunistring
  and, each only if its pictures are to be checked, libheif (AVIF, HEIF), libjxl (JPEG XL), OpenEXR 3.1
  for the tests GoogleTest with gmock, Python 3.9 and its jsonschema 4
Then run the script that you came from with BCHECK_SKIP_DEPS=1 in the environment.
END
  exit 2
fi

missing=""
for package in $wanted; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || state=""
  [ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
  echo "install-deps: everything is installed"
  exit 0
fi

sudo=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "install-deps: as root, please: apt-get install --no-install-recommends$missing" >&2
    exit 2
  fi
  sudo="sudo"
fi
echo "install-deps: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
  "$@" >"$log" 2>&1 </dev/null || {
    cat "$log" >&2
    echo "install-deps: failed: $*" >&2
    exit 1
  }
}
# shellcheck disable=SC2086  # words are meant
quietly $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq update
# shellcheck disable=SC2086
quietly $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $missing
