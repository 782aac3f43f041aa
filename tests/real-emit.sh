#!/bin/sh
# real-emit.sh PROGRAM [KIND...]: the files of suggest --emit, given to the programs that they are for;
# see real-emit.py. The programs are installed once, into the cache of real-project.sh.
set -u
program=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")")
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/tools
python=$(python3 -c 'import sys; print(sys.executable)')
unset VIRTUAL_ENV CONDA_PREFIX PYTHONPATH

for tool in uv poetry pdm rattler; do
	program_of=$tool
	case $tool in
	pdm) package='pdm[locked]' ;;
	rattler) package='py-rattler packaging pyyaml check-jsonschema' program_of=check-jsonschema ;;
	*) package=$tool ;;
	esac
	[ -x "$cache/$tool/bin/$program_of" ] && continue
	# shellcheck disable=SC2086
	"$python" -m venv "$cache/$tool" && "$cache/$tool/bin/pip" install -q $package || exit 1
done
# It reads the files and their locks: PEP 508 markers, YAML.
exec "$cache/rattler/bin/python" "$here/real-emit.py" "$program" "$cache" "$@"
