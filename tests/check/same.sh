#!/bin/sh
# same.sh PROGRAM: the tree built in two folders gives the same bytes: objects with debugging
# information, the matrix, and what embeds it. Of the sources those of src/base and src/door are
# compiled: the flags are the same for all.
set -u
[ -z "${INSIDE_RELEASE:-}" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for folder in one another/with/a/longer/name; do
	mkdir -p "$work/$folder"
	cp -R Makefile data kernels src "$work/$folder"
done
objects() {
	# shellcheck disable=SC2046 # one word per object
	(cd "$work/$1" && make -s B=build CFLAGS='-O1 -g' build/obj/know/embed.o build/obj/probe/embed.o \
		build/obj/main.o \
		$(for f in src/base/*.c src/door/*.c; do f=${f#src/}; echo "build/obj/${f%.c}.o"; done)) \
		>"$work/log" 2>&1 || {
		echo "same: it does not build: $(tail -n 3 "$work/log")"
		exit 1
	}
}
# The matrix of this tree was built in a third folder.
mkdir "$work/one/build"
cp -p "$(dirname "$1")/matrix.db" "$(dirname "$1")/front.db" "$work/one/build"
objects one
objects another/with/a/longer/name
n=0
for f in $(cd "$work/one/build" && find . -type f ! -name '*.d'); do
	cmp -s "$work/one/build/$f" "$work/another/with/a/longer/name/build/$f" || {
		echo "same: $f differs between two folders"
		exit 1
	}
	n=$((n + 1))
done
echo "same: $n files built in two folders"
