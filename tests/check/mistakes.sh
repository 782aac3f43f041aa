#!/bin/sh
# Mistakes that someone may make in data/ are named with file, line and key: each is put into a copy of
# the tables, one by one, and the build of the matrix must fail on that row and for that reason.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R data "$work/whole"
bad=0
n=0

# mistake FILE ROW CHANGE KEY: the first line of data/FILE that begins with ROW, changed by sed.
mistake() {
	n=$((n + 1))
	rm -rf "$work/data"
	cp -R "$work/whole" "$work/data"
	line=$(grep -n "^$2" "data/$1" | head -n 1 | cut -d : -f 1)
	[ -n "$line" ] || { echo "mistakes: data/$1 has no row $2"; bad=1; return; }
	sed "${line}$3" "data/$1" >"$work/data/$1"
	if cmp -s "data/$1" "$work/data/$1"; then
		echo "mistakes: $3 changes nothing in line $line of data/$1"
		bad=1
	elif sh "$work/data/build.sh" "$work/out.db" 2>"$work/said"; then
		echo "mistakes: nobody sees $3 in line $line of data/$1"
		bad=1
	elif ! grep -qF "$1:$line: $4: " "$work/said"; then
		echo "mistakes: $3 in line $line of data/$1 is not named:"
		cat "$work/said"
		bad=1
	fi
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

[ "$n" -ge 9 ] || { echo "mistakes: only $n were planted"; exit 1; }
[ "$bad" = 0 ] && echo "mistakes: $n planted, all named"
exit "$bad"
