#!/bin/sh
# files.sh PROGRAM SAMPLES: files of public projects, each on the machine of its label: P has a problem
# (exit 1), S is sound (0), U is not to be judged (3, or it says what was not), W is no all-clear. A
# patch that is printed is one that patch takes, and leaves nothing to find. The number of right ones
# may only rise.
set -eu
program=$(realpath "$1")
samples=$2/files
least=${3:-35}
[ -d "$samples" ] || exit 0
samples=$(realpath "$samples")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')

# told TRUTH EXIT: whether that is what the label says.
told() {
	clear=no
	! grep -q '^Nothing wrong found\.$' "$work/out" || clear=yes
	case $1$2 in
	P1 | S0 | U3 | W[13]) ;;
	U0 | W0) [ $clear = no ] ;;
	*) false ;;
	esac
}

# patch_of FILE OPTION...: the patch, if one is printed, is sound.
patch_of() {
	rm -rf "$work/dir"
	cp -r "$samples" "$work/dir"
	cd "$work/dir"
	file=$1
	shift
	"$program" doctor --fix-file -f "$file" "$@" >"$work/diff" 2>/dev/null || true
	[ -s "$work/diff" ] || return 0
	echo "$file" >>"$work/patches"
	patch -s -p0 <"$work/diff" && "$program" doctor -q -f "$file" "$@" >"$work/left" 2>&1 ||
		echo "files: the patch of $file is not sound: $(head -n 1 "$work/left")" >>"$work/unsound"
}

touch "$work/rows" "$work/patches" "$work/unsound"
# No empty field is lost to read.
sed 1d "$samples/labels.tsv" | sed "s/$tab$tab/$tab-$tab/g; s/$tab$tab/$tab-$tab/g" >"$work/labels"
while IFS=$tab read -r case kind file gpu driver platform truth decides _; do
	set -- "$gpu" "$driver" "$platform"
	gpu=$1 driver=$2 platform=$3
	set --
	[ "$gpu" = - ] || set -- "$@" --gpu "$gpu"
	[ "$driver" = - ] || set -- "$@" --driver "$driver"
	[ "$platform" = - ] || set -- "$@" --platform "$platform"
	rc=0
	cd "$samples"
	"$program" doctor -f "$file" "$@" >"$work/out" 2>/dev/null || rc=$?
	if told "$truth" $rc; then
		echo "$kind 1" >>"$work/rows"
	else
		echo "$kind 0" >>"$work/rows"
		echo "files: $case, $file is $truth ($decides), and doctor ends with $rc"
	fi
	case $truth in P) patch_of "$file" "$@" ;; esac
done <"$work/labels"
awk '{ n[$1]++; right[$1] += $2; all += $2 }
END { for (k in n) printf "%s %d of %d, ", k, right[k], n[k]; printf "%d right\n", all }' "$work/rows"
echo "files: $(wc -l <"$work/patches") patches"
cat "$work/unsound"
[ ! -s "$work/unsound" ] || exit 1
right=$(grep -c ' 1$' "$work/rows")
[ "$right" -ge "$least" ] || { echo "files: $right are right, at least $least were"; exit 1; }
