#!/bin/sh
# Every allocation fails once: the program must end with a documented exit code and a sentence.
set -u
program=$1-oom
failed=0
total=0

try() {
	n=$(OOM_COUNT_FD=9 "$program" "$@" 9>&1 >/dev/null 2>/dev/null | tail -n 1)
	i=1
	step=$((n / 400 + 1))
	while [ "$i" -le "$n" ]; do
		err=$(OOM_AT=$i "$program" "$@" 2>&1 >/dev/null)
		rc=$?
		total=$((total + 1))
		case $rc in
		0 | 1 | 2) ;;
		3 | 4 | 70) [ -n "$err" ] || { echo "oom at $i of $*: exit $rc without a word"; failed=1; } ;;
		*) echo "oom at $i of $*: exit $rc: $err"; failed=1 ;;
		esac
		i=$((i + step))
	done
}

while read -r line; do
	case $line in '' | '#'*) continue ;; esac
	# shellcheck disable=SC2086
	try $line
done <tests/check/oom.list
[ "$failed" = 0 ] && echo "oom: $total failing allocations survived"
exit "$failed"
