#!/bin/sh
# cover.sh FOLDER: line coverage of src/ after a run of the tests; below the gate it fails.
# The gate is the value reached, less half a point; it only rises.
set -eu
gate=$(cat tests/cover.gate)
gcovr --root . --object-directory "$1" --filter 'src/' --exclude-unreachable-branches \
	--gcov-ignore-parse-errors --fail-under-line "$gate" --sort-percentage 2>/dev/null | tail -n 60
