#!/bin/sh
# program.sh FOLDER TARGET [GOAL...]: the program for a row of targets.csv as FOLDER/TARGET/cudaplan,
# with the compiler and the sources that fetch.sh has put into FOLDER; or other goals of the Makefile.
set -eu
cd "$(dirname "$0")/.."
folder=$1 target=$2
shift 2
[ $# -gt 0 ] || set -- all
zig=$(realpath "$folder")/zig/ziglang/zig
row=$(grep "^$target," pack/targets.csv) || :
triple=$(echo "$row" | cut -d , -f 2)
[ -n "$triple" ] || { echo "program.sh: targets.csv has no $target" >&2; exit 2; }
ZIG_GLOBAL_CACHE_DIR=$(realpath "$folder")/zig-cache
ZIG_LOCAL_CACHE_DIR=$ZIG_GLOBAL_CACHE_DIR
export ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR
b=$folder/$target
cc="$zig cc -target $triple" ar="$zig ar"

make -s -f pack/libraries.mk B="$b" SRC="$folder/src" CC="$cc" AR="$ar"
libs=
for library in sqlite3 expat yajl yaml nettle sodium archive zstd z bz2 pcre2; do
	libs="$libs $b/lib/lib$library.a"
done
harden="-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection"
harden="$harden $(echo "$row" | cut -d , -f 5)"
# zig objcopy cannot strip, hence -s; HARDEN is given, as to try flags leaves files behind with zig
make -s B="$b" CC="$cc" AR="$ar" CFLAGS=-O2 HARDEN="$harden" ISAL=-DHAVE_ISAL LINK=shared WARN= \
	CPPFLAGS="-DWITH_LIBARCHIVE -I$b/include" LDFLAGS="-s -L$b/lib" \
	LIBS="$libs -lm -lpthread -ldl" "$@"
