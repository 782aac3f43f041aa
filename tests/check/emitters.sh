#!/bin/sh
# Every row of emitter.def has its completion, its word in the manual and a scenario; and none of
# these names a file that has no row.
set -u
program=$1
failed=0

fail() {
	echo "emitters: $1"
	failed=1
}

names=$(sed -n 's/^EMITTER([A-Z_0-9]*, "\([a-z0-9]*\)".*/\1/p' src/fact/emitter.def)
words=$(echo "$names" | xargs)
[ -n "$words" ] || fail 'emitter.def has no rows'

# "uv pixi …" with something else between the words.
joined() {
	echo "$words" | sed "s/ /$1/g"
}

"$program" suggest --help | grep -qF -e "--emit $(joined '|')" || fail 'suggest --help has other names'
grep -qxF -e ".It Fl Fl emit Ar $(joined ' | ')" man/cudaplan-suggest.1 ||
	fail 'cudaplan-suggest(1) has other names'
"$program" completion fish | grep -qF -e "-l emit -x -a '$words'" ||
	fail 'the fish completion has other names'
for name in $names; do
	grep -qxF -e ".It Cm $name" man/cudaplan-suggest.1 ||
		fail "cudaplan-suggest(1) does not say what is in $name"
	grep -qE -e "^Run: .*cudaplan suggest .*--emit $name( |\$)" tests/cli/emit*.test ||
		fail "no scenario has --emit $name"
	grep -qF -e "\"$name\": try_" tests/real-emit.py || fail "no program is given the file of $name"
done
[ "$failed" = 0 ] && echo "emitters: $words are everywhere"
exit "$failed"
