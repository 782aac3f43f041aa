#!/bin/sh
# build.sh OUT: makes the matrix from the tables of this folder.
set -eu
rm -f "$1.new"
sqlite3 "$1.new" 'PRAGMA application_id = 0x43504c4e; PRAGMA user_version = 1000;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;'
mv "$1.new" "$1"
