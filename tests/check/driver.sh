#!/bin/sh
# The tables of GPUs and drivers: a new GPU is two lines, and planted mistakes are named. All in a
# copy of the frozen tables, whose newest GPU stays the newest.
set -eu
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
	echo "driver: $*" >&2
	failed=1
}

cp -R tests/matrix "$work/data"
tables=$work/data/driver

echo "NVIDIA GeForce RTX 6090,,,geforce,board,,,,pciids,low" >>"$tables/gpu.csv"
echo "NVIDIA GeForce RTX 6090,GB202" >>"$tables/gpu_chip.csv"
sh data/build.sh "$work/new.db" "$work/data"
for name in "NVIDIA GeForce RTX 6090" "rtx 6090" 6090; do
	"$program" detect --json --matrix "$work/new.db" --gpu "$name" | grep -q '"sm":"120"' ||
		fail "$name is not known from its two lines"
done

echo "NVIDIA GeForce RTX 6080,,,geforce,board,,,,pciids,low" >>"$tables/gpu.csv"
echo "NVIDIA GeForce RTX 6070,,,gaming,board,,,,pciids,low" >>"$tables/gpu.csv"
echo "NVIDIA GeForce RTX 6070,GB202" >>"$tables/gpu_chip.csv"
echo "RTX 6070,NVIDIA GeForce RTX 6070" >>"$tables/alias.csv"
echo "86,NVIDIA GeForce RTX 6070" >>"$tables/alias.csv"
echo "1b06,1462,9999,GB202,,,,,,pciids,low" >>"$tables/pci.csv"
echo "linux,600.10,590,,,smi-public,low" >>"$tables/release.csv"
if sh data/build.sh "$work/bad.db" "$work/data" >"$work/out" 2>&1; then
	fail "planted mistakes went through"
fi
for text in "RTX 6080: no chip in driver/gpu_chip.csv" \
	"driver/gpu.csv:$(wc -l <"$tables/gpu.csv"): NVIDIA GeForce RTX 6070: unknown segment or form" \
	"RTX 6070 NVIDIA GeForce RTX 6070: not lower case letters and digits" \
	"86 NVIDIA GeForce RTX 6070: reads as a compute capability" \
	"1b06: boards of one device on different chips" \
	"driver/release.csv:$(wc -l <"$tables/release.csv"): linux 600.10: not of its branch"; do
	grep -qF -- "$text" "$work/out" || fail "no word of \"$text\""
done

echo "windows,591.99,590,,,nowhere,low" >>"$tables/release.csv"
sh data/build.sh "$work/bad.db" "$work/data" >"$work/out" 2>&1 && fail "a source that is none went through"
grep -qF "$(wc -l <"$tables/release.csv"): windows 591.99: source not known: nowhere" "$work/out" ||
	fail "no word of a source that is none"
[ "$failed" = 0 ] && echo "driver: two lines make a GPU, mistakes are named"
exit $failed
