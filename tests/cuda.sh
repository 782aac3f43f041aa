#!/bin/sh
# cuda.sh PROGRAM [FOLDER]: every library of an installed toolkit, its SASS and PTX lists against
# cuobjdump and its headers against readelf. CUOBJDUMP names the tool; without one, or without a
# toolkit, nothing is compared and that is said.
set -u
program=$1
folder=${2:-/usr/local/cuda/lib64}
tool=${CUOBJDUMP:-$(command -v cuobjdump || true)}
[ -d "$folder" ] || { echo "check-cuda: no toolkit in $folder"; exit 0; }
command -v jq >/dev/null || { echo "check-cuda: needs jq"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compared=0
failed=0

# What cuobjdump lists: the section .nv_fatbin alone, code-less stubs too, and no suffix f, which it
# does not know.
listed() {
	"$tool" --list-elf "$1" 2>/dev/null | sed -n 's/.*\.sm_\([0-9]*[af]*\)\.cubin.*/\1/p' |
		sort | uniq -c | awk '{ print $2 "=" $1 }' | sort
	"$tool" --list-ptx "$1" 2>/dev/null | sed -n 's/.*\.sm_\([0-9]*[af]*\)\.ptx.*/ptx\1/p' |
		sort | uniq -c | awk '{ print $2 "=" $1 }' | sort
}

ours() {
	"$program" inspect --json -v "$1" | jq -r '.items[0].device_code.files[]?.entries[]? |
		select(.section == ".nv_fatbin") |
		select(.kind == "sass" or .kind == "ptx") |
		[(if .kind == "ptx" then "ptx" else "" end) + (.arch | rtrimstr("f")), .count] | @tsv' |
		awk '{ n[$1] += $2 } END { for (k in n) print k "=" n[k] }' | sort
}

fail() {
	failed=$((failed + 1))
	printf '%s: %s differs\n' "$lib" "$1"
	diff "$work/want" "$work/got" | head -n 5
}

for lib in "$folder"/*.so*; do
	[ -L "$lib" ] && continue
	readelf -dW "$lib" 2>/dev/null | sed -n 's/.*(\(NEEDED\|SONAME\|RPATH\|RUNPATH\)).*\[\(.*\)\].*/\2/p' |
		sort >"$work/want"
	"$program" inspect --json "$lib" | jq -r '.items[0].libraries[0] |
		.soname, .runpath, .needed[] | select(. != null)' | sort >"$work/got"
	cmp -s "$work/want" "$work/got" || fail 'dynamic section'
	if [ -n "$tool" ]; then
		listed "$lib" | sort >"$work/want"
		ours "$lib" | sort >"$work/got"
		cmp -s "$work/want" "$work/got" || fail 'list of device code'
	fi
	compared=$((compared + 1))
done
[ -n "$tool" ] || echo 'check-cuda: no cuobjdump, device code was not compared'
echo "check-cuda: $compared libraries compared, $failed differences"
[ "$failed" = 0 ]
