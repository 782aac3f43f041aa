#!/bin/sh
# run.sh PROGRAM FILE.test...: runs the cases of command-line scenarios.
#
# A case begins with a Run: line, a shell command in which cudaplan is the program. Then:
#   In: TEXT    a line of standard input       Env: NAME=VALUE   set for this case
#   Exit: N     exit code (0)                  Out: TEXT         a line of the whole stdout
#   Has: TEXT   stdout contains it             Not: TEXT         stdout does not
#   Err: TEXT   stderr contains it             Quiet:            stdout is empty
# Lines that begin with # are remarks. Every case runs in an empty folder with an empty
# environment; $FILES is tests/files, $FAKE the folder of the stand-in libraries.
#
# The program is given the frozen matrix of tests/matrix, so that no new release changes an answer.
# Cases in tests/today are about the program's own matrix instead; what is newest in it stands as
# $NAME in all of their lines, see tests/today/newest.sql. ACCEPT=1 writes the Out: lines of the
# others anew, and the Has: and Err: lines that are no longer true; see tests/accept.awk.
set -u
program=$(realpath "$1")
shift
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/frozen" "$work/today"
sh tests/frozen.sh "$program" "$work/frozen" || exit 1
ln -s "$program" "$work/today/cudaplan"
passed=0
failed=0

fail() {
	[ "$ok" = 1 ] && printf '%s:%s: %s\n' "$file" "$start" "$run"
	ok=0
	printf '  %s\n' "$1"
}

finish() {
	[ -n "$run" ] || return 0
	ok=1
	rm -rf "$work/dir"
	mkdir -p "$work/dir" "$work/home"
	(cd "$work/dir" && env -i PATH="$bin:$PATH" HOME="$work/home" LC_ALL=C.UTF-8 NO_COLOR=1 \
		ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99 \
		FILES="$top/tests/files" FAKE="${program%/*}/fake" $envs sh -c "$run" \
		<"$work/in" >"$work/out" 2>"$work/err")
	rc=$?
	[ "$rc" = "$exit" ] || fail "exit code $rc, expected $exit; stderr: $(head -c 300 "$work/err")"
	if [ -s "$work/want" ]; then
		cmp -s "$work/want" "$work/out" || fail "$(diff "$work/want" "$work/out" | head -n 20)"
	fi
	[ "$quiet" = 0 ] || [ ! -s "$work/out" ] || fail "stdout is not empty: $(head -c 200 "$work/out")"
	while IFS= read -r text; do
		grep -qF -- "$text" "$work/out" || fail "stdout lacks: $text"
	done <"$work/has"
	while IFS= read -r text; do
		grep -qF -- "$text" "$work/out" && fail "stdout has: $text"
	done <"$work/not"
	while IFS= read -r text; do
		grep -qF -- "$text" "$work/err" || fail "stderr lacks: $text"
	done <"$work/errs"
	if [ "$ok" = 1 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
	[ "$accept" != 1 ] || awk -v out="$work/out" -v err="$work/err" -f tests/accept.awk "$work/case" \
		>>"$work/new"
}

begin() {
	run=$1 start=$2 exit=0 envs='' quiet=0
	: >"$work/case"
	: >"$work/in"
	: >"$work/want"
	: >"$work/has"
	: >"$work/not"
	: >"$work/errs"
}

# What is newest in the program's own matrix, as commands for sed; the longest names first, because
# one may begin as another.
newest() {
	sqlite3 -readonly -separator '	' "${program%/*}/matrix.db" <tests/today/newest.sql |
		awk -F '	' '{ print length($1), $0 }' | sort -rn |
		sed 's/^[0-9]* //; s/\(.*\)	\(.*\)/s|[$]\1|\2|g/'
}

for file in "$@"; do
	run='' n=0 accept=${ACCEPT:-} bin=$work/frozen text=$file
	case $file in
	*tests/today/*)
		accept='' bin=$work/today text=$work/text
		[ -s "$work/newest" ] || newest >"$work/newest"
		sed -f "$work/newest" "$file" >"$text"
		;;
	esac
	: >"$work/new"
	while IFS= read -r line || [ -n "$line" ]; do
		n=$((n + 1))
		case $line in
		'Run: '*) finish; begin "${line#Run: }" "$n" ;;
		'In: '*) printf '%s\n' "${line#In: }" >>"$work/in" ;;
		'In:') echo >>"$work/in" ;;
		'Env: '*) envs="$envs ${line#Env: }" ;;
		'Exit: '*) exit=${line#Exit: } ;;
		'Out: '*) printf '%s\n' "${line#Out: }" >>"$work/want" ;;
		'Out:') echo >>"$work/want" ;;
		'Has: '*) printf '%s\n' "${line#Has: }" >>"$work/has" ;;
		'Not: '*) printf '%s\n' "${line#Not: }" >>"$work/not" ;;
		'Err: '*) printf '%s\n' "${line#Err: }" >>"$work/errs" ;;
		'Quiet:') quiet=1 ;;
		'#'* | '') ;;
		*) printf '%s:%s: not understood: %s\n' "$file" "$n" "$line"; failed=$((failed + 1)) ;;
		esac
		if [ "$accept" = 1 ]; then
			[ -n "$run" ] && into=$work/case || into=$work/new
			printf '%s\n' "$line" >>"$into"
		fi
	done <"$text"
	finish
	[ "$accept" != 1 ] || cp "$work/new" "$file"
done
printf 'scenarios: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
