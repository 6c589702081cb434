# SPDX-License-Identifier: Apache-2.0
# For cases about many reports: a batch of 40 texts, and how it came out on several days.
mkdir out reports
seq 10 49 | sed 's/^/key-/' > keys.txt
{ printf 'key\tstatus\n'; sed 's/$/\tsuccess/' keys.txt; } > status.tsv

driver() {  # driver VERSION: what the days from here on were computed with
  result="{\"driver\":\"$1\"}"
  printf '{"schema": "bcheck.environment/1", "digest": "%s", "result": %s, "context": {}}\n' \
    "$(printf %s "$result" | sha256sum | cut -c1-64)" "$result" > env.json
}

day() {  # day NUMBER BAD CHANGED [OPTION...]: the first BAD texts are empty, the last CHANGED are other ones
  number=$(printf %02d "$1") bad=$2 changed=$3
  shift 3
  for key in $(head -n "$bad" keys.txt); do : > "out/$key.txt"; done
  for key in $(tail -n +$((bad + 1)) keys.txt); do echo "text of $key" > "out/$key.txt"; done
  for key in $(tail -n "$changed" keys.txt); do echo "another text of $key" > "out/$key.txt"; done
  if test -e env.json; then set -- --env env.json "$@"; fi
  bcheck run keys.txt out --status status.tsv "$@" -q -o "reports/day-$number.json" > closing.txt || test $? -eq 1
  sed -i "s/\"started\": \"[^\"]*\"/\"started\": \"2026-05-${number}T08:00:00Z\"/; s/\"seconds\": [^,]*/\"seconds\": 2/" \
    "reports/day-$number.json"
}
