# SPDX-License-Identifier: Apache-2.0
# For cases of likeness: pictures of two runs, near and far.
mkdir a b
bcheck_make png a/same.png 64x64 photo 1
cp a/same.png b
bcheck_make jpeg a/encoded.jpg 64x64 photo 2
bcheck_make png b/encoded.png 64x64 photo 2
bcheck_make png a/other.png 64x64 photo 3
bcheck_make png b/other.png 64x64 photo 4
bcheck_make png a/lost.png 64x64 photo 5
bcheck_make png b/lost.png 64x64 grey-half 5
bcheck_make png a/smaller.png 64x64 photo 6
bcheck_make png b/smaller.png 32x32 photo 6
check() {
  printf '%s\n' "$@" > keys.txt
  bcheck run keys.txt a -q -o a.json > closing.txt
  bcheck run keys.txt b -q -o b.json > closing.txt
}
