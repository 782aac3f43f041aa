#!/bin/sh
# real-conda.sh PROGRAM [N [SEED]]: the conda lines of N random plans (300), as rattler solves them over
# repodata.json made from the tables. Where py-rattler cannot be installed nothing is held, which is said.
set -u
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
tool=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/tools/rattler
if ! "$tool/bin/python" -c 'import rattler' 2>/dev/null &&
	! { python3 -m venv "$tool" && "$tool/bin/pip" install -q 'py-rattler>=0.28'; }; then
	echo "conda plans: not held, py-rattler cannot be installed here"
	exit 0
fi
exec "$tool/bin/python" "$here/real-conda.py" "$program" "${2:-300}" "${3:-29}"
