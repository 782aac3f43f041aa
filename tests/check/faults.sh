#!/bin/sh
# faults.sh PROGRAM: each system call fails once (tests/fake/faults.c); what is written does not arrive,
# descriptors are few, a signal comes, the clock is wrong, the home is another's. No crash, a documented
# exit code, a sentence where there is no answer; an answer that differs from the true one says that it
# lacks something, and is no all-clear.
set -u
program=$(realpath "$1")
here=$(dirname "$program")
files=$(realpath tests/files)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export HOME="$work/home" NO_COLOR=1 LC_ALL=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin
unset XDG_CACHE_HOME CUDA_VISIBLE_DEVICES PYENV_ROOT
failed=0
total=0
# A sanitizer is slow, and makes calls of its own, which may fail, too: of each command some calls are drawn.
drawn=$(! grep -q __asan_init "$program" || echo 12)
mkdir -p root/proc/driver/nvidia home env/bin env/lib/python3.11/site-packages
: >env/bin/python3
for p in torch-2.1.0+cpu torchvision-0.10.0 numpy-2.0.0; do
	d=env/lib/python3.11/site-packages/$p.dist-info
	mkdir "$d"
	printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "${p%%-*}" "${p#*-}" >"$d/METADATA"
done
mkdir -p conda/conda-meta
printf '{"name":"pytorch","version":"2.3.1","build":"py3.10_cpu_0","channel":"pytorch","depends":[],"files":[]}' \
	>conda/conda-meta/pytorch.json
printf 'torch==2.3.0+cpu\ntorchvision==0.1\n-r more.txt\n' >r.txt
printf 'xformers==0.0.20\n' >more.txt
cp "$files/binary/libsuffix.so" torch-2.0.0-cp39-cp39-linux_x86_64.whl

# run NUMBER WORDS...: into out, err and rc
run() {
	at=$1
	shift
	timeout 20 env FAULT_AT="$at" LD_PRELOAD="$here/fake/faults.so" "$program" "$@" >out 2>err </dev/null
	rc=$?
}

# What is wrong with the run, compared with the true one.
judged() {
	case $rc in
	0 | 1 | 2) ;;
	3 | 4 | 70) [ -s err ] || echo "exit $rc without a word" ;;
	*) echo "exit $rc" ;;
	esac
	[ "$rc" != 0 ] || [ "$true_rc" = 0 ] || [ -s err ] ||
		grep -qE 'not (judged|read|known|there)|cannot|unread|could not' out ||
		echo "exit 0 instead of $true_rc, and no word of what failed"
}

# Which of so many calls fail: each; of very many every second, or third.
places() {
	[ -n "$drawn" ] || { seq 1 $(($1 / 250 + 1)) "$1"; return; }
	awk -v n="$1" -v most="$drawn" -v seed="$((${SEED:-1} + total))" \
		'BEGIN { srand(seed); for (i = 0; i < most; i++) print 1 + int(rand() * n) }'
}

wrong() {
	echo "faults: $*: $(sed 1q err)"
	failed=1
}

try() {
	FAULT_COUNT=$work/count run 0 "$@"
	true_rc=$rc
	n=$(cat count)
	for i in $(places "$n"); do
		run "$i" "$@"
		total=$((total + 1))
		wrong=$(judged)
		[ -z "$wrong" ] || wrong "at $i of $n of $*: $wrong"
	done
}

# What is written goes nowhere: a full disk, a closed descriptor. Nobody reads it: that is no fault.
writes() {
	total=$((total + 4))
	[ -s true.out ] || return 0
	timeout 20 "$program" "$@" >/dev/full 2>err </dev/null
	[ $? = 4 ] && grep -q 'standard output' err || wrong "a full disk: $*"
	timeout 20 "$program" "$@" >&- 2>err </dev/null
	[ $? = 4 ] && grep -q 'standard output' err || wrong "no standard output: $*"
	timeout 20 "$program" "$@" 2>&- >out </dev/null
	rc=$?
	[ "$rc" = "$true_rc" ] || [ "$rc" = 4 ] || wrong "no standard error: exit $rc: $*"
	{ sleep 0.05; timeout 20 "$program" "$@" 2>err </dev/null; echo $? >rc; } | true
	rc=$(cat rc)
	{ [ "$rc" = 141 ] || [ "$rc" = "$true_rc" ]; } && [ ! -s err ] || wrong "a reader that is gone: exit $rc: $*"
}

# Of its own a program has three; ld.so takes a fourth.
descriptors() {
	for few in 4 5 6 8; do
		total=$((total + 1))
		# shellcheck disable=SC3045 # dash, bash, ksh and busybox have it
		(ulimit -n $few && exec timeout 20 "$program" "$@") >out 2>err </dev/null
		rc=$?
		wrong=$(judged)
		[ -z "$wrong" ] || wrong "$few descriptors: $*: $wrong"
	done
}

# Whatever ends it, what was written is nothing or all.
signals() {
	for signal in HUP INT QUIT TERM; do
		for delay in 0.001 0.002 0.003 0.005 0.008; do
			total=$((total + 1))
			timeout -s $signal $delay "$program" "$@" >out 2>err </dev/null
			rc=$?
			[ $rc = 124 ] || [ $rc = "$true_rc" ] || wrong "$signal after $delay s: exit $rc: $*"
			[ ! -s out ] || cmp -s out true.out || wrong "$signal after $delay s: half an answer: $*"
		done
	done
}

# 1970, 2001, 2100: what is said of the age of the matrix goes to standard error.
clocks() {
	for second in 0 1000000000 4102444800; do
		total=$((total + 1))
		FAULT_CLOCK=$second LD_PRELOAD="$here/fake/faults.so" timeout 20 "$program" "$@" >out 2>err </dev/null
		rc=$?
		[ $rc = "$true_rc" ] && cmp -s out true.out || wrong "the clock at $second: exit $rc: $*"
	done
}

# The home of somebody else.
homes() {
	[ "$(id -u)" = 0 ] || return 0
	total=$((total + 1))
	HOME=$work/others setpriv --reuid=54321 --regid=54321 --clear-groups timeout 20 "$work/cudaplan" "$@" \
		>out 2>err </dev/null
	rc=$?
	wrong=$(judged)
	[ -z "$wrong" ] || wrong "a home that is not read: $*: $wrong"
	[ $rc != "$true_rc" ] || cmp -s out true.out || grep -qE 'not (judged|read)|cannot' out err ||
		wrong "a home that is not read gives another answer: $*: $(diff true.out out | sed -n 2p)"
}

machine='--gpu 4090 --driver 535 --platform linux-64'
mkdir others tmp
cp "$program" cudaplan
chmod 755 . cudaplan
chmod 700 others
export TMPDIR="$work/tmp"
while read -r words; do
	# shellcheck disable=SC2086 # words of a command
	set -- $words
	"$program" "$@" >true.out 2>true.err </dev/null
	try "$@"
	for what in writes descriptors signals clocks homes; do $what "$@"; done
done <<END
detect
doctor --env env $machine
doctor --env conda $machine
doctor r.txt $machine
inspect torch-2.0.0-cp39-cp39-linux_x86_64.whl
inspect env
explain r.txt
suggest $machine -r r.txt
verify --env env
END
left=$(ls -A tmp home others)
[ "$left" = "$(printf 'home:\n\nothers:\n\ntmp:')" ] || wrong "something is left: $left"

[ "$failed" = 0 ] && echo "faults: $total failing calls survived"
exit "$failed"
