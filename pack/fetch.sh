#!/bin/sh
# fetch.sh FOLDER: the compiler of zig.txt into FOLDER/zig, and the sources of sources.csv into
# FOLDER/src/LIBRARY: Debian's source packages in the versions that stand there. What comes must be
# what was reviewed: the SHA-256 of each .dsc is in the table, and those of the archives in the .dsc.
#
# apt is asked for sources by lists of its own, made from this machine's, so that nothing in /etc
# changes and no server is named here.
set -eu
pack=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/src" "$1/apt/lists/partial" "$1/apt/cache/archives/partial"
cd "$1"
top=$PWD

sum() {
	sha256sum "$1" | cut -c 1-64
}

fetch_zig() {
	mark=zig/$(sum "$pack/zig.txt")
	[ ! -e "$mark" ] || return 0
	rm -rf zig
	python3 -m pip install --quiet --root-user-action=ignore --no-deps --require-hashes --target zig -r "$pack/zig.txt"
	: >"$mark"
}

get() {
	apt-get -qq -o Dir::Etc::SourceList="$top/apt/sources.list" -o Dir::Etc::SourceParts="$top/apt/parts" \
		-o Dir::State::Lists="$top/apt/lists" -o Dir::Cache="$top/apt/cache" \
		-o APT::Sandbox::User=root "$@"
}

# Each keeps its options: which key must have signed what it lists.
lists() {
	[ ! -e apt/updated ] || return 0
	eval "$(apt-config shell list Dir::Etc::SourceList/f parts Dir::Etc::SourceParts/d)"
	rm -rf apt/parts
	mkdir -p apt/parts
	: >apt/sources.list
	for from in "${list-}" "${parts-}"/*.list "${parts-}"/*.sources; do
		[ -f "$from" ] || continue
		to=apt/parts/${from##*/}
		[ "$from" != "${list-}" ] || to=apt/sources.list
		sed 's/^Types:.*/Types: deb-src/; s/^deb[[:space:]]/deb-src /' "$from" >"$to"
	done
	get update
	: >apt/updated
}

# In the folder of a library: what its own build would make of its files before it compiles.
prepare() {
	case $1 in
	pcre2)
		for f in config.h pcre2.h; do cp "src/$f.generic" "src/$f"; done
		cp src/pcre2_chartables.c.dist src/pcre2_chartables.c
		;;
	sodium)
		sed 's/@VERSION@/1.0.18/; s/@SODIUM_LIBRARY_VERSION_MAJOR@/10/
			s/@SODIUM_LIBRARY_VERSION_MINOR@/3/; s/@SODIUM_LIBRARY_MINIMAL_DEF@//' \
			src/libsodium/include/sodium/version.h.in >src/libsodium/include/sodium/version.h
		;;
	sqlite3)
		./configure --disable-tcl --disable-readline >log 2>&1 && make sqlite3.c >>log 2>&1 ||
			{ tail log >&2; return 1; }
		;;
	yajl)
		sed 's/${YAJL_MAJOR}/2/; s/${YAJL_MINOR}/1/; s/${YAJL_MICRO}/0/' \
			src/api/yajl_version.h.cmake >src/api/yajl_version.h
		;;
	esac
}

# fetch LIBRARY PACKAGE VERSION SHA256. dpkg-source looks at the sums that stand in the .dsc.
fetch() {
	mark=src/$1/.fetched-$4
	[ ! -e "$mark" ] || return 0
	lists
	rm -rf "src/$1" "apt/$1"
	mkdir "apt/$1"
	(cd "apt/$1" && get source --download-only "$2=$3") || {
		echo "fetch.sh: no $2 $3: if Debian has another by now, look at it and change sources.csv" >&2
		exit 1
	}
	dsc=$(echo "apt/$1"/*.dsc)
	[ "$(sum "$dsc")" = "$4" ] || { echo "fetch.sh: $dsc is not what sources.csv says" >&2; exit 1; }
	dpkg-source --no-copy --extract "$dsc" "src/$1" >"apt/$1/log" 2>&1 || { cat "apt/$1/log" >&2; exit 1; }
	(cd "src/$1" && prepare "$1")
	: >"$mark"
}

fetch_zig
tail -n +2 "$pack/sources.csv" | while IFS=, read -r library package version sha256; do
	fetch "$library" "$package" "$version" "$sha256"
done
