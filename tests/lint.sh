#!/bin/sh
# House rules by machine: each prints what it objects to, and the script fails at the end.
set -u
failed=0

rule() {
	out=$(cat)
	[ -z "$out" ] && return
	printf -- '-- %s\n%s\n' "$1" "$out"
	failed=1
}

src=$(git ls-files -co --exclude-standard 'src/*.[ch]' 'src/*/*.[ch]' 'tests/*.[ch]' 'tests/*/*.[ch]')
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
	pmccabe $(echo "$src" | grep '^src/') | awk '$1 > 20 || $5 > 60 { print $0 }' |
		rule 'functions over McCabe 20 or 60 lines'
	for h in $(echo "$src" | grep '^src/.*\.h$'); do
		cc -std=gnu11 -D_GNU_SOURCE -Isrc -fsyntax-only -x c "$h" 2>&1 | head -n 3
	done | grep -v 'pragma once in main file' | grep 'error' | rule 'headers that do not compile alone'
	grep -LE '#pragma once' $(echo "$src" | grep '\.h$') | rule 'headers without #pragma once'
	git ls-files '*.sh' .ci/run | xargs shellcheck -S warning 2>&1 | rule 'shellcheck'
	ls man/*.[1-9] build/man/*.7 2>/dev/null | xargs -r mandoc -T lint -W warning 2>&1 | rule 'mandoc'
	cppcheck --quiet --enable=warning,portability,performance --inline-suppr --std=c11 -Isrc \
		--suppress=missingIncludeSystem --suppress=unknownMacro -j2 src 2>&1 | rule 'cppcheck'
}
sh tests/arrows.sh | rule 'arrows'
[ "$failed" = 0 ] && echo 'lint: nothing found'
exit "$failed"
