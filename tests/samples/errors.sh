#!/bin/sh
# errors.sh PROGRAM SAMPLES: messages that real users saw; the first meaning is of the labelled
# class. Some messages have causes that only the thread tells: they count as known, not as right.
set -eu
program=$1
list=$2/field/errors.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
right=0 known=0 total=0

while IFS='	' read -r id class level message rest; do
	[ "$id" != id ] || continue
	: "$level" "$rest"
	total=$((total + 1))
	printf 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n%s\n$ \n' \
		"$message" >"$work/text"
	"$program" explain --json --gpu none "$work/text" >"$work/out" 2>/dev/null || {
		echo "errors: $id is not known"
		continue
	}
	known=$((known + 1))
	found=$(sed -n 's/^[^{]*{[^{]*{[^{]*"class":"\([^"]*\)".*/\1/p' "$work/out")
	[ "$found" = "$class" ] && right=$((right + 1)) || echo "errors: $id is $class, found $found"
done <"$list"
echo "errors: $total messages, $known known, $right of the labelled class"
[ "$known" = "$total" ] && [ $((right * 100)) -ge $((total * 95)) ]
