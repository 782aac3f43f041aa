#!/bin/sh
# tables.sh PROGRAM: TEXTS of each kind that tests/tables.py makes, others with another SEED.
set -eu
python3 tests/tables.py "$1" "${SEED:-1}" "${TEXTS:-40}"
