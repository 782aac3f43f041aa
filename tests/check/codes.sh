#!/bin/sh
# Every finding code has a row, a check that finds it, words, a page, and a case that shows it: a
# scenario whose output names it, or for what no command line reaches (archives and servers that
# lie, GPUs that fail) a check or a unit. Every code of a page or of a scenario has a row.
set -u
matrix=$(dirname "$1")/matrix.db
failed=0
n=0

fail() {
	echo "codes: $*"
	failed=1
}

# shown CODE FOLDER
shown() {
	grep -qhE "^(Has|Out|Err): .*\b$1\b" "$2"/cli/*.test "$2"/plan/*.test "$2"/today/*.test ||
		grep -qE "^[^#]*\b$1\b" "$2"/check/hostile.sh "$2"/check/http.sh "$2"/check/online.sh \
			"$2"/check/verify.list ||
		grep -qE "\b$1\b" "$2"/unit/*.c
}

# made CODE: some source finds it.
made() {
	grep -rqw "$1" src --include='*.c'
}

# worded NUMBER: it has words of its own, or whoever finds it names a form or an error of CUDA.
worded() {
	grep -q "^CODE($1," src/show/words.def ||
		grep -rhwA3 "CP$1" src --include='*.c' |
		grep -qE "CP$1, ([^,]+, )?(FORM_)?[A-Z][A-Z_]{4,}|FORM_[A-Z]|PHRASE\(|_words\(|CUDA_ERROR_"
}

codes=$(sed -n 's/^FINDING(\([0-9]*\),.*/CP\1/p' src/fact/finding.def)
pages=$(sqlite3 -readonly "$matrix" 'SELECT code FROM finding_page')
for code in $codes; do
	n=$((n + 1))
	shown "$code" tests || fail "$code is the outcome of no scenario, check or unit"
	echo "$pages" | grep -qx "$code" || fail "$code has no page in data/finding/page.csv"
	made "$code" || fail "$code is found by nothing in src"
	worded "${code#CP}" || fail "$code has no words in src/show/words.def"
done
said=$(grep -hE '^(Has|Not|Out|Err): ' tests/*/*.test | grep -oE '\bCP[0-9]{3}\b' | sort -u)
for code in $pages $said; do
	echo "$codes" | grep -qx "$code" || fail "$code has no row in src/fact/finding.def"
done
# The check itself must find a code that nobody tests.
shown CP199 tests && fail 'the check takes any code as tested'
made CP199 && fail 'the check takes any code as found'
worded 199 && fail 'the check takes any code as worded'
[ "$n" -ge 104 ] || fail "only $n codes"
[ "$failed" = 0 ] && echo "codes: $n findings have a row, a check, words, a page and a case"
exit "$failed"
