#!/bin/sh
# screens.sh PROGRAM: sixty random everyday answers fit a screen, in words that people use.
exec python3 tests/screens.py "$1" build/tests/matrix.db
