#!/bin/sh
# readme.sh PROGRAM: README begins with the two commands that set everything up: the first line that is
# a command builds and plans, the second passes the tests, and nothing before them names a file that a
# clone lacks. What its examples print is what stands below them, with the frozen matrix; every other
# command of it, and of CONTRIBUTING, is a right call. ACCEPT=1 writes what they print now.
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

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/dir"
sh tests/frozen.sh "$1" "$work/bin"
cp tests/files/nvidia_smi/555.58.02__table_1gpu.txt "$work/dir/smi.txt"
printf 'torch==2.8.0\n' >"$work/dir/freeze.txt"
printf 'RuntimeError: CUDA error: no kernel image is available for execution on the device\n' \
	>"$work/dir/log.txt"

# runs COMMAND: in a folder where the files of the examples lie
runs() {
	(cd "$work/dir" && env -i PATH="$work/bin:$PATH" HOME="$work/dir" COLUMNS=80 sh -c "$1")
}

# A page with what its examples print in the place of what stands below them.
rewritten() {
	below=
	while IFS= read -r line; do
		case $line in
		"    $ "*)
			printf '%s\n' "$line"
			runs "${line#*$ }" | sed 's/^./    &/'
			below=1
			continue
			;;
		"    "* | '') ;;
		*) [ -z "$below" ] || echo; below= ;;
		esac
		[ -n "$below" ] || printf '%s\n' "$line"
	done <"$1"
}

for page in README.md CONTRIBUTING.md; do
	rewritten "$page" >"$work/page"
	[ "${ACCEPT:-}" != 1 ] || cp "$work/page" "$page"
	cmp -s "$work/page" "$page" || {
		echo "readme: an example of $page prints something else (ACCEPT=1 writes it):"
		diff "$page" "$work/page"
		exit 1
	}
	grep '^    cudaplan ' "$page" | sed 's/ *# .*//' >"$work/calls" || :
	while IFS= read -r call; do
		rc=0
		runs "$call" >"$work/out" 2>"$work/err" </dev/null || rc=$?
		case $rc in 0 | 1 | 3) ;; *) echo "readme: $call: exit $rc: $(cat "$work/err")"; exit 1 ;; esac
		[ "$rc" != 3 ] || grep -q 'this machine' "$work/err" || [ -s "$work/out" ] ||
			{ echo "readme: $call: $(cat "$work/err")"; exit 1; }
	done <"$work/calls"
done
echo "readme: two commands set it up, its examples are what it prints"
