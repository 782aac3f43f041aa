#!/bin/sh
# Build the matrix: sh data/build.sh OUT.db [TABLES]
# Reads schema.sql, *.csv, derive.sql and checks.sql of this folder and of the folders in it, and
# copies what passed as ship.sql says. A CSV file in TABLES, a folder laid out as this one, is read
# in place of the one here; what it names as a source may stand in either. What is wrong is told as
# FILE:LINE: KEY: WHAT, the key being the columns of the table's key with blanks between.
set -eu
LC_ALL=C
export LC_ALL
out=${1:?usage: build.sh OUT.db [TABLES]}
tables=${2:-}
case $out in /*) ;; *) out=$PWD/$out ;; esac
case $tables in '' | /*) ;; *) tables=$PWD/$tables ;; esac
cd "$(dirname "$0")"

tmp=$out.tmp.$$
trap 'rm -f "$tmp" "$tmp".*' EXIT
trap 'exit 1' HUP INT TERM

run() { # FILE...
	for file in "$@"; do
		[ ! -e "$file" ] || printf '.read "%s"\n' "$file"
	done
}

# Every table and its CSV file, one to a line; a table of sources may have several.
files() {
	for csv in *.csv */*.csv; do
		table=${csv%.csv}
		case $csv in
		*/source.csv) table=source ;;
		*/*) table=${csv%%/*}_${table##*/} ;;
		esac
		[ -z "$tables" ] || [ ! -e "$tables/$csv" ] || echo "$table	$tables/$csv"
		[ -n "$tables" ] && [ -e "$tables/$csv" ] && [ "$table" != source ] ||
			echo "$table	$csv"
	done
}

# The tables with the expression of a row's key: the columns of its unique index or primary key.
keys() {
	{
		run schema.sql ./*/schema.sql
		cat <<-'END'
		.mode list
		.separator "\t"
		SELECT t.name, group_concat('ifnull(nullif(' || c.name || ', '''') || '' '', '''')', ' || ')
		FROM pragma_table_list t, pragma_table_info(t.name) c
		LEFT JOIN sqlite_schema i ON i.tbl_name = t.name AND i.sql LIKE 'CREATE UNIQUE%'
		WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%'
		AND CASE WHEN i.sql IS NULL THEN c.pk
			ELSE instr(substr(i.sql, instr(i.sql, '(')), c.name) END GROUP BY t.name;
		END
	} | sqlite3 -batch
}

# One CSV file into the table of its name, an empty cell is NULL, and where each key stands.
import() { # TABLE FILE [each]: every row by itself
	key=$(awk -F '	' -v t="$1" '$1 == t { print $2 }' "$tmp.keys")
	cols=$(head -n 1 "$2")
	vals=$(printf '%s\n' "$cols" | sed "s/[^,]*/nullif(\"&\", '')/g")
	name=$(printf '%s\n' "$2" | sed "s/'/''/g")
	again=
	[ "$1" != source ] || [ -z "$tables" ] || again='OR IGNORE'
	printf 'DROP TABLE IF EXISTS temp.stage;\n'
	printf '.import --csv --schema temp "%s" stage\n' "$2"
	if [ -n "${3:-}" ]; then
		rows=$(($(wc -l <"$2")))
		printf "SELECT '%s', rowid + 1, %s FROM temp.stage;\n" "$name" "$key"
		awk -v n="$rows" -v a="INSERT $again INTO main.\"$1\" ($cols) SELECT $vals" 'BEGIN {
			for (i = 1; i < n; i++)
				printf "%s FROM temp.stage WHERE rowid = %d;\n", a, i
		}'
		return
	fi
	printf 'INSERT %s INTO main."%s" (%s) SELECT %s FROM temp.stage;\n' "$again" "$1" "$cols" \
		"$vals"
	printf "INSERT INTO build_line SELECT '%s', trim(%s), '%s', rowid + 1 FROM temp.stage;\n" \
		"$1" "$key" "$name"
}

load() { # [each]
	run schema.sql ./*/schema.sql
	echo 'CREATE TABLE build_line (name TEXT, key TEXT, file TEXT, line INTEGER);'
	while IFS='	' read -r table csv; do
		import "$table" "$csv" "${1:-}"
	done <"$tmp.files"
	[ -z "$tables" ] || drop_unused
}

# With TABLES only the sources that something names, so that a new one here changes nothing there.
drop_unused() {
	printf 'DELETE FROM source WHERE key NOT IN (SELECT value FROM (SELECT NULL AS keys'
	while IFS='	' read -r table csv; do
		! head -n 1 "$csv" | grep -q source ||
			printf ' UNION SELECT source FROM "%s"' "$table"
	done <"$tmp.files"
	printf "), json_each('[\"' || replace(replace(keys, '\"', ''), ' ', '\",\"') || '\"]'));\n"
}

# Which rows a table refuses, and why: all are put in one by one, and SQLite tells the line of the
# script that failed, which is then looked up there.
refused() {
	{
		printf 'PRAGMA journal_mode = off;\nPRAGMA synchronous = off;\nBEGIN;\n'
		load each
	} >"$tmp.sql"
	rm -f "$tmp"
	sqlite3 -batch "$tmp" <"$tmp.sql" >"$tmp.rows" 2>"$tmp.bad" || :
	awk -v rows="$tmp.rows" '
	FILENAME == rows {
		n = split($0, cell, "|")
		key[cell[1] ":" cell[2]] = cell[3]
		for (i = 4; i <= n; i++)
			key[cell[1] ":" cell[2]] = key[cell[1] ":" cell[2]] "|" cell[i]
		next
	}
	FILENAME ~ /sql$/ {
		if ($1 == ".import") { file = $0; sub(/^[^"]*"/, "", file); sub(/".*/, "", file) }
		if (/ WHERE rowid = [0-9]+;$/) { sub(/;$/, "", $NF); at[FNR] = file ":" ($NF + 1) }
		next
	}
	match($0, /near line [0-9]+: /) {
		line = substr($0, RSTART + 10, RLENGTH - 12)
		why = substr($0, RSTART + RLENGTH)
		sub(/ \([0-9]+\)$/, "", why)
		if (why ~ /has no column named/) {
			sub(/:.*/, ":1: ", at[line])
			sub(/.*has/, "the table has", why)
			if (!told[at[line] why]++) print at[line] why
			next
		}
		if (why ~ /^UNIQUE/) why = "this row stands there twice"
		sub(/^NOT NULL constraint failed: [a-z_]*[.]/, "nothing in the column ", why)
		sub(/^CHECK constraint failed: /, "not allowed; it must be: ", why)
		k = key[at[line]]; sub(/ +$/, "", k)
		print at[line] ": " k ": " why
		next
	}
	{ print }' "$tmp.rows" "$tmp.sql" "$tmp.bad"
}

# report FILE: rows of three columns, a table, the key of a row in it, and what is wrong there.
report() {
	[ -s "$1" ] || return 0
	echo "$0: the matrix contradicts itself:" >&2
	sqlite3 -batch -readonly -separator '	' "$tmp" 'SELECT * FROM build_line' \
		>"$tmp.rows"
	awk -F '	' 'NR == FNR { at[$1 "	" $2] = $3 ":" $4; next }
		{ print (($1 "	" $2) in at ? at[$1 "	" $2] : $1) ": " $2 ": " $3 }' \
		"$tmp.rows" "$1" | head -n 40 >&2
	exit 1
}

# What follows from the schema: the rows and the sources that are named are there.
wanted() {
	{
		echo 'CREATE TEMP TABLE row_key (name TEXT, key TEXT);'
		printf '.mode tabs\n.import "%s" row_key\n.mode list\n' "$tmp.keys"
		run wanted.sql
	} | sqlite3 -batch -readonly "$tmp"
}

files >"$tmp.files"
keys >"$tmp.keys"
awk -F '\t' 'NR == FNR { has[$1] = 1; next }
	!has[$1] { print $2 ":1: " $1 ": there is no such table in the schema" }' \
	"$tmp.keys" "$tmp.files" >"$tmp.bad"
if [ -s "$tmp.bad" ]; then
	cat "$tmp.bad" >&2
	exit 1
fi
fast='PRAGMA journal_mode = off;\nPRAGMA synchronous = off;\n'
{
	printf ".bail on\n${fast}BEGIN;\n"
	load
	printf 'COMMIT;\n'
} >"$tmp.sql"
rm -f "$tmp"
# A warning is an error too: a row with too many or too few cells gives no more than that.
if ! sqlite3 -batch "$tmp" <"$tmp.sql" 2>"$tmp.bad" >/dev/null || [ -s "$tmp.bad" ]; then
	cp "$tmp.bad" "$tmp.first"
	refused >"$tmp.why"
	[ -s "$tmp.why" ] || cp "$tmp.first" "$tmp.why"
	head -n 40 "$tmp.why" >&2
	exit 1
fi
wanted | sqlite3 -batch -readonly -separator '	' "$tmp" >"$tmp.bad"
report "$tmp.bad"

# The derived tables, then the checks of all: every row that one returns names something wrong.
{
	printf ".bail on\n${fast}BEGIN;\n"
	run ./*/derive.sql derive.sql
	printf 'COMMIT;\n'
} | sqlite3 -batch "$tmp" 2>"$tmp.bad" >/dev/null || {
	sed 's/.*near line [0-9]*: /the derived tables cannot be made: /' "$tmp.bad" >&2
	exit 1
}
{
	printf '.bail on\n.mode list\n.separator "\\t"\n'
	run checks.sql ./*/checks.sql
} | sqlite3 -batch -readonly "$tmp" >"$tmp.bad"
report "$tmp.bad"

{
	printf '.bail on\nPRAGMA journal_mode = off;\nPRAGMA synchronous = off;\n'
	printf 'PRAGMA page_size = 4096;\n'
	printf 'PRAGMA application_id = 0x43504c4e;\nPRAGMA user_version = 1000;\n'
	printf "ATTACH '%s' AS whole;\nBEGIN;\n" "$(printf '%s' "$tmp" | sed "s/'/''/g")"
	sqlite3 -batch -readonly "$tmp" <ship.sql
	printf 'COMMIT;\nDETACH whole;\nVACUUM;\n'
} >"$tmp.sql"
rm -f "$tmp.ship"
sqlite3 -batch "$tmp.ship" <"$tmp.sql" >/dev/null
mv "$tmp.ship" "$out"
