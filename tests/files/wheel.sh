#!/bin/sh
# wheel.sh FILE HEADER LIBRARY: a wheel of that name, with a line of METADATA and a library.
name=${1%%-*}
version=${1#*-}
version=${version%%-*}
info=$name-$version.dist-info
mkdir -p "$info" "$name"
printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n%s\n' "$name" "$version" "$2" \
	>"$info/METADATA"
printf 'Wheel-Version: 1.0\n' >"$info/WHEEL"
: >"$info/RECORD"
cp "$3" "$name/"
zip -qr "$1" "$name" "$info"
