#!/bin/sh
# real.sh PROGRAM: downloads real wheels with pip into a cache outside the tree (CACHE, about 5 GB),
# reads them and compares: with data/torch/wheel_code.csv, the names of the libraries with unzip, and
# of every library in them the device code with cuobjdump, the headers with readelf. Prints one line
# for each, and what cuobjdump does not see.
set -u
program=$1
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}
table=data/torch/wheel_code.csv
here=$(dirname "$0")
# shellcheck source=tests/oracle.sh
. "$here/oracle.sh"
# shellcheck source=tests/real.lib.sh
. "$here/real.lib.sh"
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

get torch==1.12.1 310 "$x86" 'torch-1.12.1-*x86_64.whl'
get torch==2.0.1 310 "$x86" 'torch-2.0.1-*x86_64.whl'
get torch==2.4.1 312 "$x86" 'torch-2.4.1-*x86_64.whl'
get torch==2.8.0 312 "$x86" 'torch-2.8.0-*x86_64.whl'
get torch==2.15.0 312 "$x86" 'torch-2.15.0-*x86_64.whl'
get torch==2.15.0 312 "$arm" 'torch-2.15.0-*aarch64.whl'
get nvidia-cublas-cu12==12.6.4.1 312 win_amd64 'nvidia_cublas_cu12-12.6.4.1-*win_amd64.whl'

# All columns of a row of --emit-rows but the last, which names its source.
columns() {
	python3 -c '
import csv, sys
for row in csv.reader(sys.stdin):
    if row and row[0] == sys.argv[1]:
        print("|".join(row[:-1]))
' "$1"
}

# The cuobjdump of its time: no one reads both sm_37 and what CUDA 12.8 and later write.
tool_of() {
	case $(basename "$1") in
	torch-1.* | torch-2.[0-7].*) CACHE=$cache sh "$here/cuobjdump.sh" 12 ;;
	*) CACHE=$cache sh "$here/cuobjdump.sh" 13 ;;
	esac
}

for wheel in "$cache"/torch-*.whl; do
	name=$(basename "$wheel")
	want=$(columns "$name" <"$table")
	"$program" inspect --emit-rows "$wheel" >"$work/row"
	cat "$work/row" >>"$work/rows"
	got=$(columns "$name" <"$work/row")
	if [ "$want" = "$got" ]; then
		printf 'same    %s: %s\n' "$name" "$got"
	else
		printf 'DIFFER  %s\n  table %s\n  bytes %s\n' "$name" "$want" "$got"
		failed=$((failed + 1))
	fi
	bytes "$wheel"
done
for wheel in "$cache"/nvidia_*.whl; do
	[ -f "$wheel" ] && "$program" inspect -q "$wheel"
done

# The rows as printed, in place of those that the table has, make a matrix.
cp -R data "$work/data"
cut -d, -f1 "$work/rows" >"$work/names"
{ grep -v -F -f "$work/names" "$table"; cat "$work/rows"; } >"$work/data/torch/wheel_code.csv"
if sh "$work/data/build.sh" "$work/matrix.db"; then
	echo "pasted  $(wc -l <"$work/rows") rows into a copy of data: it builds"
else
	failed=$((failed + 1))
fi
[ "$failed" = 0 ]
