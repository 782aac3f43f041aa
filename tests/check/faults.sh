#!/bin/sh
# faults.sh PROGRAM: each system call fails once (tests/fake/faults.c). No crash, a documented exit code, a
# sentence where there is no answer; an answer that differs from the true one says that it lacks
# something, and is no all-clear.
set -u
program=$(realpath "$1")
here=$(dirname "$program")
files=$(realpath tests/files)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export HOME="$work/home" NO_COLOR=1 LC_ALL=C.UTF-8
unset XDG_CACHE_HOME CUDA_VISIBLE_DEVICES
failed=0
total=0
if grep -q __asan_init "$program"; then
	echo 'faults: skipped: the sanitizer makes calls of its own'
	exit 0
fi
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

try() {
	FAULT_COUNT=$work/count run 0 "$@"
	true_rc=$rc
	n=$(cat count)
	i=1
	step=$((n / 250 + 1))
	while [ "$i" -le "$n" ]; do
		run "$i" "$@"
		total=$((total + 1))
		wrong=$(judged)
		[ -z "$wrong" ] || { echo "faults: at $i of $n of $*: $wrong: $(sed 1q err)"; failed=1; }
		i=$((i + step))
	done
}

machine='--gpu 4090 --driver 535 --platform linux-64'
try detect
try doctor --env env $machine
try doctor --env conda $machine
try doctor r.txt $machine
try inspect torch-2.0.0-cp39-cp39-linux_x86_64.whl
try inspect env
try explain r.txt
try suggest $machine -r r.txt
try verify --env env

[ "$failed" = 0 ] && echo "faults: $total failing calls survived"
exit "$failed"
