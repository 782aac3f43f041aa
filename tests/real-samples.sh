#!/bin/sh
# real-samples.sh PROGRAM SAMPLES [PROJECT...]: real projects, changed as suggest --emit says and locked
# by their own programs; see real-samples.py. They are installed once, into the cache of real-emit.sh.
set -u
program=$(realpath "$1")
samples=$(realpath "$2")
shift 2
here=$(realpath "$(dirname "$0")")
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/tools
python=$(python3 -c 'import sys; print(sys.executable)')
unset VIRTUAL_ENV CONDA_PREFIX PYTHONPATH

for tool in uv poetry packaging; do
	[ -x "$cache/$tool/bin/python" ] && continue
	"$python" -m venv "$cache/$tool" && "$cache/$tool/bin/pip" install -q "$tool" || exit 1
done
exec "$cache/packaging/bin/python" "$here/real-samples.py" "$program" "$cache" "$samples" "$@"
