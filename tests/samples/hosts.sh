#!/bin/sh
# hosts.sh PROGRAM SAMPLES: texts about a machine in forms that no reader is written for, held against
# their labels: the GPUs with their compute capability, the driver, and that no machine is invented.
# The number of right ones may only rise.
set -eu
program=$1
samples=$2/hosts
least=${3:-33}
[ -d "$samples" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for f in "$samples"/*.txt; do
	"$program" detect --json --host "$f" >"$work/${f##*/}" 2>/dev/null || echo null >"$work/${f##*/}"
done
{
	printf '.mode ascii\n.separator "\\t" "\\n"\nCREATE TABLE label (l);\n'
	printf '.import "%s" label\n.mode list\n.separator " "\n' "$samples/labels.jsonl"
	cat <<SQL
CREATE TABLE pair AS SELECT l, l ->> '\$.file' AS file, l ->> '\$.must' AS must,
	CAST(readfile('$work/' || (l ->> '\$.file')) AS TEXT) AS a FROM label;
CREATE VIEW fact AS SELECT file, must, a ->> '\$.hosts[0].driver' AS driver, l ->> '\$.driver' AS want,
	a = 'null' || char(10) AS refused, json_array_length(a, '\$.hosts') AS hosts,
	coalesce((SELECT group_concat(coalesce(value ->> '\$.sm', '-')) FROM
		(SELECT value FROM json_each(a, '\$.hosts[0].gpus') ORDER BY value ->> '\$.sm')), '') AS sm,
	coalesce((SELECT group_concat(coalesce(value ->> '\$.sm', '-')) FROM
		(SELECT value FROM json_each(l, '\$.gpus') WHERE json_type(l, '\$.gpus') = 'array' ORDER BY value ->> '\$.sm')), '') AS want_sm FROM pair;
CREATE VIEW result AS SELECT *, CASE must WHEN 'refuse' THEN refused
	ELSE NOT refused AND hosts = 1 AND sm = want_sm AND driver IS want END AS good FROM fact;
SELECT file, must, 'sm ' || sm, 'driver ' || coalesce(driver, '-') FROM result WHERE NOT good;
SELECT sum(good), 'of', count(*), 'texts of no known form read' FROM result;
SQL
} | sqlite3 -batch :memory: >"$work/out"
cat "$work/out"
right=$(tail -n 1 "$work/out" | cut -d ' ' -f 1)
[ "$right" -ge "$least" ] || { echo "hosts.sh: $right are right, at least $least were"; exit 1; }
