#!/bin/sh
# Every row of installer.def has its completion, its word in the schemas and in the manual, and a
# scenario; and none of these names an installer that has no row.
set -u
program=$1
failed=0

fail() {
	echo "installers: $1"
	failed=1
}

names=$(sed -n 's/^INSTALLER([A-Z_0-9]*, "\([a-z0-9]*\)".*/\1/p' src/fact/installer.def)
words=$(echo "$names" | xargs)
[ -n "$words" ] || fail 'installer.def has no rows'

# "pip uv conda …" with something else between the words.
joined() {
	echo "$words" | sed "s/ /$1/g"
}

"$program" completion bash | grep -qF -e "--installer) COMPREPLY=(\$(compgen -W \"$words\"" ||
	fail 'the bash completion has other names'
"$program" completion zsh | grep -qF -e "--installer=[print commands for it]:value:($words)" ||
	fail 'the zsh completion has other names'
"$program" completion fish | grep -qF -e "-l installer -x -a '$words'" ||
	fail 'the fish completion has other names'

# What matrix prints under this key is a manager.
for schema in data/schema/suggest.json data/schema/explain.json; do
	list=$(sed -n 's/.*"installer": { "enum": \[\(.*\)\].*/\1/p' "$schema")
	[ "$list" = "\"$(joined '", "')\"" ] || fail "$schema has other names: $list"
done
for command in suggest doctor; do
	"$program" "$command" --help | grep -qF -e "--installer $(joined '|')" ||
		fail "$command --help has other names"
	grep -qxF -e ".It Fl Fl installer Ar $(joined ' | ')" "man/cudaplan-$command.1" ||
		fail "cudaplan-$command(1) has other names"
done
tr '\n' ' ' <man/cudaplan-doctor.1 | grep -qF -e "it is written for $(echo "$words" |
	sed 's/ /, /g; s/, \([a-z0-9]*\)$/ or \1/'), by who owns" ||
	fail 'cudaplan-doctor(1) says that cures are written for others'
for name in $names; do
	cat tests/cli/*.test tests/plan/*.test |
		grep -qE -e "^Run: cudaplan suggest .*--installer $name( |\$)" ||
		fail "no scenario of suggest has --installer $name"
done
[ "$failed" = 0 ] && echo "installers: $words are everywhere"
exit "$failed"
