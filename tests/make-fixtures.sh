#!/bin/sh
# make-fixtures.sh: makes tests/files/binary anew with nvcc and binutils. The results are committed,
# so that a machine without CUDA runs all tests; what each holds is written in *.want beside it.
set -eu
nvcc=${NVCC:-nvcc}
out=tests/files/binary
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# make NAME WANT FLAGS...: a shared library of kernels/add.cu
make() {
	name=$1
	want=$2
	shift 2
	"$nvcc" -Xcompiler -fPIC "$@" -c -o "$work/$name.o" kernels/add.cu
	gcc -shared -nostdlib -Wl,-soname,"$name" -Wl,--build-id=sha1 -o "$work/$name" "$work/$name.o" \
		-Wl,--unresolved-symbols=ignore-all
	strip -o "$out/$name" "$work/$name"
	printf '%s\n' "$want" >"$out/$name.want"
}

gen() {
	printf -- '-gencode=arch=compute_%s,code=%s ' "$1" "$2"
}

# shellcheck disable=SC2046
{
	make libplain.so 'sass 80' $(gen 80 sm_80) --no-compress
	make libsuffix.so 'sass 80 90a 100f 120' $(gen 80 sm_80) $(gen 90a sm_90a) \
		$(gen 100f sm_100f) $(gen 120 sm_120) -Xfatbin -compress-all
	make libptx.so 'sass 75; ptx 90:9.0' $(gen 75 sm_75) $(gen 90 compute_90)
	make liblz4.so 'sass 75 86; ptx 86:9.0' $(gen 75 sm_75) $(gen 86 sm_86) \
		$(gen 86 compute_86) --compress-mode=speed -Xfatbin -compress-all
	make libzstd.so 'sass 75 86; ptx 86:9.0' $(gen 75 sm_75) $(gen 86 sm_86) \
		$(gen 86 compute_86) --compress-mode=size
	make libline.so 'sass 89' $(gen 89 sm_89) -lineinfo
	make libdebug.so 'sass 90' $(gen 90 sm_90) -G
	"$nvcc" -Xcompiler -fPIC $(gen 90 sm_90) -c -o "$work/stub.o" kernels/add.cu
	"$nvcc" -Xcompiler -fPIC -shared --cudart=none -o "$work/libstub.so" "$work/stub.o"
	strip -o "$out/libstub.so" "$work/libstub.so"
	echo 'sass 90' >"$out/libstub.so.want"
	"$nvcc" -Xcompiler -fPIC -rdc=true $(gen 80 sm_80) $(gen 90 sm_90) -c -o "$work/rdc.o" \
		kernels/add.cu
	rm -f "$out/librdc.a"
	ar rcD "$out/librdc.a" "$work/rdc.o" "$work/stub.o"
	echo 'sass 90' >"$out/librdc.a.want"
	"$nvcc" -arch=sm_80 -cubin -o "$out/add.cubin" kernels/add.cu
	echo 'sass 80' >"$out/add.cubin.want"
	"$nvcc" -arch=compute_90 -ptx -o "$out/add.ptx" kernels/add.cu
	echo 'ptx 90:9.0' >"$out/add.ptx.want"
	"$nvcc" $(gen 75 sm_75) $(gen 120 compute_120) -fatbin -o "$out/add.fatbin" kernels/add.cu
	echo 'sass 75; ptx 120:9.0' >"$out/add.fatbin.want"
	"$nvcc" $(gen 80 sm_80) $(gen 90 lto_90) -fatbin -o "$out/lto.fatbin" kernels/add.cu
	echo 'sass 80; lto 90' >"$out/lto.fatbin.want"
}
# the same file after its run path was changed, as wheels are
cp "$out/libzstd.so" "$work/patched.so"
if command -v patchelf >/dev/null; then
	patchelf --add-needed libcudart.so.13 "$work/patched.so"
	# shellcheck disable=SC2016
	patchelf --set-rpath '$ORIGIN/../../nvidia/cudnn/lib' "$work/patched.so"
	cp "$work/patched.so" "$out/libpatched.so"
	cp "$out/libzstd.so.want" "$out/libpatched.so.want"
fi
# what Windows has, around the device code of a fatbin
cc -std=gnu11 -D_GNU_SOURCE -o "$work/make-pe" tests/make-pe.c
"$work/make-pe" "$out/add.fatbin" >"$out/cudart64_12.dll"
cp "$out/add.fatbin.want" "$out/cudart64_12.dll.want"
# libraries that answer with a version, for x86-64
answering() {
	cc -std=gnu11 -O2 -fPIC -shared -nostdlib -s -fno-asynchronous-unwind-tables \
		-Wl,--hash-style=gnu,-z,max-page-size=4096,-z,noseparate-code,--build-id=none \
		-Wl,-soname,"$1" $2 -o "$out/$1" "$out/answer.c"
}
if [ "$(uname -m)" = x86_64 ]; then
	answering libcurand.so.10 ''
	answering libcudart-6d56b25a.so.11.0 -DRUNTIME
fi
ls -l "$out"
