# SPDX-License-Identifier: Apache-2.0
# For cases that compute some keys of a batch again: batch.json is a report of 400 texts, again.json one of those in
# keys.txt, of which each in wrong.txt came out otherwise.
seq -f 'sample-%03.0f' 1 400 > all.txt
mkdir out again
while read -r key; do echo "what the picture of $key shows" > "out/$key.txt"; done < all.txt
bcheck run all.txt out -o batch.json > closing.txt

compute_again() {
  while read -r key; do cp "out/$key.txt" again/; done < keys.txt
  for key in "$@"; do echo "something else about $key" > "again/$key.txt"; done
  bcheck run keys.txt again -o again.json >> closing.txt
}
