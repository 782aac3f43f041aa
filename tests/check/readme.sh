#!/bin/sh
# README begins with the two commands that set everything up: the first line that is a command builds
# and plans, the second passes the tests, and nothing before them names a file that a clone lacks.
set -eu
commands=$(sed -n 's/^    //p' README.md | head -n 2)
want='sh tests/deps.sh build && make && make plan
sh tests/deps.sh build check && make check'
[ "$commands" = "$want" ] || {
	printf 'readme: README.md begins with other commands:\n%s\n' "$commands"
	exit 1
}
sed '/^    sh tests.deps.sh build check/q' README.md | grep -o '`[a-z]*/[^` ]*`' | tr -d '`' |
	while read -r file; do
		[ -e "$file" ] || [ "$file" = build/cudaplan ] || {
			echo "readme: $file is named before it is made"
			exit 1
		}
	done
echo 'readme: two commands set it up'
