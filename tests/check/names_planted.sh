#!/bin/sh
# Every kind of violation that tests/check/names.sh looks for, planted in a copy of src/, must make it
# print one line that names it; what is like one and allowed must not. All are planted side by side, as
# no two of them meet: two runs over the tree instead of one for each.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What is planted from here on goes into a copy of its own.
copy() {
	dir=$work/$1
	mkdir -p "$dir/obj"
	cp -r src "$dir/src"
	: >"$dir/want"
}

# The text $2 at the end of file $1 in the copy, and an object of all such texts alone.
object() {
	mkdir -p "$dir/obj/${1%/*}"
	echo "$2" >>"$dir/src/$1.c"
	echo "$2" >>"$dir/obj/$1.c"
	${CC:-cc} -c -o "$dir/obj/$1.o" "$dir/obj/$1.c"
}

# A function at the end of file $1 that ends the program with the sentence $2.
fails() {
	printf 'int %s_fails(struct err *e)\n{\n\treturn err_set(e, ERR_INPUT, %s);\n}\n' \
		"${1%/*}" "$2" >>"$dir/src/$1.c"
}

says() {
	sh tests/check/names.sh '' "$dir/src" "$dir/obj" >"$dir/out" 2>/dev/null
}

# What was planted is to be refused with a line that has the text $1.
refused() {
	printf '%s\n' "$1" >>"$dir/want"
}

# The lines that were printed, less one for each that was to be.
check_refused() {
	says && { echo 'names: nothing is refused'; exit 1; }
	while IFS= read -r text; do
		at=$(grep -nF -m1 -- "$text" "$dir/out" | cut -d : -f 1)
		[ -n "$at" ] || { echo "names: not refused: $text"; cat "$dir/out"; exit 1; }
		sed -i "${at}d" "$dir/out"
	done <"$dir/want"
	[ ! -s "$dir/out" ] || { echo 'names: refused, and should not be:'; cat "$dir/out"; exit 1; }
}

check_taken() {
	says || { echo 'names: refused, and should not be:'; cat "$dir/out"; exit 1; }
}

copy refused
# A name without a word of its file or room; those that a header of that word declares may stay.
object plan/offer 'void reach_one(void) { }'
refused 'plan/offer.c: reach_one has no word of its file, room or header'
object plan/offer 'void first(void) { }'
refused 'plan/offer.c: first has no word of its file, room or header'
object plan/offer 'int reach_table[4];'
refused 'plan/offer.c: reach_table has no word of its file, room or header'

# A sentence where things are found, but for one that ends the program.
echo 'const char *plan_words(void) { return "no torch is built for it"; }' >>"$dir/src/plan/offer.c"
refused 'a sentence: "no torch is built for it"'

# Such a one twice, or with a part that another literal brings.
fails base/buf '"no file to be read"'
fails base/tree '"no file to be read"'
refused 'too: "no file to be read"'
fails base/buf '"no file%s", "; or none"'
refused 'a sentence from pieces: "; or none"'
fails base/buf '"no file%s%s", "", ""'
refused 'a sentence from pieces: "no file%s%s"'

# Two files of one name, which is not in the list of those that mean the same; nothing says what it is.
echo >"$dir/src/show/offer.c"
refused 'offer.c: two files of this name: '
refused 'show/offer.c: begins without a comment on what it is about'

# A type that a header has, in a file of another room.
echo 'struct tree { int planted; };' >>"$dir/src/plan/offer.c"
refused 'two types of one name, struct tree:'

# A private header, from another room and from a room within the room.
echo '#include "read/host/format_private.h"' >>"$dir/src/cmd/hosts.c"
refused '/cmd/hosts.c:'
echo '#include "read/host/format_private.h"' >>"$dir/src/read/place.c"
refused 'read/host/format_private.h is private to read/host'

# Comments that name a file, a file with src/ before it, and files by a pattern, that are not there.
echo '/* See plan/nowhere.c. */' >>"$dir/src/base/buf.h"
refused 'there is no plan/nowhere.c'
echo '/* See src/plan/nowhere.h. */' >>"$dir/src/base/buf.c"
refused 'there is no plan/nowhere.h'
echo '/* See plan/nowhere*.c. */' >>"$dir/src/base/buf.c"
refused 'there is no plan/nowhere*.c'

# A word of platforms where none belongs; in a comment it may stand.
echo 'static const char *planted = "win-64";' >>"$dir/src/plan/offer.c"
refused 'a word of platforms: '
echo 'static const char *planted = "linux-aarch64";' >>"$dir/src/read/env/env.c"
refused 'a word of platforms: '

# A command that is asked what it means, and rows that nothing names.
echo 'bool planted(struct command c) { return c.n > 1; }' >>"$dir/src/check/cure.c"
refused 'the words of a command: '
echo 'bool planted(const struct argv *to) { return strcmp(to->words.v[0], "uv") == 0; }' \
	>>"$dir/src/install/uv.c"
refused 'looks into a command: '
echo 'WORDS(PLANTED, N_("{have}"))' >>"$dir/src/show/words.def"
refused 'show/words.def: nothing says PLANTED'
echo 'CODE(999, N_("{unsaid}"))' >>"$dir/src/show/words.def"
refused 'show/words.def: nothing says unsaid'
check_refused

copy taken
# The tree as it is, with a function of its module.
object base/span 'void span_one(void) { }'
# A name that the header of its word declares.
object plan/offer 'void reach_one(void) { }'
echo 'void reach_one(void);' >>"$dir/src/plan/reach.h"
# A name that begins with a type of the header.
object plan/offer 'struct basket; void basket_one(struct basket *b) { (void)b; }'
printf 'struct basket;\nvoid basket_one(struct basket *b);\n' >>"$dir/src/plan/want.h"
# A sentence that ends the program.
fails plan/offer '"no torch is built for it"'
# A comment with paths that are there.
echo '/* See plan/reach.h, src/plan/judge.c and plan/want*.c. */' >>"$dir/src/base/buf.c"
# A comment with a word of platforms.
echo '/* As in "osx-arm64". */' >>"$dir/src/plan/offer.c"
check_taken
echo 'names: planted violations are refused'
