#!/bin/sh
# A planted wrong arrow, circle or outside header must make tests/arrows.sh fail.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

refused() {
	if sh tests/arrows.sh "$dir/src" "$dir/obj" 0 >"$dir/said" || ! grep -q -e "${2:-.}" "$dir/said"; then
		echo "arrows: not refused: $1"
		cat "$dir/said"
		exit 1
	fi
	rm -rf "$dir/src" "$dir/obj"
	cp -r src "$dir/src"
}

# An object of the room and file $1 out of the text $2.
object() {
	mkdir -p "$dir/obj/${1%/*}" "$dir/src/${1%/*}"
	echo "$2" >"$dir/src/$1.c"
	echo "$2" | ${CC:-cc} -x c -c -o "$dir/obj/$1.o" -
}

cp -r src "$dir/src"
sh tests/arrows.sh "$dir/src" "$dir/none"
echo '#include "cmd/cmd.h"' >>"$dir/src/base/span.c"
refused 'base includes cmd'
echo '#include <sqlite3.h>' >>"$dir/src/base/span.c"
refused 'outside header in base'
mkdir -p "$dir/src/door"
echo '#include <outside.h>' >"$dir/src/door/one.c"
echo '#include <outside.h>' >"$dir/src/door/two.c"
refused 'outside header in two doors'
echo '#include <unistd.h>' >>"$dir/src/read/dir.c"
refused 'a header of the system in read' 'read/dir.c:.*system <unistd.h> belongs in os/'
echo '#include <sys/stat.h>' >>"$dir/src/base/opt.c"
refused 'a header of the system in base' 'system <sys/stat.h> belongs in os/'
echo '#include "os/file.h"' >>"$dir/src/base/opt.c"
refused 'base asks the system' 'base must not include os'
object door/one 'char *getenv(const char *); char *one(void) { return getenv("HOME"); }'
refused 'a call of the system in door' 'door/one.c: calls the system (getenv)'
echo '#include "base/arena.h"' >>"$dir/src/base/span.h"
refused 'circle of headers'
object plan/one 'void two(void); void one(void) { two(); }'
object plan/two 'void one(void); void two(void) { one(); }'
refused 'circle of calls'
object base/one 'void two(void); void one(void) { two(); }'
object plan/two 'void two(void) { }'
refused 'base calls plan'
echo 'arrows: planted violations are refused'
