#!/bin/sh
# replay.sh FOLDER TARGET...: every target runs over its seeds; one without seeds fails.
set -eu
. tests/fuzz/seeds.sh
bin=$1
shift
for t in "$@"; do
	list=$(seeds "$t")
	if [ -z "$list" ]; then
		echo "fuzz target $t has no seeds"
		exit 1
	fi
	printf '%s\n' "$list" | xargs -d '\n' "$bin/$t" || { echo "replay of $t failed"; exit 1; }
done
echo "replayed the seeds of $# fuzz targets"
