#!/bin/sh
# bench.sh FOLDER: every figure is a ratio to something known, measured in the same run.
set -eu
b=$1
for t in tests/bench/*.bench; do
	echo "== ${t##*/}"
	sh "$t" "$b"
done
