#!/bin/sh
# real-plans.sh PROGRAM [N [SEED]]: the commands of N random plans with extensions (200), as pip and uv
# take them over an index of stand-ins that is served here.
set -u
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/tools
failed=0
for tool in pip uv; do
	[ -x "$cache/$tool/bin/$tool" ] ||
		{ python3 -m venv "$cache/$tool" && "$cache/$tool/bin/pip" install -q -U "$tool"; } || exit 1
	python3 "$here/real-plans.py" "$program" "$cache/$tool/bin/$tool" "${2:-200}" "${3:-29}" || failed=1
done
exit $failed
