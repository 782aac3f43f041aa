#!/bin/sh
# safe.sh PROGRAM: hostile values in every place that is printed (names, versions, SONAMEs, paths,
# labels, channels, cells of the matrix). Nothing printed may hold a raw control character, one that
# reorders text, or bytes that are no UTF-8; JSON must parse; PowerShell's quotes must hold.
# The typographic quotes are what is tried.
# shellcheck disable=SC1111,SC1112
set -u
program=$(realpath "$1")
validate=$(dirname "$program")/json/validate
schema=$(pwd)/data/schema
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
n=0
esc=$(printf '\033]0;P\007\033[2J')
evil=$(printf 'x\033]0;P\007\033[2J\b\177\302\205\342\200\256\342\201\246\342\200\250\377y')

fail() {
	echo "safe: $*"
	failed=1
}

# A raw control character but tab and newline, C1, U+2028-202E, U+2066-2069, no UTF-8.
raw() {
	LC_ALL=C grep -aqE "$(printf '[\001-\010\013-\037\177]|\302[\200-\237]|\342\200[\250-\256]|\342\201[\246-\251]|\377')" "$1"
}

# shown WHAT ARGUMENTS...: standard output and error of a run
shown() {
	what=$1
	shift
	n=$((n + 1))
	"$program" "$@" >out 2>&1 </dev/null
	[ -s out ] || fail "$what: nothing is printed"
	! raw out || fail "$what: raw: $(LC_ALL=C cat -v out | head -n 3)"
}

parsed() {
	what=$1
	shift
	"$program" "$@" --json >out 2>err </dev/null
	! raw out || fail "$what --json: raw: $(LC_ALL=C cat -v out | cut -c1-300)"
	! raw err || fail "$what --json: raw on standard error"
	[ ! -s out ] || "$validate" "$schema/$1.json" <out >/dev/null 2>&1 || fail "$what --json: does not parse"
}

both() {
	shown "$@"
	parsed "$@"
}

printf 'Metadata-Version: 2.1\nName: %s\nVersion: 1\n' "$evil" >METADATA
both METADATA inspect METADATA
printf 'torch==2.3.0\n%s==1\nnumpy\n' "$evil" >r.txt
both 'a requirement' doctor -r r.txt --gpu 'RTX 5090' --driver 575 --platform linux-64
site=env/lib/python3.11/site-packages
mkdir -p "$site/torch-2.1.0.dist-info" env/bin
: >env/bin/python3
printf 'Metadata-Version: 2.1\nName: torch\nVersion: 2.1.0+%s\n' "$evil" \
	>"$site/torch-2.1.0.dist-info/METADATA"
both 'an installed version' doctor --env env --gpu 'RTX 4090' --driver 550
for platform in linux-64 win-64; do
	for option in --index-url --channel --env; do
		both "$option $platform" suggest $option "https://h/$evil" --gpu 'RTX 4090' \
			--driver 550 --platform $platform
	done
done
both 'a GPU' suggest --gpu "$evil" --driver 550
both 'a path' inspect "$evil"
both 'a message' explain "CUDA error: no kernel image $evil"
shown 'a command' "$evil"
shown 'an option' suggest "--$evil"
printf '%s' "$evil" >host
both 'a host' detect --host host

# Cells of the matrix: what a row says and where it comes from.
cp "$(dirname "$program")/matrix.db" hostile.db
sqlite3 hostile.db "UPDATE source SET place = place || '$evil', revision = '$evil';
	UPDATE meta SET value = value || '$evil' WHERE key = 'version'" || fail 'the matrix is not changed'
both 'a source' matrix sm=61 --source --matrix hostile.db
shown 'the version of the matrix' detect --version --matrix hostile.db
both 'a plan by that matrix' suggest --gpu 'RTX 4090' --driver 550 --matrix hostile.db

# A corrected file: what is around a change, and the name of the file.
name=$(printf 'r\n--- a\n+++ b%s.txt' "$esc")
printf 'torch==2.3.0\n# %s\nnumpy\n' "$evil" >"$name"
shown 'a diff' doctor --fix-file -r "$name" --gpu 'RTX 5090' --driver 575 --platform linux-64
! grep -q '^+++ b' out || fail 'the name of a file makes a header of a diff'
"$program" doctor --fix-file --json -r r.txt --gpu 'RTX 5090' --driver 575 >out 2>err
rc=$?
[ "$rc" = 2 ] && [ ! -s out ] || fail "--fix-file --json: exit $rc, $(head -n 1 out)"

# about_Quoting_Rules: ' and the typographic quotes are quotation marks; within single ones they are
# doubled.
"$program" suggest --gpu 'RTX 4090' --driver 550 --platform win-64 --quiet \
	-i 'https://h/“; calc; ”’; calc; ‘' >out 2>err
grep -q "'https://h/“; calc; ”’’; calc; ‘‘/cu126'" out || fail "PowerShell: $(head -n 3 out)"

[ "$failed" = 0 ] && echo "safe: $n runs over hostile values"
exit "$failed"
