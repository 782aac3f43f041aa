#!/bin/sh
# needs.sh FOLDER TORCH CUDA ABI: an environment with a torch and an extension "xformers" that was
# linked against the CUDA runtime of that soname ("-": none) and calls torch by that C++ ABI (new,
# old); the torch in it has the new one. The libraries are as small as a linker makes them.
set -eu
site=$1/lib/python3.11/site-packages
mkdir -p "$1/bin" "$site/torch/lib" "$site/xformers"
printf 'home = /usr/bin\nversion = 3.11.2\n' >"$1/pyvenv.cfg"

# record NAME VERSION FILES…
record() {
	info=$site/$1-$2.dist-info
	mkdir -p "$info"
	printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "$1" "$2" >"$info/METADATA"
	echo pip >"$info/INSTALLER"
	shift 2
	printf '%s,,\n' "$@" >"$info/RECORD"
}

new=_ZN3c105ErrorC2ENS_14SourceLocationENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
old=_ZN3c105ErrorC2ENS_14SourceLocationESs
shared() {
	cc -shared -fPIC -nostdlib -Wl,--hash-style=gnu -x c - -o "$@"
}
echo "void f(void) __asm__(\"$new\"); void f(void) {}" | shared "$site/torch/lib/libc10.so"
for name in torch_cpu torch_python; do
	echo 'int x;' | shared "$site/torch/lib/lib$name.so"
done
[ "$4" = new ] && call=$new || call=$old
set -- "$1" "$2" "$3"
extension=$site/xformers/_C.so
text="void f(void) __asm__(\"$call\"); void g(void) { f(); }"
if [ "$3" = - ]; then
	echo "$text" | shared "$extension"
else
	echo 'int r;' | shared "$1/libcudart.so" "-Wl,-soname,$3"
	echo "$text" | shared "$extension" -Wl,--no-as-needed -L"$1" -lcudart
fi
record torch "$2" torch/lib/libc10.so torch/lib/libtorch_cpu.so torch/lib/libtorch_python.so
record xformers 0.0.29.post3 xformers/_C.so
