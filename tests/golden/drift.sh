# SPDX-License-Identifier: Apache-2.0
# For cases of drift: 300 texts of two runs. answers FOLDER writes them, as the function text says it of each number.
answers() {
  mkdir "$1"
  n=1
  while [ $n -le 300 ]; do
    text "$1" $n >"$1/k$n.txt"
    n=$((n + 1))
  done
}
check() {
  for run in a b; do
    bcheck run keys.txt $run -q -o $run.json >closing.txt || test $? -eq 1
  done
}
n=1
while [ $n -le 300 ]; do
  echo "k$n"
  n=$((n + 1))
done >keys.txt
