#!/bin/sh
# No all-clear without having looked: of every sample, whole and without what it is recognised by,
# doctor says that nothing is wrong only where it judged something, and where a line that names
# torch was taken by nobody it is among not_judged: each form is given one more that nobody knows.
#
# unread.sh PROGRAM [FOLDER...]
set -eu
program=$(realpath "$1")
shift
forms=tests/files/doctor/forms

[ $# -gt 0 ] || set -- tests/files/env tests/files/doctor tests/files/doctor/fix "$forms"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=0 failed=0

# What is left of a text when its head, its headings, its brackets or its signs are gone.
drop() {
	case $1 in
	whole) cat "$2" ;;
	first) sed 1d "$2" ;;
	heads) sed '/^\[/d; /^[A-Za-z_-]*:[[:space:]]*$/d; /^#/d; /^-*  *-*/d' "$2" ;;
	pins) sed 's/==/ /g; s/[<>~]=/ /g' "$2" ;;
	name) { echo 'name: x'; cat "$2"; } ;;
	spaced) tr '=:' '  ' <"$2" ;;
	esac
}

# The text with a line that names torch in words that no reader knows.
plant() {
	cat "$1"
	case $1 in
	*.toml) printf '\n[tool.nobody]\nwith = ["torch==2.0.0"]\n' ;;
	*.yml) printf '\nx-nobody: torch==2.0.0\n' ;;
	*) printf '\nnobody --with torch==2.0.0\n' ;;
	esac
}

# Locks are read as a whole: of them every line is of a package or belongs to one.
judge_planted() {
	"$program" doctor --json --gpu 'RTX 4090' --driver 580 --platform linux-64 "$work/x/$1" \
		>"$work/out" 2>"$work/err" || true
	cases=$((cases + 1))
	if ! sed 's/.*"not_judged"://' "$work/out" | grep -q 'torch==2\.0\.0'; then
		echo "unread: $1: a line that nobody knows is neither judged nor said"
		failed=$((failed + 1))
	fi
}

judge() {
	rc=0
	"$program" doctor --json --gpu 'RTX 4090' --driver 580 --platform linux-64 "$work/x/$2" \
		>"$work/out" 2>"$work/err" || rc=$?
	cases=$((cases + 1))
	case $rc in
	1 | 3) return 0 ;;
	0) ;;
	*)
		echo "unread: $2 ($1): exit code $rc: $(head -n 1 "$work/err")"
		failed=$((failed + 1))
		return 0
		;;
	esac
	if ! grep -q '"not_judged":\[' "$work/out"; then
		echo "unread: $2 ($1): it is not said what was judged"
		failed=$((failed + 1))
	elif grep -q '"packages":0,"lines":0,"requirements":0,"settings":0' "$work/out" &&
		grep -q '"findings":\[\]' "$work/out" && grep -q '"not_judged":\[\]' "$work/out" &&
		grep -q '"others":0' "$work/out" && grep -Eqi 'torch|cuda' "$work/x/$2"; then
		echo "unread: $2 ($1): an all-clear, and nothing was judged"
		failed=$((failed + 1))
	fi
}

mkdir "$work/x"
for file in $(find "$@" -maxdepth 1 -type f | LC_ALL=C sort); do
	[ "$(wc -c <"$file")" -lt 300000 ] || continue
	name=$(basename "$file")
	for how in whole first heads pins name spaced; do
		drop "$how" "$file" >"$work/x/$name" 2>/dev/null
		[ ! -s "$work/x/$name" ] || judge "$how" "$name"
	done
	rm -f "$work/x/$name"
done
for file in "$forms"/*; do
	name=$(basename "$file")
	case $name in
	*lock*) continue ;;
	esac
	plant "$file" >"$work/x/$name"
	judge_planted "$name"
done
echo "unread: $cases texts, $failed with an all-clear that was not earned"
[ "$failed" = 0 ]
