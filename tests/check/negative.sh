#!/bin/sh
# negative.sh [WORDS]: a sentence that says that something is not there stands in negative.list,
# with the file that says it and the question whether the list that was looked through is whole.
# What says itself that it is of what is known needs no row. A new one fails until it has its row.
set -u
words=${1:-src/show/words.def}
case $words in *.def) ;; *) words=src/show/words.def ;; esac
list=tests/check/negative.list
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
	echo "negative: $*"
	failed=1
}

# Each sentence on a line, behind its form.
awk '
	/^(WORDS|WORDS_COUNT|CODE)\(/ {
		form = $0
		sub(/^[A-Z_]*\(/, "", form)
		sub(/[,)].*/, "", form)
		if ($0 ~ /^CODE/)
			form = "CP" form
	}
	form != "" {
		line = $0
		gsub(/\\"/, "", line)
		while (match(line, /(N_\()?"[^"]*"/)) {
			piece = substr(line, RSTART, RLENGTH)
			line = substr(line, RSTART + RLENGTH)
			if (piece ~ /^N_/ && text != "")
				print form "\t" text
			if (piece ~ /^N_/)
				text = ""
			sub(/^(N_\()?"/, "", piece)
			sub(/"$/, "", piece)
			text = text piece
		}
	}
	/\)\)$/ && form != "" {
		print form "\t" text
		text = form = ""
	}' "$words" >"$work/sentences"

no='there (is|are) no|[[:space:]]no (one )?(torch|build|wheel|release|file|channel)( |$)'
no="$no|ha(s|ve) no (CUDA )?(build|file|release|code)|never (existed|had|was)"
no="$no|(is|was) published|nothing is built|takes no torch|[[:space:]]not for Python"
grep -iE "$no" "$work/sentences" | grep -vE '(is|are) (not )?known|that is known' |
	cut -f 1 | sort -u >"$work/negative"
[ "$(wc -l <"$work/negative")" -gt 40 ] || fail "too few sentences were found in $words"
grep -v '^#' "$list" | cut -f 1 | sort >"$work/listed"

for form in $(comm -23 "$work/negative" "$work/listed"); do
	fail "$form says that something is not there, and has no row in $list"
done
for form in $(comm -13 "$work/negative" "$work/listed"); do
	fail "$form of $list says no such thing"
done
grep -v '^#' "$list" >"$work/rows"
while IFS='	' read -r form file question why; do
	if [ "$question" = - ]; then
		[ -n "$why" ] || fail "$form: neither a question nor why there is none"
		continue
	fi
	grep -qw "$question" "$file" || fail "$form: $file does not ask $question"
	case $form in
	NO_SUCH | NO_CUDA | NO_PYTHON) grep -qw instead_unknown "$file" ;;
	*) grep -qw "$form" "$file" ;;
	esac || fail "$form: $file does not say it"
done <"$work/rows"
[ "$failed" = 0 ] && echo "negative: $(wc -l <"$work/negative") sentences ask, or need not"
[ "$failed" = 0 ]
