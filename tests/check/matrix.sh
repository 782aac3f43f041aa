#!/bin/sh
# The build of the matrix: the same bytes twice, every planted mistake makes it fail, and the
# derived tables answer what is known. Mistakes are planted in the frozen tables, and the answers are
# those of the frozen matrix. matrix.sh PROGRAM, with matrix.db and tests/matrix.db beside it.
set -eu
built=$(dirname "$1")/matrix.db
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
	echo "matrix: $*" >&2
	failed=1
}

fresh() {
	rm -rf "$work/data"
	cp -R tests/matrix "$work/data"
}

# refuses WHAT TEXT...: the build with the tables of $work/data fails and names every TEXT.
refuses() {
	what=$1
	shift
	if sh data/build.sh "$work/bad.db" "$work/data" >"$work/out" 2>&1; then
		fail "$what went through"
	fi
	[ ! -e "$work/bad.db" ] || fail "$what left a matrix behind"
	for text in "$@"; do
		grep -qF -- "$text" "$work/out" || fail "$what: no word of \"$text\""
	done
}

sh data/build.sh "$work/1.db"
cmp -s "$work/1.db" "$built" || fail "two builds differ"
size=$(wc -c <"$work/1.db")
[ "$size" -lt 8388608 ] || fail "$size bytes"
frozen=$(dirname "$1")/tests/matrix.db
id=$(sqlite3 "$work/1.db" 'PRAGMA application_id; PRAGMA user_version;' | tr '\n' ' ')
[ "$id" = "1129335886 1000 " ] || fail "application_id and user_version are $id"

# Query and answer, one to a line.
while IFS='|' read -r sql want; do
	got=$(sqlite3 -separator ' ' -nullvalue NULL "$frozen" "$sql" | tr '\n' ';')
	[ "$got" = "$want" ] || fail "$sql: $got, not $want"
done <tests/check/matrix.answers

# The manual has every table with every column, and no other.
sqlite3 "$work/1.db" "SELECT m.name || '.' || p.name FROM sqlite_master m, pragma_table_info(m.name) p
	WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite%'" | sort >"$work/columns"
awk '/^\.Ss / { table = $2 } /^\.It Va / { print table "." $3 }' man/cudaplan-matrix.5 |
	sort >"$work/manual"
diff "$work/columns" "$work/manual" >"$work/diff" ||
	fail "cudaplan-matrix(5) and the tables differ: $(tr '\n' ' ' <"$work/diff")"

fresh
tail -n 1 tests/matrix/torch/release.csv >>"$work/data/torch/release.csv"
refuses "a release twice" "UNIQUE constraint failed: torch_release.torch"

fresh
sed -n '2s/,[^,]*$/,/p' tests/matrix/torch/arch.csv | sed 's/^[^,]*/9.9.9/' >>"$work/data/torch/arch.csv"
refuses "a row without a source" "NOT NULL constraint failed: torch_arch.source"

fresh
echo "2.15.0,cu132,linux-64,12.0+PTX,none,,guess,high,moi90" >>"$work/data/torch/arch.csv"
refuses "a confidence that is none" "CHECK constraint failed"

fresh
echo "2.15.0,cu132,osx-64,75,none,,measured,high,moi90,more" >>"$work/data/torch/arch.csv"
refuses "a row with a cell too many" "arch.csv" "extras ignored"

# Mistakes that only the checks can see, all in one build.
fresh
echo "torchlib,99,variant,1,2026-11-21,high,pypi-list" >>"$work/data/torch/family.csv"
echo "nobody,a guess,2026-11-21,low,nowhere-at-all" >>"$work/data/torch/cuda_user.csv"
echo "mirror.example.org,no-such-channel,2026-11-21,low,,pypi-list" >>"$work/data/mirror.csv"
arch=$work/data/torch/arch.csv
echo "9.9.9,cu126,linux-64,80,none,,inferred,low,moi90" >>"$arch"
echo "2.14.1,cu118,linux-64,75,none,,inferred,low,nowhere" >>"$arch"
sed 's/^2\.15\.0,cu132,linux-64,75 80/2.15.0,cu132,linux-64,76 80/' "$arch" >"$work/arch"
cp "$work/arch" "$arch"
sed 's/^2\.14\.1,cu126,pytorch-index,\(.*\),12\.6\.3,/2.14.1,cu126,pytorch-index,\1,12.8.1,/' \
	tests/matrix/torch/build.csv >"$work/data/torch/build.csv"
sed 's/^2\.3\.1,torchvision,\*,0\.18\.1/2.3.1,torchvision,*,0.19.0/' \
	tests/matrix/torch/pair.csv >"$work/data/torch/pair.csv"
refuses "a row of a release that is not there, and others" \
	"torch_arch||torch_release" \
	"torch_arch: sm list of a build that is not in torch_build: 2.14.1+cu118" \
	"torch_arch: source not known: nowhere" \
	"torch_arch: sm not known: 2.15.0+cu132 linux-64 76" \
	"torch_arch: measured list differs: 2.15.0+cu132 linux-64" \
	"torch_build: toolkit 12.8.1 of 2.14.1+cu126" \
	"torch_pair: torchvision 0.19.0 asks for torch==2.4.0, not 2.3.1" \
	"torch_family: paired, and no release of it beside any torch: torchlib" \
	"torch_cuda_user: source not known: nowhere-at-all" \
	"mirror: channel not known: mirror.example.org: no-such-channel"

exit $failed
