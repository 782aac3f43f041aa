#!/bin/sh
# runtime.sh PROGRAM [DIR]: the real runtime and the real NVRTC of NVIDIA's wheels in DIR
# (nvidia_cuda_runtime*.whl, nvidia_cuda_nvrtc*.whl of CUDA 11, 12, 13; downloaded where no DIR is
# given) upon a stand-in for libcuda.
# What the runtime says of a driver's number, and what NVRTC compiles for, is NVIDIA's word here.
set -u
bin=$(cd "$(dirname "$1")" && pwd)
export PATH="$bin:$PATH" FILES="$PWD/tests/files" FAKE="$bin/fake" NO_COLOR=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -n "${2:-}" ]; then
	wheels=$(cd "$2" && pwd)
else
	wheels=$work/wheels
	for p in runtime nvrtc; do
		python3 -m pip download -q --no-deps --only-binary=:all: -d "$wheels" "nvidia-cuda-$p-cu11" \
			"nvidia-cuda-$p-cu12" "nvidia-cuda-$p"
	done
fi
. "$FILES/verify/two.env"
failed=0
ran=0

fail() {
	echo "runtime: $*"
	failed=1
}

# env_of CUDA FILE...: a venv with what the wheels hold.
env_of() {
	site=$work/$1/lib/python3.12/site-packages
	mkdir -p "$site"
	touch "$work/$1/pyvenv.cfg"
	shift
	for w; do
		[ -f "$w" ] || continue
		python3 -m zipfile -e "$w" "$site"
	done
}

# on DRIVER SM CUDA: what verify says of one GPU on a driver of that number, all PTX taken.
on() {
	printf 'version %s\nisa 99\ngpu 0\nuuid GPU-11111111-2222-3333-4444-555555555555\ncc %s\n' "$1" "$2" >"$work/c"
	FAKE_CUDA="$work/c" cudaplan verify --env "$work/$3" >"$work/out" 2>&1
	ran=$((ran + 1))
}

has() {
	grep -qF -- "$1" "$work/out" || fail "$2: lacks '$1': $(cat "$work/out")"
}

env_of 11 "$wheels"/nvidia_cuda_*_cu11-*.whl
env_of 12 "$wheels"/nvidia_cuda_*_cu12-*.whl
env_of 13 "$wheels"/nvidia_cuda_runtime-13*.whl "$wheels"/nvidia_cuda_nvrtc-13*.whl

# Too old for the runtime: 35, by NVIDIA's own word. New enough: it goes on, and stops later, since
# the stand-in has no more than this program calls.
for row in 11:10020:old 11:11040:new 11:13000:new 12:11080:old 12:12000:new 12:13000:new \
	13:12090:old 13:13000:new; do
	cuda=${row%%:*} age=${row##*:} driver=${row#*:}
	driver=${driver%:*}
	ls "$work/$cuda"/lib/*/*/nvidia/*/lib/libcudart.so.* >/dev/null 2>&1 || continue
	on "$driver" 8.6 "$cuda"
	if [ "$age" = old ]; then
		has '(35) [CP504]' "CUDA $cuda on $driver"
	else
		grep -qF '(35)' "$work/out" && fail "CUDA $cuda on $driver: too old? $(cat "$work/out")"
	fi
done

# What each NVRTC compiles for, cubin and PTX; the first and the last of them, and their neighbours.
for row in 11:3.5:yes 11:9.0:yes 11:10.0:no 12:5.0:yes 12:12.0:yes 12:3.5:no 13:7.5:yes 13:12.1:yes \
	13:7.0:no 13:6.1:no; do
	cuda=${row%%:*} answer=${row##*:} cc=${row#*:}
	cc=${cc%:*}
	ls "$work/$cuda"/lib/*/*/nvidia/*/lib/libnvrtc.so.* >/dev/null 2>&1 || continue
	on 13000 "$cc" "$cuda"
	if [ "$answer" = yes ]; then
		has 'ok  PTX, NVRTC cubin, NVRTC PTX' "NVRTC $cuda for $cc"
	else
		has '[CP522]' "NVRTC $cuda for $cc"
		has 'invalid value for --gpu-architecture' "NVRTC $cuda for $cc"
	fi
done

# The probe in PTX, by hand: whichever ptxas is here takes it.
if command -v ptxas >/dev/null; then
	for sm in 75 80 86 89 90; do
		ptxas -arch=sm_$sm -o "$work/cubin" kernels/probe.ptx || fail "ptxas for sm_$sm"
		ran=$((ran + 1))
	done
fi
[ "$ran" -gt 0 ] || fail "no wheel in $wheels, and no ptxas"
[ "$failed" = 0 ] && echo "runtime: $ran answers of NVIDIA's own libraries"
exit "$failed"
