#!/bin/sh
# run.sh PROGRAM FILE.test...: runs the cases of scenarios; how they are written stands in tests/run.py.
exec python3 "${0%/*}/run.py" "$@"
