#!/bin/sh
# host.sh PROGRAM SAMPLES: reads what real users pasted, and compares with the labels in index.tsv.
set -eu
program=$1
samples=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Answers of a folder , one file for each.
answers() {
	mkdir -p "$work/$1"
	for f in "$samples/$1"/*; do
		"$program" detect --json --host "$f" >"$work/$1/${f##*/}" 2>/dev/null || :
	done
}

# Loads labels and answers of a folder, and prints the differences that the query finds.
compare() {
	answers "field/$1"
	{
		printf '.mode ascii\n.separator "\\t" "\\n"\n.import "%s" label\n' \
			"$samples/field/$1/index.tsv"
		printf ".mode list\n.separator ' '\n"
		cat <<SQL
CREATE TABLE answer AS SELECT file, expected AS e,
	CAST(readfile('$work/field/$1/' || file) AS TEXT) AS a FROM label;
CREATE VIEW host AS SELECT file, e, a ->> '\$.hosts[0].driver' AS driver,
	a ->> '\$.hosts[0].driver_cuda' AS cuda, a ->> '\$.hosts[0].platform' AS platform,
	a ->> '\$.hosts[0].python' AS python, json_array_length(a, '\$.hosts') AS hosts,
	(SELECT json_group_array(value ->> '\$.name') FROM json_each(a, '\$.hosts[0].gpus')) AS names,
	(SELECT json_group_array(value ->> '\$.sm') FROM json_each(a, '\$.hosts[0].gpus')) AS sms,
	(SELECT json_group_array((value ->> '\$.memory_mib') || ' MiB')
	 FROM json_each(a, '\$.hosts[0].gpus')) AS memory,
	-- A sentence beside the form names the GPU; the labels are of the form alone.
	EXISTS (SELECT 1 FROM json_each(a, '\$.hosts[0].from') WHERE value ->> '\$.fact' = 'gpu'
		AND instr(value ->> '\$.text', a ->> '\$.hosts[0].gpus[0].name')) AS told
	FROM answer WHERE json_valid(a);
SELECT file, 'is refused' FROM answer WHERE $3 AND NOT json_valid(a);
SELECT file, hosts, 'hosts' FROM host WHERE hosts <> 1 AND e ->> '\$.gres' IS NULL;
SQL
		cat "$2"
		echo "SELECT count(*), 'files of $1 read' FROM host;"
	} | sqlite3 -batch :memory: >"$work/out"
	cat "$work/out"
	[ "$(wc -l <"$work/out")" = 1 ]
}

unknown="'-', 'No CUDA', 'Could not collect', 'N/A', 'None'"
cat >"$work/nvidia_smi.sql" <<SQL
SELECT file, 'driver', driver, e ->> '\$.driver' FROM host
	WHERE driver IS NOT (e ->> '\$.driver') AND e ->> '\$.driver' IS NOT NULL;
SELECT file, 'cuda', cuda FROM host
	WHERE cuda IS NOT nullif(e ->> '\$.cuda', '-') AND e ->> '\$.cuda' IS NOT NULL;
SELECT file, 'names', names FROM host WHERE e ->> '\$.names' IS NOT NULL
	AND names <> e ->> '\$.names' AND e ->> '\$.format' <> 'xml'
	AND NOT (told AND e ->> '\$.names' = '[]');
SELECT file, 'memory', memory FROM host WHERE e ->> '\$.mem' IS NOT NULL
	AND e ->> '\$.format' <> 'xml' AND replace(memory, ' ', '') <> replace(e ->> '\$.mem', ' ', '')
	AND NOT (told AND e ->> '\$.names' = '[]');
SELECT file, 'first GPU', names, memory FROM host WHERE e ->> '\$.format' = 'xml'
	AND (names ->> '\$[0]' <> e ->> '\$.names[0]' OR memory ->> '\$[0]' <> e ->> '\$.mem[0]');
SELECT file, 'sm', sms FROM host WHERE json_type(e, '\$.cc') = 'array'
	AND sms <> replace(e ->> '\$.cc', '.', '');
SELECT file, 'platform', platform FROM host
	WHERE (e ->> '\$.os' = 'windows') <> (platform IS 'win-64') AND e ->> '\$.os' IS NOT NULL;
SQL
cat >"$work/collect_env.sql" <<SQL
SELECT file, 'driver', driver FROM host WHERE driver IS NOT
	CASE WHEN e ->> '\$.driver' IN ($unknown) THEN NULL ELSE e ->> '\$.driver' END;
SELECT file, 'GPUs', names FROM host WHERE names <> (SELECT json_group_array(value)
	FROM json_each(e, '\$.gpus') WHERE value NOT IN ($unknown) AND value NOT LIKE 'AMD %');
SELECT file, 'python', python FROM host
	WHERE e ->> '\$.python' NOT LIKE python || '.%' AND e ->> '\$.python' LIKE '3.%';
SELECT file, 'platform', platform FROM host WHERE platform IS NOT
	CASE WHEN e ->> '\$.os' LIKE '%(x86_64)' THEN 'linux-64'
	WHEN e ->> '\$.os' LIKE '%(arm64)' THEN 'osx-arm64'
	WHEN e ->> '\$.os' LIKE '%(aarch64)' THEN 'linux-aarch64' END;
SQL
# Labels of one node; of slurm.conf the kinds of GPUs with their number in a node.
cat >"$work/nodes.sql" <<SQL
CREATE VIEW labelled AS SELECT * FROM host WHERE e ->> '\$.labels' IS NOT NULL;
SELECT file, 'driver', driver FROM labelled
	WHERE driver IS NOT e ->> '\$.labels."cuda.driver-version.full"';
SELECT file, 'cuda', cuda FROM labelled
	WHERE cuda IS NOT e ->> '\$.labels."cuda.runtime-version.full"';
SELECT file, 'sm', sms FROM labelled WHERE sms ->> '\$[0]' IS NOT
	(e ->> '\$.labels."gpu.compute.major"') || (e ->> '\$.labels."gpu.compute.minor"');
CREATE VIEW kind AS SELECT DISTINCT file, e, name || ':' || count(*) AS kind FROM (
	SELECT file, e, h.key AS node, g.value ->> '\$.name' AS name FROM answer,
		json_each(a, '\$.hosts') h, json_each(h.value, '\$.gpus') g
	WHERE json_valid(a) AND e ->> '\$.gres' IS NOT NULL)
	GROUP BY file, node, name ORDER BY file, kind;
SELECT file, 'gres', kinds FROM (SELECT file, e, json_group_array(kind) AS kinds FROM kind
	GROUP BY file) WHERE kinds IS NOT e ->> '\$.gres';
SQL

# The printed samples: the same files are read or refused as in the project's own table.
printed() {
	answers nvidia_smi
	n=0
	while IFS="$(printf '\t')" read -r file outcome _; do
		case $file in '#'*) continue ;; esac
		[ -e "$samples/nvidia_smi/$file" ] || { echo "$file is missing"; return 1; }
		read=refused
		[ -s "$work/nvidia_smi/$file" ] && read='read'
		[ "$read" = "$outcome" ] || { echo "$file: $read, expected $outcome"; return 1; }
		n=$((n + 1))
	done <tests/files/nvidia_smi/expected.tsv
	echo "$n printed samples read or refused as expected"
}

bad=0
printed || bad=1
compare nvidia_smi "$work/nvidia_smi.sql" 1 || bad=1
compare collect_env "$work/collect_env.sql" 1 || bad=1
compare nodes "$work/nodes.sql" "(file LIKE '%.json' OR file LIKE 'slurm%')" || bad=1
exit "$bad"
