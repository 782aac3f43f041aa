#!/bin/sh
# variants.sh PROGRAM SAMPLES: what uv's own provider chose on each machine of uv_choice.tsv, and
# which variants run on all of its GPUs; and the names of wheels in wheel_names.tsv.
set -eu
program=$1
dir=$2/variants
[ -f "$dir/uv_choice.tsv" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One machine as the JSON of detect, from the columns host, cc, driver, cuda_header.
machine() {
	awk -F'\t' -v row="$1" 'NR == row {
		n = split($3, cc, / \+ /)
		for (i = 1; i <= n; i++) {
			sub(/\./, "", cc[i])
			gpus = gpus (i > 1 ? "," : "") "{\"index\":" i - 1 ",\"name\":null,\"sm\":\"" \
				cc[i] "\",\"sm_source\":\"nvml\",\"sm_candidates\":[\"" cc[i] "\"]}"
		}
		printf "{\"schema_version\":1,\"hosts\":[{\"source\":\"%s\",\"platform\":\"linux-64\"," \
			"\"glibc\":\"2.35\",\"wsl\":null,\"container\":null,\"visible_devices\":%s," \
			"\"driver\":%s,\"driver_cuda\":%s,\"driver_missing\":%s,\"gpus\":[%s]," \
			"\"toolkits\":[],\"problems\":[]}]}\n", $1, $2 ~ /VISIBLE/ ? "\"\"" : "null", \
			$4 == "" ? "null" : "\"" $4 "\"", $5 == "" ? "null" : "\"" $5 "\"", \
			$4 == "" ? "true" : "false", gpus
	}' "$dir/uv_choice.tsv"
}

rows=$(wc -l <"$dir/uv_choice.tsv")
for row in $(seq 2 "$rows"); do
	machine "$row" >"$work/host"
	"$program" inspect --json --host "$work/host" "$dir/faketorch-1.0-variants.json" \
		>"$work/$row" 2>/dev/null || :
	printf '%s\t%s\n' "$row" "$(awk -F'\t' -v row="$row" 'NR == row { print $1 "\t" $6 "\t" $8 }' \
		"$dir/uv_choice.tsv")"
done >"$work/want"
sqlite3 -batch :memory: >"$work/out" <<SQL
CREATE TABLE want (row, id, takes, runs);
.mode tabs
.import $work/want want
.mode list
.separator ' '
CREATE TABLE got AS SELECT *, CAST(readfile('$work/' || row) AS TEXT)
	->> '\$.items[0].variant_choice[0]' AS c FROM want;
CREATE TABLE told AS SELECT *, c ->> '\$.takes' AS t, coalesce((SELECT group_concat(l, ' ') FROM
	(SELECT value ->> '\$.label' AS l FROM json_each(c, '\$.variants')
	WHERE value ->> '\$.runs' AND NOT value ->> '\$.cpu' ORDER BY l DESC)), 'none') AS r FROM got;
SELECT id, 'takes', t, 'measured', takes FROM told WHERE t IS NOT takes;
SELECT id, 'runs', r, 'labelled', runs FROM told WHERE r <> runs AND runs <> 'unknown';
SQL
cat "$work/out"
[ ! -s "$work/out" ]
echo "$((rows - 1)) machines as measured"

# name, version, platform, label; an empty name: no wheel
names=0
tab=$(printf '\t')
tail -n +2 "$dir/wheel_names.tsv" | sed "s/$tab$tab/$tab-$tab/g; s/$tab$tab/$tab-$tab/g" >"$work/names"
while IFS=$tab read -r file name _ platform label _; do
	if ! "$program" inspect --json "$file" >"$work/name" 2>/dev/null && [ "$name" = - ]; then
		names=$((names + 1))
		continue
	fi
	for want in "\"name\":\"$name\"" "\"platform_tag\":\"$platform\"" \
		"$([ "$label" = - ] && echo '"variant_label":null' || echo "\"variant_label\":\"$label\"")"; do
		grep -qF "$want" "$work/name" || { echo "$file: no $want"; exit 1; }
	done
	names=$((names + 1))
done <"$work/names"
echo "$names names as labelled"
