#!/bin/sh
# count.sh PROGRAM [FOLDER...]: as many machines and GPUs are read as a text holds, or it is refused,
# or CP001 says that some are missing; never fewer in silence. To every sample that tells of one
# machine nodes are added, in the ways that tools print them, and GPUs, and the count has to follow.
set -u
program=$1
shift
[ $# -gt 0 ] || set -- tests/files/nvidia_smi tests/files/host
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=0
failed=0

# ask FILE: sets rc, hosts, gpus and cut.
ask() {
	"$program" detect --json --host "$1" >"$work/out" 2>/dev/null
	rc=$?
	hosts=$(grep -o '"source":' "$work/out" | wc -l)
	gpus=$(grep -o '"index":' "$work/out" | wc -l)
	cut=$(grep -c '"CP001"' "$work/out")
}

prefixed() {
	for n in n1 n2 n3; do sed "s/^/$n: /" "$1"; done
}

headed() {
	for n in n1 n2 n3; do
		printf -- '----------------\n%s\n----------------\n' $n
		cat "$1"
		echo
	done
}

folded() {
	printf -- '---------------\nn[1-3] (3)\n---------------\n'
	cat "$1"
}

ansible() {
	for n in n1 n2 n3; do
		echo "$n | CHANGED | rc=0 >>"
		cat "$1"
		echo
	done
}

# follows WHAT HOSTS GPUS: the text in $work/text holds so many.
follows() {
	ask "$work/text"
	[ "$rc" != 0 ] || [ "$cut" -gt 0 ] && return
	[ "$hosts" = "$2" ] && [ "$gpus" = "$3" ] && return
	echo "count: $file with $1: $hosts machines with $gpus GPUs, not $2 with $3"
	failed=$((failed + 1))
}

# What tools of clusters print, with more and more nodes and GPUs; and those forms that tell how
# much there is, cut after every line.
made() {
	awk -v form="$1" -v nodes="$2" -v gpus="$3" -f tests/check/count_made.awk
}

for form in gpustat gpustat_json dcgmi scontrol slurm_line sinfo describe ray_list ray_json; do
	file=$form
	for n in 1 2 7; do
		[ $form != dcgmi ] || [ $n = 1 ] || continue
		for g in 1 3 8; do
			made $form $n $g >"$work/text"
			ask "$work/text"
			[ "$rc" = 0 ] && [ "$cut" = 0 ] || {
				echo "count: $form of $n nodes with $g GPUs is refused or cut"
				failed=$((failed + 1))
			}
			follows "$n nodes, $g GPUs" $n $((n * g))
		done
	done
	case $form in gpustat_json | ray_json | dcgmi) ;; *) continue ;; esac
	n=2
	[ $form = ray_json ] || n=1
	made $form $n 3 >"$work/whole"
	lines=$(wc -l <"$work/whole")
	line=$((lines - 2))
	while [ $line -gt 0 ]; do
		head -n $line "$work/whole" >"$work/text"
		follows "a cut after line $line" $n $((n * 3))
		line=$((line - 1))
	done
done
made dcgmi 1 2 >"$work/dcgmi"
prefixed "$work/dcgmi" >"$work/text"
file=dcgmi
follows 'three nodes (prefixed)' 3 6

for file in "$@"; do
	[ ! -d "$file" ] || set -- "$@" "$file"/*
done
for file in "$@"; do
	[ -f "$file" ] || continue
	ask "$file"
	[ "$rc" = 0 ] && [ "$hosts" = 1 ] && [ "$cut" = 0 ] || continue
	# A sentence is what a person says of a machine; no node prints it.
	[ "$(grep -c . "$file")" -gt 1 ] || continue
	files=$((files + 1))
	one=$gpus
	case $((files % 4)) in
	0) way=prefixed ;;
	1) way=headed ;;
	2) way=folded ;;
	*) way=ansible ;;
	esac
	$way "$file" >"$work/text"
	follows "three nodes ($way)" 3 $((3 * one))
	[ "$one" -gt 0 ] && awk -v add=3 -f tests/check/count.awk "$file" >"$work/text" || continue
	follows 'three GPUs more' 1 $((one + 3))
done
[ "$files" -gt 0 ] || failed=1
[ "$failed" = 0 ] && echo "count: nodes and GPUs added to $files texts are all read or missed aloud"
[ "$failed" = 0 ]
