#!/bin/sh
# fix.sh PROGRAM SAMPLES: requirements and environment files of real projects on machines that they
# were not made for: the corrected file is one that patch takes, and nothing is left to find in it.
# What a change of lines cannot do is said instead, or beside it.
set -eu
program=$(realpath "$1")
samples=$(realpath "$2")/field/requirements
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
total=0 left=0 said=0 half=0

# fix FILE GPU DRIVER
fix() {
	rm -rf "$work/dir"
	mkdir "$work/dir"
	cp "$1" "$work/dir"
	cd "$work/dir"
	f=${1##*/}
	"$program" doctor --strict -f "$f" --gpu "$2" --driver "$3" --platform linux-64 >/dev/null 2>&1 && return
	"$program" doctor --fix-file -f "$f" --gpu "$2" --driver "$3" --platform linux-64 >d 2>e || true
	if [ ! -s d ]; then
		grep -q '^note: ' e && said=$((said + 1))
		return
	fi
	total=$((total + 1))
	patch -s -p0 <d &&
		"$program" doctor -q -f "$f" --gpu "$2" --driver "$3" --platform linux-64 >o 2>&1 && return
	if grep -q '^note: behind the cure is left: ' e; then
		half=$((half + 1))
		return
	fi
	left=$((left + 1))
	echo "fix: ${1##*/} on $2, driver $3: $(grep -m 1 '^\[xx' o || echo 'patch fails')"
}

for file in "$samples"/*; do
	case $file in *.tsv | *.py | *.sh) continue ;; esac
	fix "$file" 'RTX 5090' 575
	fix "$file" 'Tesla K80' 470.82.01
	fix "$file" 'RTX 4090' 535
	fix "$file" H100 580
done
echo "fix: $total files corrected, $half of them with what is left said, $left not clean after it, $said said instead"
[ "$left" = 0 ]
