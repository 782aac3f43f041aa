#!/bin/sh
# Random wishes for extensions against a search of its own over the tables: extensions.sh PROGRAM
set -eu
exec python3 tests/extensions.py "$1" "${EXTENSIONS:-500}"
