#!/bin/sh
# fetch.sh PROGRAM: pack/fetch.sh takes a source only where the .dsc is the one of sources.csv and the
# archives are those of the .dsc; a stand-in for apt-get gives what a mirror would.
set -u
if ! command -v dpkg-source >/dev/null || ! command -v apt-config >/dev/null; then
	echo 'fetch: skipped: there is no dpkg-source'
	exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
	echo "fetch: $*"
	failed=1
}

sum() {
	sha256sum "$1" | cut -c 1-64
}

mkdir -p "$work/pack" "$work/bin" "$work/mirror" "$work/x-1"
cp pack/fetch.sh "$work/pack"
cd "$work" || exit 1
echo zig >pack/zig.txt
echo reviewed >x-1/file
tar -czf mirror/x_1.tar.gz x-1
printf 'Format: 1.0\nSource: x\nBinary: x\nArchitecture: any\nVersion: 1\nMaintainer: x <x@x.x>\nChecksums-Sha256:\n %s %s x_1.tar.gz\nFiles:\n %s %s x_1.tar.gz\n' \
	"$(sum mirror/x_1.tar.gz)" "$(wc -c <mirror/x_1.tar.gz)" \
	"$(md5sum mirror/x_1.tar.gz | cut -c 1-32)" "$(wc -c <mirror/x_1.tar.gz)" >mirror/x_1.dsc
printf '#!/bin/sh\ncase " $* " in *" source "*) cp %s/mirror/* . ;; esac\n' "$work" >bin/apt-get
chmod +x bin/apt-get

# fetched FOLDER: from the mirror, as it is now
fetched() {
	mkdir -p "$1/zig"
	: >"$1/zig/$(sum pack/zig.txt)"
	printf 'library,package,version,dsc_sha256\nx,x,1,%s\n' "$dsc" >pack/sources.csv
	PATH=$work/bin:$PATH sh pack/fetch.sh "$1" >log 2>&1
}
dsc=$(sum mirror/x_1.dsc)
fetched good && grep -q reviewed good/src/x/file || fail "what was reviewed is refused: $(tail -n 1 log)"
cp mirror/x_1.tar.gz kept
echo other >x-1/file
tar -czf mirror/x_1.tar.gz x-1
! fetched other || fail 'another archive is taken'
[ ! -e other/src/x/file ] || fail 'another archive is unpacked'
cp kept mirror/x_1.tar.gz
echo >>mirror/x_1.dsc
! fetched dsc || fail 'another .dsc is taken'

[ "$failed" = 0 ] && echo 'fetch: only what was reviewed is unpacked'
exit "$failed"
