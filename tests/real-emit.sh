#!/bin/sh
# real-emit.sh PROGRAM [KIND...]: the files of suggest --emit, given to the programs that they are for;
# see real-emit.py. The programs are installed once, into the cache of real-project.sh.
set -u
program=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")")
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/tools
python=$(python3 -c 'import sys; print(sys.executable)')
unset VIRTUAL_ENV CONDA_PREFIX PYTHONPATH PIP_FIND_LINKS

for tool in uv poetry pdm; do
	[ -x "$cache/$tool/bin/$tool" ] && continue
	case $tool in pdm) package='pdm[locked]' ;; *) package=$tool ;; esac
	"$python" -m venv "$cache/$tool" && "$cache/$tool/bin/pip" install -q "$package" || exit 1
done
# What reads the files and solves them: PEP 508 markers come with Poetry.
exec "$cache/poetry/bin/python" "$here/real-emit.py" "$program" "$cache" "$@"
