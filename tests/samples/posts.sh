#!/bin/sh
# posts.sh PROGRAM SAMPLES [LEAST]: whole posts of people, each with what a right answer of explain says
# and what a false one would (Perl's regular expressions, whatever case). The number of right ones may
# only rise, and none is false.
set -eu
LANGUAGE=en # which posts in Chinese are answered in, too
export LANGUAGE
program=$1
samples=$2/field/posts
least=${3:-27}
[ -d "$samples" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')

right=0
false=0
all=0
tr '\t' '\001' <"$samples/index.tsv" | tail -n +2 >"$work/index"
while IFS=$(printf '\001') read -r file _ must mustnot _; do
	all=$((all + 1))
	"$program" explain - <"$samples/$file" >"$work/said" 2>&1 || true
	if [ -n "$mustnot" ] && grep -qiP -- "$mustnot" "$work/said"; then
		false=$((false + 1))
		echo "false${tab}$file${tab}$mustnot"
	elif grep -qiP -- "$must" "$work/said"; then
		right=$((right + 1))
	else
		echo "missed${tab}$file${tab}$must"
	fi
done <"$work/index"
echo "$right of $all posts answered rightly, $false falsely"
[ "$right" -ge "$least" ] || { echo "posts.sh: $right are right, at least $least were"; exit 1; }
[ "$false" -eq 0 ]
