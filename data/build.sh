#!/bin/sh
# Build the matrix: sh data/build.sh OUT.db [TABLES]
# Reads schema.sql, *.csv, derive.sql and checks.sql of this folder and of the folders in it, and
# copies what passed as ship.sql says. A CSV file in TABLES, a folder laid out as this one, is read
# in place of the one here; what it names as a source may stand in either.
set -eu
LC_ALL=C
export LC_ALL
out=${1:?usage: build.sh OUT.db [TABLES]}
tables=${2:-}
case $out in /*) ;; *) out=$PWD/$out ;; esac
case $tables in '' | /*) ;; *) tables=$PWD/$tables ;; esac
cd "$(dirname "$0")"

tmp=$out.tmp.$$
trap 'rm -f "$tmp" "$tmp.ship" "$tmp.sql" "$tmp.bad"' EXIT
trap 'exit 1' HUP INT TERM

# One CSV file into the table of its name; an empty cell is NULL.
import() { # TABLE FILE [OR IGNORE]
	cols=$(head -n 1 "$2")
	vals=$(printf '%s\n' "$cols" | sed "s/[^,]*/nullif(\"&\", '')/g")
	printf 'DROP TABLE IF EXISTS temp.stage;\n'
	printf '.import --csv --schema temp "%s" stage\n' "$2"
	printf 'INSERT %s INTO main."%s" (%s) SELECT %s FROM temp.stage;\n' "${3:-}" "$1" "$cols" "$vals"
}

table() { # TABLE FILE
	if [ -z "$tables" ] || [ ! -e "$tables/$2" ]; then
		import "$1" "$2"
	elif [ "$1" != source ]; then
		import "$1" "$tables/$2"
	else
		import source "$tables/$2"
		import source "$2" 'OR IGNORE'
	fi
}

run() { # FILE...
	for file in "$@"; do
		[ ! -e "$file" ] || printf '.read "%s"\n' "$file"
	done
}

{
	printf '.bail on\n'
	printf 'PRAGMA journal_mode = off;\nPRAGMA synchronous = off;\nBEGIN;\n'
	run schema.sql ./*/schema.sql
	for csv in *.csv; do
		table "${csv%.csv}" "$csv"
	done
	for csv in */*.csv; do
		name=${csv##*/}
		case $name in
		source.csv) table source "$csv" ;;
		*) table "${csv%%/*}_${name%.csv}" "$csv" ;;
		esac
	done
	run ./*/derive.sql derive.sql
	printf 'COMMIT;\n'
} >"$tmp.sql"
rm -f "$tmp"
# A warning is an error too: a row with too many or too few cells gives no more than that.
if ! sqlite3 -batch "$tmp" <"$tmp.sql" 2>"$tmp.bad" >/dev/null || [ -s "$tmp.bad" ]; then
	cat "$tmp.bad" >&2
	exit 1
fi

# Every row that a check returns names something wrong.
{
	printf '.bail on\nPRAGMA foreign_key_check;\n'
	run checks.sql ./*/checks.sql
} >"$tmp.sql"
sqlite3 -batch -readonly "$tmp" <"$tmp.sql" >"$tmp.bad" 2>&1 || {
	cat "$tmp.bad" >&2
	exit 1
}
if [ -s "$tmp.bad" ]; then
	echo "$0: the matrix contradicts itself:" >&2
	head -n 40 "$tmp.bad" >&2
	exit 1
fi

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
