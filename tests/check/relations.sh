#!/bin/sh
# relations.sh PROGRAM: relations between answers, random and seeded (SEED), CASES of them; what
# fails is made smaller and printed as a scenario.
exec python3 tests/relations.py "$1" "${CASES:-1050}" "${SEED:-29}"
