#!/bin/sh
# unread.sh PROGRAM SAMPLES: no all-clear for a sample that lost what it is recognised by.
set -eu
exec sh "$(dirname "$0")/../check/unread.sh" "$1" "$2/projects" "$2/field/pip" "$2/field/conda" \
	"$2/field/requirements"
