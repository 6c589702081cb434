# SPDX-License-Identifier: Apache-2.0
# For cases about inputs: old.json and new.json are reports of the keys a to f. Between the two a and f keep their input;
# b has another one and the same product; c another one and no product any more; of d the new manifest does not know the
# input; e keeps its input and has another product.
mkdir out
printf 'key,input_sha256\n' | tee old.csv > new.csv
n=9
for key in a b c d e f; do
  n=$((n + 1))
  echo "The answer to question $key." > "out/$key.txt"
  printf '%s,%064x\n' "$key" "$n" >> old.csv
  case $key in
    b | c) printf '%s,%064x\n' "$key" "$((n + 64))" ;;
    d) printf '%s,\n' "$key" ;;
    *) printf '%s,%064X\n' "$key" "$n" ;;
  esac >> new.csv
done
bcheck run old.csv out -o old.json > closing.txt
rm out/c.txt
echo "Another answer to question e." > out/e.txt
bcheck run new.csv out -o new.json > closing.txt || test $? -eq 1
