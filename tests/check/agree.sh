#!/bin/sh
# agree.sh PROGRAM: what suggest says of a build on a machine explain, inspect and doctor say too, of
# PAIRS of them, random and seeded (SEED).
exec python3 tests/agree.py "$1" "${PAIRS:-2000}" "${SEED:-29}"
