#!/bin/sh
# Runs the examples of the manual pages: in a literal block "$ command" is followed by what the
# command prints with the frozen matrix.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
sh tests/frozen.sh "$1" "$work/bin"
n=0

# Every example becomes a numbered script and the text that it must print.
split() {
	awk -v dir="$work" '
	/^\.Bd -literal/ { inside = 1; next }
	/^\.Ed/ { inside = more = 0; next }
	!inside { next }
	{ gsub(/\\e/, "\\"); gsub(/\\&/, "") }
	/^\$ / { n++; sub(/^\$ /, ""); printf "" > (dir "/" n ".want"); script = 1 }
	script || more { print > (dir "/" n ".sh"); more = /\\$/; script = 0; next }
	n { print > (dir "/" n ".want") }
	END { print n + 0 }' "$1"
}

for page in man/*.[1-9]; do
	rm -f "$work"/*.sh "$work"/*.want
	count=$(split "$page")
	i=1
	while [ "$i" -le "$count" ]; do
		(cd "$work" && env -i PATH="$work/bin:$PATH" sh "$i.sh" >"$i.got" 2>"$i.err") || :
		cmp -s "$work/$i.want" "$work/$i.got" || {
			echo "examples: $page, example $i:"
			cat "$work/$i.sh"
			diff "$work/$i.want" "$work/$i.got" || cat "$work/$i.err"
			exit 1
		}
		i=$((i + 1))
		n=$((n + 1))
	done
done
echo "examples: $n ran"
