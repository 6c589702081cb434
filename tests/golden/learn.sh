# SPDX-License-Identifier: Apache-2.0
# For cases of learning: 40 keys, each with a picture and a caption; report.json says what became of them.
mkdir -p out/images out/captions
seq 10 49 | sed 's/^/key-/' > keys.txt
for key in $(cat keys.txt); do
  bcheck_make png "out/images/$key.png" 64x48 photo "${key#key-}"
  seq 1 "${key#key-}" | sed 's/.*/word & of the caption/' > "out/captions/$key.txt"
done
cat > rules.json <<'RULES'
{"schema": "bcheck.rules/1",
 "artifacts": {
   "image":   {"path": "images/{key}.png", "type": "image"},
   "caption": {"path": "captions/{key}.txt", "type": "text", "limits": {"chars": {"min": 150}}, "warn": ["text.repeat-loop"]}},
 "gate": {"min_pass_rate": "95%"}}
RULES
check() { bcheck run keys.txt out --rules rules.json -q -o "$1" > closing.txt || test $? -eq 1; }
check report.json
