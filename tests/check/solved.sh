#!/bin/sh
# Environments that a resolver really solved: doctor finds what solved.list names, and nothing else.
# What is newest decides some of it: they are judged with the frozen matrix.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh tests/frozen.sh "$1" "$work"
n=0
alarms=0
while IFS='	' read -r name gpu platform want; do
	case $name in '#'*) continue ;; esac
	case $platform in win-*) glibc='' ;; *) glibc='--glibc 2.39' ;; esac
	# shellcheck disable=SC2086 # two words, or none
	got=$("$work/cudaplan" doctor --json --gpu "$gpu" --driver 581.15 --platform "$platform" $glibc \
		--pip-list "tests/files/solved/$name.txt" | sed 's/"code":/\n&/g' |
		sed -n 's/^"code":"\(CP[0-9]*\)","severity":"\(error\|warning\)".*/\1/p' |
		tr '\n' ' ') || true
	n=$((n + 1))
	[ "${got% }" = "${want#-}" ] || {
		echo "solved: $name: found '${got% }', expected '$want'"
		alarms=$((alarms + 1))
	}
done <tests/check/solved.list
[ "$n" = "$(find tests/files/solved -name '*.txt' | wc -l)" ] || {
	echo 'solved: solved.list and tests/files/solved differ'
	exit 1
}
echo "solved: $n environments, $alarms judged wrongly"
[ "$alarms" = 0 ]
