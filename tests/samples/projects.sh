#!/bin/sh
# projects.sh PROGRAM SAMPLES: the worst that doctor finds in each real project, where nothing is told
# of a machine, is the verdict of its label.
set -eu
program=$(realpath "$1")
samples=$2/projects
out=$(mktemp)
trap 'rm -f "$out"' EXIT
n=0 failed=0

while IFS= read -r label; do
	file=${label#*'"file": "'} verdict=${label#*'"verdict": "'}
	file=${file%%'"'*} verdict=${verdict%%'"'*}
	"$program" doctor --json "$samples/$file" >"$out" || true
	case $(cat "$out") in
	*'"severity":"error"'*) got=error ;;
	*'"severity":"warning"'*) got=warning ;;
	*'"findings":'*) got=fine ;;
	*) got='no answer' ;;
	esac
	n=$((n + 1))
	if [ "$got" != "$verdict" ]; then
		echo "projects: $file: $got, and its label says $verdict"
		failed=$((failed + 1))
	fi
done <"$samples/labels.jsonl"
echo "projects: $n judged, $failed other than their labels"
[ "$n" -gt 0 ] && [ "$failed" = 0 ]
