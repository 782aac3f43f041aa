#!/bin/sh
# conda.sh PROGRAM SAMPLES: the lists of conda environments rebuilt as prefixes (conda-meta and
# dist-info): judged as the list itself is, and clean after the printed cure.
set -eu
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(dirname "$0")
command -v python3 >/dev/null || exit 0
n=0 same=0 sick=0 cured=0

judge() {
	"$program" doctor --json --platform linux-64 "$@" 2>/dev/null || [ $? = 1 ]
}

# CP202 as a warning is an extension that does not serve the GPU: no command cures that.
codes() {
	tr '{' '\n' | grep -v '^"code":"CP202","severity":"warning"' | sed -n 's/^"code":"\(CP[0-9]*\)","severity":"\(error\|warning\)".*/\1/p' |
		sort | tr '\n' ' '
}

# rebuild LIST [OPTION...]: for a machine that the options describe
rebuild() {
	f=$1
	shift
	prefix=$work/env
	rm -rf "$prefix"
	count=$(python3 "$here/conda.py" "$prefix" <"$f") || return 0
	[ "$count" -gt 3 ] || return 0
	n=$((n + 1))
	listed=$(judge --conda-list "$f" "$@" | codes)
	judge --env "$prefix" "$@" >"$work/out"
	got=$(codes <"$work/out")
	if [ "$listed" = "$got" ]; then
		same=$((same + 1))
	else
		echo "conda: $(basename "$f") $*: the list gives '$listed', the prefix '$got'"
	fi
	# what has no cure (code that runs by PTX only) is no fault of the environment
	grep -q '"cure":\[\[' "$work/out" || return 0
	sick=$((sick + 1))
	python3 "$here/conda.py" "$prefix" --cure <"$work/out"
	after=$(judge --env "$prefix" "$@" | codes)
	if [ -z "$after" ]; then
		cured=$((cured + 1))
	else
		echo "conda: $(basename "$f") $*: '$got', after the cure still '$after'"
	fi
}

for list in "$2"/field/conda/*.txt "$2"/conda_output/list_*.txt; do
	rebuild "$list"
	rebuild "$list" --gpu RTX_4090 --driver 580.95.05 --glibc 2.35
	rebuild "$list" --gpu V100 --driver 470.82.01 --glibc 2.31
done
echo "conda: $n prefixes rebuilt, $same judged alike as list and prefix, $cured of $sick cured"
[ "$same" = "$n" ] && [ "$cured" = "$sick" ]
