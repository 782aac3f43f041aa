#!/bin/sh
# Every kind of violation that tests/check/names.sh looks for, planted in a copy of src/, must make it
# fail with the line that names it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fresh() {
	rm -rf "$dir/src" "$dir/obj"
	cp -r src "$dir/src"
	mkdir "$dir/obj"
}

# The text $2 at the end of file $1 in the copy, and an object of it alone.
object() {
	mkdir -p "$dir/obj/${1%/*}"
	echo "$2" >>"$dir/src/$1.c"
	echo "$2" | ${CC:-cc} -x c -c -o "$dir/obj/$1.o" -
}

says() {
	sh tests/check/names.sh '' "$dir/src" "$dir/obj" >"$dir/out" 2>/dev/null
}

# What was planted is refused with one line, which has the text $1.
refused() {
	if says || [ "$(wc -l <"$dir/out")" != 1 ] || ! grep -qF -- "$1" "$dir/out"; then
		echo "names: not refused, or not alone: $1"
		cat "$dir/out"
		exit 1
	fi
	fresh
}

taken() {
	says || { echo "names: refused: $1"; cat "$dir/out"; exit 1; }
	fresh
}

fresh
object base/span 'void span_one(void) { }'
taken 'the tree as it is, with a function of its module'

# A name without a word of its file or room; those that a header of that word declares may stay.
object plan/offer 'void reach_one(void) { }'
refused 'plan/offer.c: reach_one has no word of its file, room or header'
object plan/offer 'void first(void) { }'
refused 'plan/offer.c: first has no word of its file, room or header'
object plan/offer 'int reach_table[4];'
refused 'plan/offer.c: reach_table has no word of its file, room or header'
object plan/offer 'void reach_one(void) { }'
echo 'void reach_one(void);' >>"$dir/src/plan/reach.h"
taken 'a name that the header of its word declares'
object plan/offer 'struct basket; void basket_one(struct basket *b) { (void)b; }'
printf 'struct basket;\nvoid basket_one(struct basket *b);\n' >>"$dir/src/plan/want.h"
taken 'a name that begins with a type of the header'

# A sentence where things are found, but for one that ends the program.
echo 'const char *plan_words(void) { return "no torch is built for it"; }' >>"$dir/src/plan/offer.c"
refused 'a sentence: "no torch is built for it"'
echo 'int plan_fails(struct err *e) { return err_set(e, ERR_INPUT, "no torch is built for it"); }' \
	>>"$dir/src/plan/offer.c"
taken 'a sentence that ends the program'

# Such a one twice, or with a part that another literal brings.
said='int base_fails(struct err *e) { return err_set(e, ERR_INPUT, "no file to be read"); }'
echo "$said" >>"$dir/src/base/buf.c"
echo "$said" >>"$dir/src/base/tree.c"
refused 'too: "no file to be read"'
echo 'int base_fails(struct err *e) { return err_set(e, ERR_INPUT, "no file%s", "; or none"); }' \
	>>"$dir/src/base/buf.c"
refused 'a sentence from pieces: "; or none"'
echo 'int base_fails(struct err *e) { return err_set(e, ERR_INPUT, "no file%s%s", "", ""); }' \
	>>"$dir/src/base/buf.c"
refused 'a sentence from pieces: "no file%s%s"'

# Two files of one name, which is not in the list of those that mean the same.
echo >"$dir/src/show/offer.c"
refused 'offer.c: two files of this name: '

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
echo '/* See plan/reach.h, src/plan/judge.c and plan/want*.c. */' >>"$dir/src/base/buf.c"
taken 'a comment with paths that are there'

# A word of platforms where none belongs; in a comment it may stand.
echo 'static const char *planted = "win-64";' >>"$dir/src/plan/offer.c"
refused 'a word of platforms: '
echo 'static const char *planted = "linux-aarch64";' >>"$dir/src/read/env/env.c"
refused 'a word of platforms: '
echo '/* As in "osx-arm64". */' >>"$dir/src/plan/offer.c"
taken 'a comment with a word of platforms'

# A command that is asked what it means, and rows that nothing names.
echo 'bool planted(struct command c) { return c.n > 1; }' >>"$dir/src/check/cure.c"
refused 'the words of a command: '
echo 'bool planted(const struct argv *to) { return strcmp(to->words.v[0], "uv") == 0; }' \
	>>"$dir/src/install/uv.c"
refused 'looks into a command: '
echo 'FORM(PLANTED)' >>"$dir/src/fact/form.def"
refused 'fact/form.def: nothing says PLANTED'
echo 'FACT(planted)' >>"$dir/src/fact/fact_name.def"
refused 'fact/fact_name.def: nothing says planted'
echo 'names: planted violations are refused'
