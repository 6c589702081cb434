# SPDX-License-Identifier: Apache-2.0
# For cases about inputs: old.json and new.json are reports of the keys a to f. Between the two a and f keep their input;
# b has another one and the same product; c another one and no product any more; of d the new manifest does not know the
# input; e keeps its input and has another product.
hash_of() { printf '%s' "$1" | sha256sum | cut -c1-64; }
mkdir out
printf 'key,input_sha256\n' | tee old.csv > new.csv
for key in a b c d e f; do
  echo "The answer to question $key." > "out/$key.txt"
  input=$(hash_of "question $key")
  echo "$key,$input" >> old.csv
  case $key in
    b | c) input=$(hash_of "another question $key") ;;
    d) input= ;;
    f) input=$(echo "$input" | tr a-f A-F) ;;
  esac
  echo "$key,$input" >> new.csv
done
bcheck run old.csv out -o old.json > closing.txt
rm out/c.txt
echo "Another answer to question e." > out/e.txt
bcheck run new.csv out -o new.json > closing.txt || test $? -eq 1
