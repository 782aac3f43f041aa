#!/bin/sh
# A planted wrong arrow, circle or outside header must make tests/arrows.sh fail.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

refused() {
	if sh tests/arrows.sh "$dir/src" >/dev/null; then
		echo "arrows: not refused: $1"
		exit 1
	fi
	rm -rf "$dir/src"
	cp -r src "$dir/src"
}

cp -r src "$dir/src"
sh tests/arrows.sh "$dir/src"
echo '#include "cmd/cmd.h"' >>"$dir/src/base/span.c"
refused 'base includes cmd'
echo '#include <sqlite3.h>' >>"$dir/src/base/span.c"
refused 'outside header in base'
mkdir -p "$dir/src/door"
echo '#include <outside.h>' >"$dir/src/door/one.c"
echo '#include <outside.h>' >"$dir/src/door/two.c"
refused 'outside header in two doors'
echo '#include "base/arena.h"' >>"$dir/src/base/span.h"
refused 'circle of headers'
echo 'arrows: planted violations are refused'
