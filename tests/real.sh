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
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
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

# The cuobjdump of its time: no one reads both sm_37 and what CUDA 12.8 and later write.
tool_of() {
	case $(basename "$1") in
	torch-1.* | torch-2.[0-7].*) CACHE=$cache sh "$here/cuobjdump.sh" 12 ;;
	*) CACHE=$cache sh "$here/cuobjdump.sh" 13 ;;
	esac
}

differs() {
	failed=$((failed + 1))
	printf 'DIFFER  %s %s: %s\n' "$name" "$1" "$2"
	diff "$work/want" "$work/got" | head -n 5
}

# one MEMBER: its device code and headers, as the tools read them from an unpacked copy
one() {
	unzip -p "$wheel" "$1" >"$work/lib"
	dynamic_listed "$work/lib" >"$work/want"
	dynamic_ours "$1" <"$work/json" >"$work/got"
	cmp -s "$work/want" "$work/got" || differs "$1" 'dynamic section'
	[ -n "$tool" ] || return 0
	listed "$tool" "$work/lib" >"$work/want"
	ours "$1" <"$work/json" >"$work/got"
	cmp -s "$work/want" "$work/got" || differs "$1" 'device code'
	cat "$work/want" >>"$work/seen"
	unseen "$1" <"$work/json" >>"$work/unseen"
}

# bytes WHEEL: every library of it against cuobjdump and readelf
bytes() {
	name=$(basename "$1")
	tool=$(tool_of "$1")
	: >"$work/seen"
	: >"$work/unseen"
	"$program" inspect --json -v "$1" >"$work/json"
	unzip -Z1 "$1" | grep -E '\.so(\.[0-9.]+)?$' | sort >"$work/want"
	jq -r '.items[0].libraries[].path' "$work/json" | grep -E '\.so(\.[0-9.]+)?$' |
		sort >"$work/got"
	cmp -s "$work/want" "$work/got" || differs '' 'list of libraries'
	cp "$work/got" "$work/members"
	while read -r member; do
		one "$member"
	done <"$work/members"
	printf '        %s libraries; cuobjdump sees %s entries; it does not see: %s\n' \
		"$(wc -l <"$work/members")" "$(awk -F= '{ n += $2 } END { print n + 0 }' "$work/seen")" \
		"$(tr '\n' ' ' <"$work/unseen" | grep . || echo nothing)"
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
