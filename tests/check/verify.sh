#!/bin/sh
# verify against stand-ins: every row of verify.list, eight GPUs of which one is bad, an end by
# Ctrl-C that leaves nothing.
set -u
bin=$(cd "$(dirname "$1")" && pwd)
export PATH="$bin:$PATH" FILES="$PWD/tests/files" FAKE="$bin/fake" NO_COLOR=1
# A sanitized build must leave the crashes of the stand-ins to the probe.
export ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigfpe=0:handle_sigbus=0
list=$PWD/tests/check/verify.list
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset CUDA_VISIBLE_DEVICES LD_LIBRARY_PATH CUDA_MODULE_LOADING
export CUDAPLAN_ROOT="$FILES/root/node" CUDAPLAN_NVML="$FAKE/nvml.so" CUDAPLAN_LIBCUDA="$FAKE/cuda.so"
sh "$FILES/verify/env.sh" env 12.4 "$FILES/binary/libplain.so"
failed=0

fail() {
	echo "verify: $*"
	failed=1
}

# A machine with one RTX 3090; the lines of the driver and of the GPU come from a row.
script() {
	echo "version 12040"
	echo "$1" | tr ';' '\n'
	printf 'isa 84\ngpu 0\nname NVIDIA GeForce RTX 3090\nuuid GPU-11111111-2222-3333-4444-555555555555\n'
	echo "$2" | tr ';' '\n'
	echo 'cc 8.6'
}


sed -n '1,/^gpu 1/p' "$FILES/verify/two.nvml" | sed '$d' >one.nvml
export FAKE_NVML="$work/one.nvml"

start() {
	{
		case $2 in version*) script "$2" "$3" | sed 1d ;; isa*) script "$2" "$3" | sed '/^isa 84/d' ;; *)
			case $3 in cc*) script "$2" "$3" | sed '$d' ;; *) script "$2" "$3" ;; esac ;; esac
	} >"$1.cuda"
	FAKE_CUDA="$work/$1.cuda" cudaplan verify --env env --timeout 3 >"$1.out" 2>"$1.err"
	echo $? >"$1.rc"
}

n=0
while IFS='|' read -r driver gpu code finding text; do
	case $driver$gpu$code in '' | '#'*) continue ;; esac
	n=$((n + 1))
	case $driver$gpu in
	*hang* | *deaf*) start "$n" "$driver" "$gpu" & ;;
	*) start "$n" "$driver" "$gpu" ;;
	esac
done <"$list"
wait

n=0
while IFS='|' read -r driver gpu code finding text; do
	case $driver$gpu$code in '' | '#'*) continue ;; esac
	n=$((n + 1))
	[ "$(cat "$n.rc")" = "$code" ] || fail "$driver|$gpu: exit $(cat "$n.rc"), not $code: $(cat "$n.out" "$n.err")"
	grep -qF -- "$text" "$n.out" || fail "$driver|$gpu: lacks '$text': $(cat "$n.out")"
	[ -z "$finding" ] || grep -qF "[$finding]" "$n.out" || fail "$driver|$gpu: lacks $finding: $(cat "$n.out")"
	[ ! -s "$n.err" ] || fail "$driver|$gpu: $(cat "$n.err")"
done <"$list"

# One bad GPU of eight is one bad line.
sh "$FILES/verify/eight.sh" eight.cuda 'error launch 719'
sh "$FILES/verify/env.sh" plain 12.4
FAKE_NVML=/nonexistent CUDAPLAN_NVML=/nonexistent FAKE_CUDA="$work/eight.cuda" FAKE_CUDART=12040 \
	cudaplan verify --env plain >eight.out 2>&1
[ $? = 1 ] || fail "eight GPUs: exit code"
grep -q '^7 of 8 GPUs passed' eight.out || fail "eight GPUs: $(cat eight.out)"
grep -q '^error     GPU 5: .*(719) \[CP519\]' eight.out || fail "eight GPUs: $(cat eight.out)"
[ "$(grep -c '^GPU' eight.out)" = 8 ] || fail "eight GPUs: $(cat eight.out)"

# Ctrl-C: the program dies of the signal, and so do its children.
script '' 'deaf launch' >int.cuda
FAKE_CUDA="$work/int.cuda" cudaplan verify --env env >int.out 2>&1 &
pid=$!
tries=0
until grep -lsF "$work/int.cuda" /proc/[0-9]*/environ | wc -l | grep -q '^[2-9]' || [ $tries = 50 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
sleep 0.3
kill -TERM $pid
wait $pid 2>/dev/null
[ $? = 143 ] || fail "Ctrl-C: not ended by the signal"
sleep 0.1
left=$(grep -lsF "$work/int.cuda" /proc/[0-9]*/environ)
[ -z "$left" ] || fail "Ctrl-C leaves $left"
[ ! -s int.out ] || fail "Ctrl-C: half an answer: $(cat int.out)"

# The same while nvcc compiles, also one that closes what it inherits: its folder goes too, and what
# nvcc started.
script '' '' >nvcc.cuda
mkdir tmp
for closes in '' 1; do
	TMPDIR=$work/tmp FAKE_NVCC_HANGS=1 FAKE_NVCC_CLOSES=$closes FAKE_CUDA="$work/nvcc.cuda" \
		timeout -k 1 20 cudaplan verify --env env --nvcc "$FILES/verify/nvcc.sh" >int.out 2>&1 &
	pid=$!
	tries=0
	until ls tmp/*/left-over >/dev/null 2>&1 || [ $tries = 50 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	kill -INT $pid 2>/dev/null
	kill -TERM $pid
	wait $pid 2>/dev/null
	[ -z "$(ls tmp)" ] || fail "an end while nvcc compiles leaves $(ls -R tmp)"
	left=$(grep -lsF "$work/nvcc.cuda" /proc/[0-9]*/environ)
	[ -z "$left" ] || fail "an end while nvcc compiles leaves $left"
done
# What a killed process left goes with the next one; what a living or another one has does not.
mkdir "tmp/cudaplan-999999999-abcdef" "tmp/cudaplan-$$-abcdef" tmp/cudaplan-999999998-abcdef tmp/other-1
: >tmp/cudaplan-999999999-abcdef/probe.cu
touch -d '2 hours ago' tmp/cudaplan-999999999-abcdef "tmp/cudaplan-$$-abcdef" tmp/other-1
TMPDIR=$work/tmp FAKE_NVCC_HANGS=1 FAKE_NVCC_CLOSES=1 FAKE_CUDA="$work/nvcc.cuda" timeout -k 1 20 \
	cudaplan verify --env env --timeout 1 --nvcc "$FILES/verify/nvcc.sh" >int.out 2>&1
[ $? -lt 3 ] || fail "an nvcc that closes what it inherits outlives the limit: $(cat int.out)"
[ "$(ls tmp | sort)" = "$(printf '%s\n' "cudaplan-$$-abcdef" cudaplan-999999998-abcdef other-1 | sort)" ] ||
	fail "folders of killed processes: $(ls tmp)"

[ "$failed" = 0 ] && echo "verify: $n situations are told apart"
exit "$failed"
