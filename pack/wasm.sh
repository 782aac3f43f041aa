#!/bin/sh
# wasm.sh FOLDER: the program as WebAssembly (WASI preview 1), FOLDER/wasm/cudaplan, with the compiler
# and the sources that fetch.sh has put into FOLDER.
set -eu
cd "$(dirname "$0")/.."
folder=$1
zig=$(realpath "$folder")/zig/ziglang/zig
ZIG_GLOBAL_CACHE_DIR=$(realpath "$folder")/zig-cache
ZIG_LOCAL_CACHE_DIR=$ZIG_GLOBAL_CACHE_DIR
export ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR
b=$folder/wasm
cc="$zig cc -target wasm32-wasi" ar="$zig ar"

make -s -f pack/libraries.mk B="$b" SRC="$folder/src" CC="$cc" AR="$ar" SYSTEM=wasi OPT=-Os
libs=
for library in sqlite3 expat yajl yaml nettle sodium zstd z pcre2; do
	libs="$libs $b/lib/lib$library.a"
done
make -s B="$b" CC="$cc" AR="$ar" CFLAGS=-Os HARDEN= ISAL= LINK=shared WARN= SYSTEM=wasi \
	OWN="-Isrc -I$b -ffunction-sections -fdata-sections -ffile-prefix-map=$PWD=." OWNLD= \
	CPPFLAGS="-I$b/include" \
	LDFLAGS="-s -L$b/lib -Wl,-z,stack-size=1048576" LIBS="$libs -lwasi-emulated-signal -lm" "$b/cudaplan"
