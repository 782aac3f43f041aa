#!/bin/sh
# wheel.sh PROGRAM: the wheel of pack/wheel.py, made of the program as it was built here, is one: the
# same bytes twice, RECORD is right, and laid out as an installer does the module and the program
# work. Installing it with pip and uv is tests/dist.sh's.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
b=$(dirname "$1")
make -s B="$b" -o "$b/cudaplan" DESTDIR="$work/tree" PREFIX= install
echo terms >"$work/notices"
for folder in one two; do
	python3 pack/wheel.py "$1" "$work/tree" manylinux2014_x86_64 "$work/notices" "$work/$folder" >/dev/null
	touch "$work/tree/bin/cudaplan" "$work/tree/share/man/man1/cudaplan.1"
done
cmp "$work"/one/*.whl "$work"/two/*.whl
python3 tests/wheel.py "$work"/one/*.whl "$work/site" "$(realpath "$b")/fake"
version=$(sed -n 's/.*CUDAPLAN_VERSION "\(.*\)"/\1/p' src/version.h)
grep -qF "version: \"$version\"" pack/conda/recipe.yaml || { echo "wheel: pack/conda has not $version"; exit 1; }
