#!/bin/sh
# front.sh MATRIX OUT: the tables that detect and suggest always read, alone, without the columns that
# they do not ask for. SQLite reads a whole schema before it answers anything; this one is read in
# a quarter of the time. What it lacks is asked of the whole matrix, so what is left out here costs
# time and nothing else.
set -eu
tables="meta catalogue catalogue_fact driver_key driver_listed driver_cut driver_card driver_cc driver_arch
	driver_chip driver_vgpu driver_pci driver_branch driver_release driver_l4t"
out=$2.tmp.$$
trap 'rm -f "$out" "$out-journal"' EXIT
trap 'exit 1' HUP INT TERM

cp "$1" "$out"
chmod u+w "$out"
keep=$(printf "'%s'," $tables)
{
	printf 'PRAGMA journal_mode = off;\n'
	sqlite3 -batch "$1" "SELECT 'DROP ' || type || ' \"' || name || '\";' FROM sqlite_schema
		WHERE type IN ('table', 'view') AND name NOT IN (${keep%,}) AND (name NOT GLOB 'sqlite_*'
		OR name GLOB 'sqlite_stat?') ORDER BY type = 'table'"
	for table in $tables; do
		sqlite3 -batch "$1" "SELECT 'ALTER TABLE $table DROP COLUMN ' || name || ';'
			FROM pragma_table_info('$table') WHERE name IN ('note', 'source',
			'first_toolkit', 'first_binary_toolkit', 'desktop_sm', 'desktop_cuda')
			OR name = 'confidence' AND '$table' <> 'driver_release'"
	done
	printf 'VACUUM;\n'
} | sqlite3 -batch "$out" >/dev/null
mv "$out" "$2"
