#!/bin/sh
# House rules by machine: each prints what it objects to, and the script fails at the end.
set -u
mark=$(mktemp)
trap 'rm -f "$mark"' EXIT

# Reads what a check objects to; it runs in a pipe, so it leaves a mark.
rule() {
	out=$(cat)
	[ -z "$out" ] && return
	printf -- '-- %s\n%s\n' "$1" "$out"
	echo "$1" >>"$mark"
}

src=$(git ls-files -co --exclude-standard 'src/*.[ch]' 'src/*/*.[ch]' 'tests/*.[ch]' \
	'tests/*/*.[ch]' | grep -v '^tests/files/')
all=$(git ls-files -co --exclude-standard | grep -v '^tests/files/\|^data/.*csv$\|^tests/fuzz/seeds/')

# shellcheck disable=SC2086
{
	grep -nE '[ 	]+$' $src | rule 'trailing white space'
	awk '{ t = $0; gsub(/\t/, "        ", t); if (length(t) > 100) print FILENAME ":" FNR }' $src |
		rule 'lines over 100 columns'
	grep -nE '^ {4}' $src | grep -vE ':[0-9]+: \* ' | rule 'indented by spaces'
	grep -nwE 'TODO|FIXME|XXX' $all | grep -v '^tests/lint.sh' | rule 'left-over marks'
	wc -l $src | awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines" }' |
		rule 'files over 500 lines'
	echo "$src" | grep '^src/.*\.c$' | xargs pmccabe 2>/dev/null | awk '$1 > 20 || $5 > 60 { print $0 }' |
		rule 'functions over McCabe 20 or 60 lines'
	for h in $(echo "$src" | grep '^src/.*\.h$'); do
		cc -std=gnu11 -D_GNU_SOURCE -Isrc -I"${B:-build}" -fsyntax-only -x c "$h" 2>&1 | head -n 3
	done | grep -v 'pragma once in main file' | grep 'error' | rule 'headers that do not compile alone'
	echo "$src" | grep '\.h$' | xargs grep -LE '#pragma once' | rule 'headers without #pragma once'
	git ls-files '*.sh' .ci/run | xargs shellcheck -S warning 2>&1 | rule 'shellcheck'
	find man build/man -name '*.[1-9]' -exec mandoc -T lint -W warning {} + 2>/dev/null |
		grep -v 'out of conventional order: Sh DESCRIPTION' | # examples come first
		rule 'mandoc'
	cppcheck --quiet --enable=warning,portability,performance --inline-suppr --std=c11 -Isrc -I"${B:-build}" \
		--suppress=missingIncludeSystem --suppress=unknownMacro --suppress=varFuncNullUB -j2 src 2>&1 | rule 'cppcheck'
}
sh tests/arrows.sh | rule 'arrows'
[ ! -s "$mark" ] && echo 'lint: nothing found'
