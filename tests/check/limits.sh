#!/bin/sh
# limits.sh PROGRAM: little stack, few descriptors, few processes. Nothing may crash, nor blame what
# it could not look at.
set -u
program=$(realpath "$1")
files=$(realpath tests/files)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
	echo "limits: $*"
	failed=1
}

# The sanitizer's own frames are larger.
small() {
	# shellcheck disable=SC3045 # dash, bash, ksh and busybox have it
	(ulimit -s 128; exec "$program" "$@") >out 2>&1 </dev/null
	[ $? -lt 70 ] || fail "with 128 KiB of stack: $*"
}
if ! grep -q __asan_init "$program"; then
	cp "$program" torch-2.0.0-cp39-cp39-linux_x86_64.whl
	small inspect "$program"
	small inspect torch-2.0.0-cp39-cp39-linux_x86_64.whl
	small inspect --compare "$program" "$program"
	small suggest --gpu 'RTX 4090' --driver 550
	small explain 'no kernel image is available'
	small matrix sm=61
	for f in "$files"/env/* "$files"/host/*; do
		small doctor "$f" --gpu 'RTX 4090' --driver 550
		small detect --host "$f"
		small explain "$f"
	done
fi

# shellcheck disable=SC3045
(ulimit -n 12; exec "$program" verify) >out 2>&1 </dev/null
[ $? = 4 ] && grep -q 'ulimit -n' out || fail "verify with few descriptors: $(head -n 1 out)"

[ "$failed" = 0 ] && echo 'limits: little stack, few descriptors'
exit "$failed"
