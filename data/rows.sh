#!/bin/sh
# rows.sh CSV: the rows of a table as ROW("…", "…"), one a line, for src/fact/row.c, which has what
# readers need: they know no matrix.
set -eu
ask() {
	sqlite3 -batch :memory: ".import --csv \"$1\" t" "$2"
}
# A column with a title in capitals has names of C.
cells=$(ask "$1" "SELECT group_concat(CASE name WHEN upper(name) THEN '\"' || name || '\"'
	ELSE 'json_quote(\"' || name || '\")' END, ' || '', '' || ') FROM pragma_table_info('t')")
ask "$1" "SELECT 'ROW(' || $cells || ')' FROM t"
