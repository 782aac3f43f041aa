#!/bin/sh
# Wheel names as people have them, with the facts in them: wheel_names.tsv of the samples.
set -eu
table=$2/field/wheel_names.tsv
[ -f "$table" ] || exit 0
make -s B="$(dirname "$1")" "$(dirname "$1")/unit/all"
WHEEL_NAMES=$table "$(dirname "$1")/unit/all" wheel_names_of_users
