#!/bin/sh
# pipe.sh PROGRAM: texts given by pipes, named or not: slow writers, several readers, nobody.
set -eu
program=$(realpath "$1")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
smi=$PWD/tests/files/nvidia_smi/550.163.01__table_1gpu.txt
list=$tmp/list
printf 'Package Version\n------- -------\nnumpy   2.0.0\ntorch   2.6.0\n' >"$list"
failed=0

# Writes half of a file, waits, then the rest.
slowly() {
	sleep 0.3
	n=$(($(wc -c <"$1") / 2))
	head -c "$n" "$1"
	sleep 0.3
	tail -c "+$((n + 1))" "$1"
}

# same NAME: what the pipe gave is what the file gave, but for its name, and what to ask of the file next:
# of a pipe there is nothing left.
same() {
	grep -q '^next ' "$tmp/got" && { echo "$1: is to be read once more"; failed=1; }
	sed "/^next /d; s|$smi|TEXT|g; s|$list|TEXT|g" "$tmp/want" >"$tmp/want.1"
	sed "s|$2|TEXT|g; s|$smi|TEXT|g; s|$list|TEXT|g" "$tmp/got" >"$tmp/got.1"
	cmp -s "$tmp/want.1" "$tmp/got.1" || {
		echo "$1:"
		diff "$tmp/want.1" "$tmp/got.1" | head -n 5
		failed=1
	}
}

NO_COLOR=1
export NO_COLOR
fifo=$tmp/fifo
mkfifo "$fifo"

# run NAME FILE ARGS…: with the file, a slow named pipe and /dev/stdin in the place of FILE in ARGS
run() {
	name=$1 text=$2
	shift 2
	timeout 20 "$program" "$@" "$text" >"$tmp/want" 2>&1 || :
	slowly "$text" >"$fifo" &
	timeout 20 "$program" "$@" "$fifo" >"$tmp/got" 2>&1 || :
	wait
	same "$name of a named pipe" "$fifo"
	slowly "$text" | timeout 20 "$program" "$@" /dev/stdin >"$tmp/got" 2>&1 || :
	same "$name of /dev/stdin" /dev/stdin
	slowly "$text" | timeout 20 "$program" "$@" - >"$tmp/got" 2>&1 || :
	same "$name of -" 'standard input'
}

run detect "$smi" detect --host
run suggest "$smi" suggest --host
run 'doctor --host' "$smi" doctor --pip-list "$list" --host
run 'doctor --pip-list' "$list" doctor --gpu 'RTX 5090' --driver 580 --pip-list
run 'doctor -r' "$list" doctor --gpu 'RTX 5090' --driver 580 -r
run doctor "$list" doctor
run explain "$list" explain

# One that nobody writes is empty, and is not waited for.
rc=0
timeout 10 "$program" detect --host "$fifo" >"$tmp/got" 2>&1 || rc=$?
[ "$rc" = 3 ] || { echo "a pipe that nobody writes: exit code $rc, expected 3"; failed=1; }
grep -q 'is empty' "$tmp/got" || { echo "a pipe that nobody writes: $(cat "$tmp/got")"; failed=1; }

[ "$failed" = 0 ] && echo 'pipes: done'
[ "$failed" = 0 ]
