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

# What a program reads at every start, of whatever day it and the matrix are. Where this changes so that
# an older program reads wrong or not at all, MATRIX_MAJOR and the form of data/build.sh go up by one; where
# something is only added, the list alone.
{
	echo "$id"
	sqlite3 -separator ' ' "$work/1.db" "WITH RECURSIVE line (part, text, rest) AS (
		SELECT part, '', lines || char(10) FROM catalogue_fact UNION ALL
		SELECT part, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1)
		FROM line WHERE rest <> '')
		SELECT 'part', part, 1 + max(length(text) - length(replace(text, '|', '')))
		FROM line GROUP BY part ORDER BY part"
	sqlite3 -separator ' ' "$(dirname "$1")/front.db" "SELECT m.name, group_concat(p.name, ' ')
		FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type = 'table' GROUP BY m.name"
} >"$work/form"
diff tests/check/matrix.form "$work/form" >"$work/diff" ||
	fail "programs that are out read another form (tests/check/matrix.form): $(grep '^[<>]' "$work/diff" | tr '\n' ' ')"

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

# release.sh adds rows to the live tables: what is planted in the frozen ones has failed outside.
[ -z "${INSIDE_RELEASE:-}" ] || exit "$failed"

# change FILE SCRIPT: the table as sed makes it; planted mistakes must change something.
change() {
	sed "$2" "tests/matrix/$1" >"$work/changed"
	! cmp -s "$work/changed" "$work/data/$1" || fail "$1 has nothing for $2"
	cp "$work/changed" "$work/data/$1"
}

# line FILE KEY: the place of a row, as messages write it.
line() {
	printf '%s:%s' "$work/data/$1" "$(grep -n "^$2" "$work/data/$1" | cut -d : -f 1 | head -n 1)"
}

# What the columns of a table refuse.
fresh
cp "$work/data/torch/arch.csv" "$work/arch"
n=$(wc -l <"$work/arch")
tail -n 1 "$work/data/torch/release.csv" >>"$work/data/torch/release.csv"
{
	sed -n '2s/,[^,]*$/,/p' "$work/arch" | sed 's/^[^,]*/9.9.9/'
	echo '2.15.0,cu132,linux-64,12.0+PTX,none,,guess,high,moi90'
} >>"$work/data/torch/arch.csv"
refuses "what no column takes" \
	"torch/release.csv:$(wc -l <"$work/data/torch/release.csv"): 2.15.0: this row stands there twice" \
	"torch/arch.csv:$((n + 1)): 9.9.9 cu80 linux-64: nothing in the column source" \
	"torch/arch.csv:$((n + 2)): 2.15.0 cu132 linux-64: not allowed; it must be: kind IN ('measured'"

fresh
echo "2.15.0,cu132,osx-64,75,none,,measured,high,moi90,more" >>"$work/data/torch/arch.csv"
refuses "a row with a cell too many" "arch.csv:$((n + 1)): expected 9 columns but found 10"

fresh
change torch/arch.csv '1s/sass/saas/'
refuses "a column that is none" "torch/arch.csv:1: the table has no column named saas"

# A file that belongs to no table.
rm -rf "$work/live"
cp -R data "$work/live"
cp data/python/system.csv "$work/live/python/systems.csv"
sh "$work/live/build.sh" "$work/none.db" >"$work/said" 2>&1 &&
	{ echo 'matrix: a file of no table is not refused'; exit 1; }
[ "$(cat "$work/said")" = \
	'python/systems.csv:1: python_systems: there is no such table in the schema' ] ||
	{ echo 'matrix: a file of no table is refused by:'; cat "$work/said"; exit 1; }

# Mistakes in what other tables are to have, and lists that nothing can take apart.
fresh
change torch/release.csv 's/^\(1\.2\.0,.*\) 3\.6/\1 3."6/'
echo "9.9.9,cu126,linux-64,80,none,,inferred,low,moi90" >>"$work/data/torch/arch.csv"
echo "2.14.1,cu118,linux-64,75,none,,inferred,low,nowhere" >>"$work/data/torch/arch.csv"
echo "nobody,a guess,2026-11-21,low,nowhere-at-all" >>"$work/data/torch/cuda_user.csv"
refuses "a row of a release that is not there, and others" \
	"$(line torch/release.csv 1.2.0): 1.2.0: a quotation mark in pythons: 2.7 3.5 3.\"6" \
	"$(line torch/arch.csv 9.9.9): 9.9.9 cu126 linux-64: torch 9.9.9 is in no row of torch_release" \
	"$(line torch/arch.csv 2.14.1,cu118): 2.14.1 cu118 linux-64: source not known: nowhere" \
	"$(line torch/cuda_user.csv nobody): nobody: source not known: nowhere-at-all"

# Mistakes that only the checks can see, all in one build.
fresh
echo "torchlib,99,variant,1,2026-11-21,high,pypi-list" >>"$work/data/torch/family.csv"
echo "example,no-such-channel,https://mirror.example.org/x,channel,live,,,0,2026-11-21,low,,pypi-list" >>"$work/data/mirror.csv"
change torch/arch.csv 's/^2\.15\.0,cu132,linux-64,75 80/2.15.0,cu132,linux-64,76 80/'
echo "2.14.1,cu118,linux-64,75,none,,inferred,low,moi90" >>"$work/data/torch/arch.csv"
change torch/build.csv 's/^\(2\.13\.0,cpu,pypi\),/\1,win-64 /
	s/^\(2\.14\.1,cu126,pytorch-index,.*\),12\.6\.3,[0-9.]*,/\1,12.8.1,latest,/'
change torch/pair.csv 's/^2\.3\.1,torchvision,\*,0\.18\.1/2.3.1,torchvision,*,0.19.0/
	s/^2\.13\.0,torchvision,\*,[^,]*/2.13.0,torchvision,*,0.99.0/'
change torch/release.csv 's/^2\.15\.0,[^,]*/2.15.0,2031-01-01/
	s/^2\.14\.1,[^,]*/2.14.1,2026-19-01/
	s/^\(2\.12\.0,.*\),3\.10 3\.11/\1,3.11 3.10/
	s/^\(2\.14\.0,.*\),3\.10 /\1,3.10 3.16 /
	s/^\(2\.9\.0,.*\),>=0\.8,<0\.10/\1,>=0.8;<0.10/
	s/^\(2\.9\.0,.*\),">=0\.8,<0\.10"/\1,>=0.8;<0.10/
	s/^\(2\.10\.0,.*\),==0\.10\.\*/\1,0.10.0/'
change torch/extension_wheel.csv 's/^torchcodec,0\.12\.0,linux-64/torchcodec,0.12.0,linux/'
change torch/extension_gpu.csv 's/^flash-attn,<2\.0/flash-attn,=<2.0/'
change torch/wheel.csv '/^2\.15\.0,,pypi,manylinux_2_28_x86_64/d
	s/^\(2\.7\.1,,pypi,manylinux_2_28_x86_64,.*\),>=3\.9[^,]*,/\1,>=3.11,/'
change torch/triton.csv 's/^3\.8\.0,2\.14\.1/9.9.9,2.14.1/'
change torch/pin.csv 's/^\(2\.9\.0,cu128,triton\),[^,]*/\1,9.9.8/'
change torch/bound.csv 's/^mkl,<2024\.1,2\.4,pytorch /mkl,<2024.1,2.4.7,pytorhc /'
change torch/index_era.csv '/^pytorch-lts-index/d
	s/^pytorch-index,1\.11\.0,1\.13\.1/pytorch-index,1.11.0,1.13.9/'
change since.csv '/^lazy-ptx/d'
change meta.csv 's/^date,.*/date,yesterday/'
refuses "an sm list of no build, and others" \
	"$(line torch/build.csv 2.13.0,cpu,pypi): 2.13.0 cpu pypi: a platform twice: win-64 win-64" \
	"$(line torch/arch.csv 2.14.1,cu118): 2.14.1 cu118 linux-64: sm list of a build that is not in" \
	"$(line torch/arch.csv 2.15.0,cu132,linux-64): 2.15.0 cu132 linux-64: sm not known: 76" \
	"$(line torch/build.csv 2.14.1,cu126,pytorch-index): 2.14.1 cu126 pytorch-index: toolkit 12.8.1 is" \
	"$(line torch/build.csv 2.14.1,cu126,pytorch-index): 2.14.1 cu126 pytorch-index: cudnn is no version" \
	"$(line torch/pair.csv 2.3.1,torchv): 2.3.1 torchvision *: torchvision 0.19.0 asks for torch==2.4.0" \
	"$(line torch/pair.csv 2.13.0,torchv): 2.13.0 torchvision *: no wheel of torchvision 0.99.0 in" \
	"$(line torch/release.csv 2.14.1): 2.14.1: its date is no day: 2026-19-01" \
	"$(line torch/release.csv 2.12.0): 2.12.0: Pythons not ascending: 3.11 3.10" \
	"$(line torch/release.csv 2.14.0): 2.14.0: no row in python/release.csv: 3.16" \
	"$(line torch/release.csv 2.9.0): 2.9.0: no specifier: >=0.8;<0.10" \
	"$(line torch/release.csv 2.10.0): 2.10.0: no specifier: 0.10.0" \
	"$(line torch/extension_wheel.csv torchcodec,0.12.0): torchcodec 0.12.0 linux: platform not known" \
	"$(line torch/extension_gpu.csv flash-attn,=): flash-attn =<2.0 *: no specifier: =<2.0" \
	"$(line torch/build.csv 2.15.0,cu132,pypi): 2.15.0 cu132 pypi: no wheel of it for linux-64 in" \
	"$(line torch/wheel.csv 2.7.1,,pypi,manylinux_2_28_x86_64): 2.7.1 pypi manylinux_2_28_x86_64: Requires-Python >=3.11 forbids Python 3.9" \
	"$(line torch/triton.csv 9.9.9): 9.9.9 2.14.1: torch 2.14.1 pins no triton 9.9.9 in torch/pin.csv" \
	"$(line torch/pin.csv 2.9.0,cu128,triton): 2.9.0 cu128 triton: triton 9.9.8 is not in torch/triton" \
	"$(line torch/bound.csv mkl): mkl <2024.1: not in torch/release.csv: 2.4.7.0" \
	"$(line torch/bound.csv mkl): mkl <2024.1: no channel is pytorhc" \
	"$(line torch/index_era.csv pytorch-index,1.11.0): pytorch-index 1.11.0 1.13.9 * *: last release not" \
	"$(line torch/build.csv 1.8.2,cpu,pytorch-lts): 1.8.2 cpu pytorch-lts-index: no line of torch/index" \
	"since: lazy-ptx: there is no such row" \
	"$(line meta.csv date): date: this is no day: yesterday" \
	"$(line torch/family.csv torchlib): torchlib: paired, and no release of it beside any torch" \
	"$(line mirror.csv example,): example https://mirror.example.org/x channel: channel not known: no-such-channel"

# A base image by its row alone, as the page says it.
fresh
echo "example/torch-base,1.0-*,2.5.1,12.4,550,,1,1,2026-11-21,low,,hub-pytorch" >>"$work/data/image.csv"
sh data/build.sh "$work/image.db" "$work/data" >"$work/out" 2>&1 || fail "a row of an image: $(cat "$work/out")"
printf 'FROM example/torch-base:1.0-runtime\nRUN pip install transformers\n' >"$work/Dockerfile"
for driver in '550.54.15 0 Nothing' '470.57.02 1 CUDA 12.4, which needs'; do
	want=${driver#* } rc=0
	"$1" doctor --matrix "$work/image.db" -f "$work/Dockerfile" --gpu 'RTX 3090' --driver "${driver%% *}" \
		--platform linux-64 >"$work/out" 2>&1 || rc=$?
	[ "$rc" = "${want%% *}" ] && grep -qF -- "${want#* }" "$work/out" ||
		fail "an image by its row, driver ${driver%% *}: $rc, $(cat "$work/out")"
done

# The other mistakes hide these: a matrix without a day, a list that a wheel contradicts.
fresh
change torch/release.csv 's/^2\.15\.0,[^,]*/2.15.0,2031-01-01/'
change torch/arch.csv 's/^2\.13\.0,cu130,linux-64,75 80/2.13.0,cu130,linux-64,70 80/'
echo "example/base,1.0-*,2.99.0,19.9,998 999,,1,1,2026-11-21,low,,hub-pytorch" >>"$work/data/image.csv"
echo "example/trainer,1.0-*,,12.4,,,1,0,2026-11-21,low,,hub-pytorch" >>"$work/data/image.csv"
echo "NVIDIA Example,,,datacenter,board,999.10,,,pciids,low" >>"$work/data/driver/gpu.csv"
refuses "a release of tomorrow" \
	"$(line torch/release.csv 2.15.0): 2.15.0: its date 2031-01-01 is after that of meta.csv" \
	"$(line torch/arch.csv 2.13.0,cu130,linux-64): 2.13.0 cu130 linux-64: measured list differs" \
	"$(line image.csv example/base,): example/base 1.0-*: CUDA not known: 19.9" \
	"$(line image.csv example/base,): example/base 1.0-*: torch not known: 2.99.0" \
	"$(line image.csv example/base,): example/base 1.0-*: branch not known: 999" \
	"$(line image.csv example/trainer,): example/trainer 1.0-*: neither its name nor its tag has cuda or torch" \
	"$(line driver/gpu.csv 'NVIDIA Example,'): NVIDIA Example: seen with a branch that is not in driver/branch.csv: 999.10"

[ "$failed" = 0 ] && echo "matrix: the same bytes twice, the derived tables are right, mistakes are named"
exit $failed
