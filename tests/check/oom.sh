#!/bin/sh
# Every allocation fails once: the program must end with a documented exit code and a sentence; see tests/oom.c.
set -u
work=$(mktemp)
trap 'rm -f "$work"' EXIT
grep -v -e '^#' -e '^$' tests/check/oom.list | while read -r line; do
	# shellcheck disable=SC2086
	"$1-oom" $line || echo "oom: $line: exit $?"
done >"$work"
! grep -v '^[0-9]*$' "$work" || exit 1
awk '{ n += $1 } END { print "oom: " n " failing allocations survived"; exit n < 100 }' "$work"
