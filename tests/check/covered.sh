#!/bin/sh
# covered.sh PROGRAM: a hole in a list is not a "no": see tests/covered.py.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh tests/frozen.sh "$(realpath "$1")" "$work" || exit 1
python3 tests/covered.py "$work/cudaplan"
