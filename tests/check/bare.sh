#!/bin/sh
# bare.sh PROGRAM: the main jobs in a root that holds the program, its C library, the texts and nothing
# else: no /proc, /dev, /tmp, no shell, home, locale or variable, a user without a name, 30 MB of address
# space. What they say is what they say outside. A static program also says there what it cannot ask.
set -u
program=$(realpath "$1")
files=$(realpath tests/files)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
n=0
if grep -q __asan_init "$program"; then
	echo 'bare: skipped: the sanitizer takes more than that'
	exit 0
fi
if [ "$(id -u)" != 0 ]; then
	echo 'bare: skipped: only root changes the root'
	exit 0
fi

fail() {
	echo "bare: $*"
	failed=1
}

root=$work/root
site=$root/in/env/lib/python3.11/site-packages
mkdir -p "$site/torch-2.1.0+cpu.dist-info" "$root/in/env/bin"
cp "$program" "$root/cudaplan"
ldd "$program" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do
	mkdir -p "$root${library%/*}"
	cp -L "$library" "$root$library"
done
: >"$root/in/env/bin/python3"
printf 'Metadata-Version: 2.1\nName: torch\nVersion: 2.1.0+cpu\n' >"$site/torch-2.1.0+cpu.dist-info/METADATA"
printf 'torch==2.3.0+cpu\ntorchvision==0.1\n' >"$root/in/r.txt"
cp "$files/binary/libsuffix.so" "$root/in/torch-2.0.0-cp39-cp39-linux_x86_64.whl"
cp "$files/nvidia_smi/340.108__table_2gpu_longname.txt" "$root/in/smi.txt"
echo 'RuntimeError: CUDA error: no kernel image is available for execution on the device' >"$root/in/log"
chmod -R go+rX "$root"

# Nothing of a variable is left either; env is left outside.
inside() {
	# shellcheck disable=SC3045 # dash, bash, ksh and busybox have it
	(ulimit -v "$room" && exec env -i "$(command -v chroot)" --userspec=54321:54321 "$root" /cudaplan "$@") \
		>"$work/in" 2>"$work/in.err" </dev/null
}
outside() {
	(cd "$root" && exec env -i HOME=/nonexistent "$program" "$@") >"$work/out" 2>"$work/out.err" </dev/null
}

# job EXIT ARGUMENTS...: whatever this machine has does not show in it.
room=30000
job() {
	want=$1
	shift
	n=$((n + 1))
	inside "$@"
	rc=$?
	[ "$rc" = "$want" ] || fail "exit $rc, not $want: $*: $(head -n 2 "$work/in.err")"
	[ -s "$work/in" ] || fail "says nothing: $*"
	outside "$@"
	rc=$?
	[ "$rc" = "$want" ] || fail "outside: exit $rc, not $want: $*"
	cmp -s "$work/in" "$work/out" || fail "$*: $(diff "$work/in" "$work/out" | head -n 4)"
}

job 0 --version
job 0 --help
job 0 suggest --gpu 'RTX 4090' --driver 550.54.15 --platform linux-64 --glibc 2.35 --python 3.12
job 0 suggest --gpu 'RTX 4090' --driver 550.54.15 --platform linux-64 --python 3.12 --json
job 0 suggest --gpu 'RTX 4090' --driver 550.54.15 --platform linux-64 --python 3.12 --emit uv
job 0 detect --host in/smi.txt
job 1 suggest --host in/smi.txt
job 1 doctor -r in/r.txt --gpu 'RTX 4090' --driver 550 --platform linux-64
job 1 doctor --env in/env --gpu 'RTX 4090' --driver 550 --platform linux-64
job 0 inspect in/torch-2.0.0-cp39-cp39-linux_x86_64.whl
job 0 explain in/log
job 0 matrix sm=61
job 0 match 'pytorch >=2' pytorch-2.3.1-py3.10_cuda12.1_cudnn8.9.2_0
inside detect || fail "detect of nothing: exit $?: $(cat "$work/in.err")"

# Where the kernel tells of two GPUs, a static program says what only libraries tell, and runs nothing.
if ! readelf -lW "$program" | grep -qw INTERP; then
	cp -R "$files/root/full/proc" "$files/root/full/sys" "$root"
	inside detect || fail "detect: exit $?"
	grep -qF 'static and loads no libraries: what only' "$work/in" || fail "detect: $(cat "$work/in")"
	inside verify
	[ $? = 4 ] && grep -qF 'static and loads no libraries, so' "$work/in.err" || fail "verify: $(cat "$work/in.err")"
fi

[ "$failed" = 0 ] && echo "bare: $n jobs said the same with nothing around them"
exit "$failed"
