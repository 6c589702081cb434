# SPDX-License-Identifier: Apache-2.0
# For cases about rulers: baseline.json is the report of six texts that were computed with driver 535 and one package.
mkdir out
for key in a b c d e f; do echo $key; echo "text of $key" > out/$key.txt; done > keys.txt
printf 'a\nb\nc\n' > rulers.txt
mkdir bin
printf '#!/bin/sh\ncase "$*" in *freeze*) cat "$PACKAGES" ;; *) echo Python 3.11.2 ;; esac\n' > bin/python3
chmod +x bin/python3
export PATH="$PWD/bin:$PATH" PACKAGES="$PWD/packages.txt"
printf 'numpy==1.24.2\ntorch==2.3.1\n' > packages.txt

compute() {  # compute NAME: a report NAME.json of what is in out/ and of how things stand now
  bcheck env --set driver="${driver-535}" -o env.json
  bcheck run keys.txt out --env env.json -o "$1.json" > closing.txt || test $? -eq 1
}
compute baseline
