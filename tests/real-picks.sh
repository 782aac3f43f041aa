#!/bin/sh
# real-picks.sh PROGRAM [N [SEED]]: what doctor says that pip, uv and Poetry would take, against what
# they take, for N random asks (300) over an index of stand-ins that is served here.
set -u
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/tools
for tool in pip uv poetry; do
	[ -x "$cache/$tool/bin/$tool" ] && continue
	python3 -m venv "$cache/$tool" && "$cache/$tool/bin/pip" install -q -U "$tool" || exit 1
done
exec python3 "$here/real-picks.py" "$program" "$cache" "${2:-300}" "${3:-1}"
