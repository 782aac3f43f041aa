#!/bin/sh
# cuda.sh PROGRAM ASK [FOLDER...]: every library of an installed toolkit: its SASS and PTX lists
# against cuobjdump, its headers against readelf, and its version against what it answers when it is
# loaded (ASK, see ask.c). CUOBJDUMP names the tool; where there is none, pip brings one into CACHE.
# Without a toolkit nothing is compared, and that is said.
set -u
program=$1
ask=$2
shift 2
[ $# -gt 0 ] || set -- /usr/local/cuda/lib64
here=$(dirname "$0")
# shellcheck source=tests/oracle.sh
. "$here/oracle.sh"
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}
tool=${CUOBJDUMP:-$(command -v cuobjdump || true)}
[ -d "$1" ] || { echo "check-cuda: no toolkit in $1"; exit 0; }
command -v jq >/dev/null || { echo "check-cuda: needs jq"; exit 1; }
[ -n "$tool" ] || tool=$(CACHE=$cache sh "$here/cuobjdump.sh" 13)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compared=0
answered=0
failed=0

fail() {
	failed=$((failed + 1))
	printf '%s: %s differs\n' "$lib" "$1"
	diff "$work/want" "$work/got" | head -n 5
}

# Whether one version begins with the parts of the other.
begins() {
	case $1. in "$2".*) return 0 ;; esac
	case $2. in "$1".*) return 0 ;; esac
	return 1
}

# As a library that can be loaded answers; each in a process of its own.
version() {
	timeout 60 "$ask" "$lib" 2>/dev/null | sed 's/.* //' >"$work/want"
	[ -s "$work/want" ] || return 0
	answered=$((answered + 1))
	jq -r '.items[0].libraries[0].version // "unknown"' "$work/json" >"$work/got"
	# these two ask another library, which is not read with them
	case $(basename "$lib") in
	libcublas.so* | libcudnn.so*) grep -q unknown "$work/got" && return 0 ;;
	esac
	begins "$(cat "$work/want")" "$(cat "$work/got")" || fail version
}

for folder; do
	for lib in "$folder"/*.so*; do
		if [ -L "$lib" ] || [ ! -f "$lib" ]; then continue; fi
		"$program" inspect --json -v "$lib" >"$work/json"
		dynamic_listed "$lib" >"$work/want"
		dynamic_ours '' <"$work/json" >"$work/got"
		cmp -s "$work/want" "$work/got" || fail 'dynamic section'
		if [ -n "$tool" ]; then
			listed "$tool" "$lib" >"$work/want"
			ours '' <"$work/json" >"$work/got"
			cmp -s "$work/want" "$work/got" || fail 'list of device code'
		fi
		version
		compared=$((compared + 1))
	done
done
[ -n "$tool" ] || echo 'check-cuda: no cuobjdump, device code was not compared'
echo "check-cuda: $compared libraries compared, $answered answered with a version, $failed differences"
[ "$failed" = 0 ]
