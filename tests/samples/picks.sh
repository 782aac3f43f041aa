#!/bin/sh
# picks.sh PROGRAM SAMPLES: what doctor says that installers would take, held against what they took.
# Fails where fewer are right than were, or one is certain and wrong.
set -eu
exec python3 "$(dirname "$0")/picks.py" "$(realpath "$1")" "$2"
