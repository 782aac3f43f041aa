#!/bin/sh
# Mistakes that someone may make in data/ are named with file, line and key: they are put into copies of
# the tables, and the build of the matrix must fail on that row and for that reason. One copy takes
# one mistake of each table, so that none hides behind its neighbour.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
n=0
copies=0

fail() {
	echo "mistakes: $*"
	bad=1
}

# mistake FILE ROW CHANGE KEY: the first line of data/FILE that begins with ROW, changed by sed.
mistake() {
	n=$((n + 1))
	copy=1
	while [ -e "$work/$copy" ] && ! cmp -s "data/$1" "$work/$copy/$1"; do copy=$((copy + 1)); done
	[ -e "$work/$copy" ] || { cp -R data "$work/$copy"; copies=$copy; }
	line=$(grep -n "^$2" "data/$1" | head -n 1 | cut -d : -f 1)
	[ -n "$line" ] || { fail "data/$1 has no row $2"; return; }
	sed "${line}$3" "data/$1" >"$work/$copy/$1"
	! cmp -s "data/$1" "$work/$copy/$1" || fail "$3 changes nothing in line $line of data/$1"
	printf '%s:%s: %s: \n' "$1" "$line" "$4" >>"$work/planted.$copy"
}

# gone FILE ROW OTHER LINE KEY: without the rows of data/FILE that begin so, data/OTHER is told of.
gone() {
	n=$((n + 1))
	copies=$((copies + 1))
	cp -R data "$work/$copies"
	sed "/^$2/d" "data/$1" >"$work/$copies/$1"
	! cmp -s "data/$1" "$work/$copies/$1" || fail "data/$1 has no row $2"
	printf '%s:%s: %s: \n' "$3" "$(grep -n "^$4" "$work/$copies/$3" | head -n 1 | cut -d : -f 1)" "$5" \
		>"$work/planted.$copies"
}

# a branch's CUDA, one too many and one too few
mistake driver/branch.csv 550,12.4, 's/12[.]4/12.5/' 550
mistake driver/branch.csv 535,12.2, 's/12[.]2/12.1/' 535
# cuDNN of a build, which the pin of the same wheel tells too
mistake torch/build.csv 2.8.0,cu128,pypi, 's/,9[.][0-9.]*,/,9.1.0.70,/' '2.8.0 cu128 pypi'
# torchtext of another torch: a later one, one that its METADATA does not name
mistake torch/release.csv 2.1.0, 's/,0[.]16[.]0,/,0.15.2,/' 2.1.0
mistake torch/release.csv 1.13.1, 's/,0[.]14[.]1,/,0.12.0,/' 1.13.1
# a list that is ahead of what was published
mistake coverage.csv 'pypi,[*],torch,' 's/,2[.][0-9]*[.][0-9]*,builds/,2.99.0,builds/' 'pypi * torch 1.0.0'
mistake coverage.csv 'pytorch-index,[*],nvidia' 's/,2[.][0-9]*[.][0-9]*,builds/,2.99.0,builds/' 'pytorch-index * nvidia-libraries 1.0.0'
mistake coverage.csv 'conda-forge,[*],torch,2' 's/,2[.]14[.]0,/,2.99.0,/' 'conda-forge * torch 2.99.0'
# lists that ended before what is in the tables
mistake coverage.csv 'pypi,[*],nvidia' 's/,2[.][0-9]*[.][0-9]*,builds/,2.13.0,builds/' 'pypi * nvidia-libraries 1.0.0'
mistake coverage.csv 'pypi,[*],torchvision' 's/,0[.][0-9]*[.][0-9]*,builds/,0.28.0,builds/' 'pypi * torchvision 0.1.6'
# a wheel without one of its Pythons, in the middle and at the end
mistake torch/wheel.csv '2.2.2,[^,]*,cu121,linux_x86_64' 's/ 3[.]10 / /' '2.2.2 cu121 cu121 linux_x86_64'
mistake torch/wheel.csv '2.2.2,[^,]*,cu118,' 's/ 3[.]12,/,/' '2.2.2 cu118 cu118 linux_x86_64'
# minimum drivers
mistake driver/toolkit.csv 12.4.0 's/,550[.][0-9.]*,/,380.50.01,/' 12.4.0
mistake driver/cuda.csv 12.4, 's/525[.]60[.]13/380.60.13/' 12.4
# own_code, both ways
mistake driver/cc.csv 8.7, 's/,1,1,/,1,0,/' 8.7
mistake driver/cc.csv 8.6, 's/,0,0,/,0,1,/' 8.6
# the CUDA of an extension's wheel against the runtime that was measured in it
mistake torch/extension_wheel.csv 'fbgemm-gpu,1.4.0,linux-64' 's/,12,/,13,/' 'fbgemm-gpu 1.4.0 linux-64'
# PTX that is gone, and with it what is known of it
mistake torch/arch.csv 2.4.1,cu118,win-64 's/,37,/,none,/' '2.4.1 cu118 win-64'

# rows of a release that are gone, and the list of releases that ends before the last
gone torch/arch.csv 2.13.0,cu130,linux-64 torch/build.csv 2.13.0,cu130,pypi '2.13.0 cu130 pypi'
gone torch/pin.csv 2.13.0,cu130 torch/build.csv 2.13.0,cu130,pypi '2.13.0 cu130 pypi'
newest=$(grep ',pypi,' data/torch/build.csv | tail -n 1 | cut -d , -f 1-3)
gone coverage.csv 'pypi,[*],torch,' torch/build.csv "$newest" "$(echo "$newest" | tr , ' ')"

for copy in $(seq $copies); do
	! sh "$work/$copy/build.sh" "$work/out.db" 2>"$work/said" || fail 'a build passes'
	while read -r place; do
		grep -qF -- "$place " "$work/said" || fail "nobody sees $place $(cat "$work/said")"
	done <"$work/planted.$copy"
done
[ "$n" -ge 9 ] || { echo "mistakes: only $n were planted"; exit 1; }
[ "$bad" = 0 ] && echo "mistakes: $n planted, all named"
exit "$bad"
