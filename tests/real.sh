#!/bin/sh
# real.sh PROGRAM: downloads real wheels with pip into a cache outside the tree (CACHE, about 5 GB),
# reads them and compares with data/torch/wheel_code.csv. Prints one line for each.
set -u
program=$1
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}
table=data/torch/wheel_code.csv
mkdir -p "$cache"
failed=0

# get PACKAGE==VERSION PYTHON PLATFORM GLOB
get() {
	for f in "$cache"/$4; do
		[ -f "$f" ] && return 0
	done
	# shellcheck disable=SC2046
	pip download -q --no-deps --only-binary :all: --implementation cp --python-version "$2" \
		--abi "cp$2" --abi none --abi abi3 $(for p in $3; do echo "--platform $p"; done) \
		-d "$cache" "$1"
}

x86='manylinux1_x86_64 manylinux2014_x86_64 manylinux_2_28_x86_64'
arm='manylinux2014_aarch64 manylinux_2_28_aarch64'
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

for wheel in "$cache"/torch-*.whl; do
	name=$(basename "$wheel")
	want=$(columns "$name" <"$table")
	got=$("$program" inspect --emit-rows "$wheel" | columns "$name")
	if [ "$want" = "$got" ]; then
		printf 'same    %s: %s\n' "$name" "$got"
	else
		printf 'DIFFER  %s\n  table %s\n  bytes %s\n' "$name" "$want" "$got"
		failed=$((failed + 1))
	fi
done
for wheel in "$cache"/nvidia_*.whl; do
	[ -f "$wheel" ] && "$program" inspect -q "$wheel"
done
[ "$failed" = 0 ]
