#!/bin/sh
# memcheck.sh FOLDER: unit tests and a run of each kind of command under valgrind.
set -eu
b=$1
vg="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"
$vg "$b/unit/all" >/dev/null
grep -v '^#' tests/check/oom.list | while read -r line; do
	[ -n "$line" ] || continue
	rc=0
	# shellcheck disable=SC2086
	$vg "$b/cudaplan" $line >/dev/null 2>"$b/memcheck.log" || rc=$?
	[ "$rc" != 99 ] || { cat "$b/memcheck.log"; echo "memcheck: cudaplan $line"; exit 1; }
done
echo 'memcheck: nothing found'
