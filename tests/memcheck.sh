#!/bin/sh
# memcheck.sh FOLDER: unit tests and a run of each kind of command under valgrind. Children that
# unit tests start end in their own ways, with what they had: only their invalid accesses count.
set -eu
b=$1
logs=$b/memcheck
rm -rf "$logs"
mkdir -p "$logs"

# watched COMMAND…: fails with what valgrind found. The command's own exit code does not matter.
watched() {
	valgrind -q --leak-check=full --errors-for-leak-kinds=definite --log-file="$logs/%p" "$@" \
		>"$logs/out" 2>&1 &
	parent=$!
	wait "$parent" || :
	bad=$(grep -lE 'Invalid|uninitialised|Mismatched|overlap in' "$logs"/[0-9]* || :)
	[ ! -s "$logs/$parent" ] || bad="$bad $logs/$parent"
	[ -z "$bad" ] || {
		# shellcheck disable=SC2086
		cat $bad
		echo "memcheck: $*"
		exit 1
	}
	rm -f "$logs"/[0-9]*
}

watched "$b/unit/all"
! grep 'FAILED' "$logs/out" || exit 1
grep -v '^#' tests/check/oom.list | while read -r line; do
	# shellcheck disable=SC2086
	[ -z "$line" ] || watched "$b/cudaplan" $line
done
# Rows that begin with the name of the row before.
watched "$b/cudaplan" detect --host tests/files/host/keys_sinfo.txt
echo 'memcheck: nothing found'
