#!/bin/sh
# notices.sh SRC: the terms of the libraries that are part of the program, as Debian has collected
# them from the sources below SRC.
set -eu
pack=$(cd "$(dirname "$0")" && pwd)
echo 'This program contains the libraries below, built from their unchanged sources in Debian.'
echo 'Their terms follow.'
tail -n +2 "$pack/sources.csv" | while IFS=, read -r library package version _; do
	case $library in cmocka | curl | isal) continue ;; esac # tests, and what is opened when it runs
	printf '\n==== %s %s ====\n\n' "$package" "$version"
	cat "$1/$library/debian/copyright"
done
