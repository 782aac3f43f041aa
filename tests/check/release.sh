#!/bin/sh
# A release touches data/ and nothing else. In a copy of the tree everything is added that
# cudaplan-matrix(5) tells of: a torch release (every row of the newest under the next minor, with
# its torchvision, sources and date), a conda build of it, a GPU, a driver branch. Then the build, the
# checks and what is about today must pass there, and suggest must offer the new ones.
#
# The frozen matrix must come out the same byte for byte. Scenarios and units that stand on it have
# then passed already, outside, with the same object files, and are not run again; nor is what asks no
# matrix: readers, archives, servers, the stand-ins of the driver. WHOLE=1 runs all of make check.
set -eu
[ -z "${INSIDE_RELEASE:-}" ] || exit 0
b=$(dirname "$1")
b=${b#"$PWD/"}
case $b in /*) echo "release: not run, $b is outside of the tree"; exit 0 ;; esac
work=$(mktemp -d)
nginx='' port=''
trap 'kill $nginx 2>/dev/null || :; rm -rf "$work"' EXIT
. tests/http/serve.sh
program=$(realpath "$1")
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY PIP_INDEX_URL

mkdir -p "$work/tree/$b"
cp -Rp Makefile README.md CONTRIBUTING.md LICENSE .ci .gitignore data kernels man pack po src tests "$work/tree"
for made in rows obj unit libcudaplan.a matrix.db front.db tests fake json env http make-zip man replay; do
	[ ! -e "$b/$made" ] || cp -Rp "$b/$made" "$work/tree/$b"
done
cd "$work/tree"

fail() {
	echo "release: $*"
	exit 1
}

# one SELECT over the live tables, as one value
ask() {
	sqlite3 -readonly "$b/matrix.db" "$1"
}

# append FILE CONDITION [COLUMN=SQL]...: rows of data/FILE once more, with other columns. The text
# that names the source is the new one where the table has sources.
append() {
	file=data/$1
	where=$2
	shift 2
	columns=
	for c in $(head -n 1 "$file" | tr , ' '); do
		sql="\"$c\""
		[ "$c" != source ] || sql="'next-release'"
		for change in "$@"; do
			[ "${change%%=*}" != "$c" ] || sql=${change#*=}
		done
		columns="$columns${columns:+, }$sql"
	done
	printf '.import --csv "%s" t\n.mode csv\n.separator , "\\n"\nSELECT %s FROM t WHERE %s;\n' \
		"$file" "$columns" "$where" | sqlite3 -batch :memory: >"$file.new"
	cat "$file.new" >>"$file"
	rm "$file.new"
}

old=$(ask 'SELECT torch FROM torch_rank ORDER BY rank DESC LIMIT 1')
new=$(ask "SELECT printf('%d.%d.0', '$old', substr('$old', instr('$old', '.') + 1) + 1)")
vision=$(ask "SELECT version FROM torch_pair WHERE torch = '$old' AND package = 'torchvision'
	ORDER BY variant LIMIT 1")
new_vision=$(ask "SELECT printf('%d.%d.0', '$vision', substr('$vision', instr('$vision', '.') + 1) + 1)")
date=$(date -d "$(ask "SELECT value FROM meta WHERE key = 'date'") + 1 day" +%F)
branch=$(ask 'SELECT max(branch) FROM driver_branch')
windows=$(ask 'SELECT max(windows_last) + 1 FROM driver_branch')
chip=$(ask "SELECT chip FROM driver_gpu_chip JOIN driver_chip USING (chip) JOIN driver_cc USING (cc)
	WHERE NOT integrated ORDER BY CAST(sm AS INTEGER) DESC, chip LIMIT 1")
sm=$(ask "SELECT sm FROM driver_chip JOIN driver_cc USING (cc) WHERE chip = '$chip'")

# the release itself comes from an index, by data/refresh
echo "next-release,page,the release notes of torch $new,,$date" >>data/torch/source.csv
cuda=$(ask "SELECT cuda FROM torch_build WHERE torch = '$old' AND channel = 'pypi' AND variant <> 'cpu'")
list=$(ask "SELECT sass FROM torch_arch WHERE torch = '$old' AND platform = 'linux-64'")
python3 tests/http/release.py "$work/files" "$new" "$new_vision" "$cuda" "$list"
find "$work/files" -name "*.whl" -exec touch -d "$date" {} + # Last-Modified, in an index without dates
serve "$work/http" "$work/files"
python3 -B data/refresh --program "$program" --keep "$work/keep" --only 'torch companions' --partly --date "$date" \
	--index-url "http://127.0.0.1:$port/simple" --pytorch-url "http://127.0.0.1:$port/none" >../log 2>&1 ||
	fail "refresh: $(cat ../log)"
kill "$nginx"
nginx='' port=''
# conda's newest build that is certain, and the list of its sm numbers.
conda=$(ask "SELECT torch || ' ' || build || ' ' || cuda FROM candidate WHERE installer = 'conda'
	AND channel = 'conda-forge' AND platform = 'linux-64' AND certain AND build_exact
	AND variant <> 'cpu' ORDER BY torch_rank DESC, build_number DESC LIMIT 1")
# shellcheck disable=SC2086
set -- $conda
at="channel = 'conda-forge' AND version = '$1' AND subdir = 'linux-64'"
append conda/build.csv "$at AND name = 'pytorch' AND build = '$2'" "version='$new'"
append conda/arch.csv "$at AND cuda = '$3'" "version='$new'"
conda_build=$2

append driver/branch.csv "branch = '$branch'" "branch=$((branch + 10))" \
	"windows_first=$windows" "windows_last=$windows"
append driver/release.csv "os = 'linux' AND branch = '$branch' LIMIT 1" \
	"version='$((branch + 10)).10'" "branch=$((branch + 10))"
append driver/release.csv "os = 'windows' AND branch = '$branch' LIMIT 1" \
	"version='$windows.10'" "branch=$((branch + 10))"
echo "NVIDIA GeForce RTX 9999,,,geforce,board,$((branch + 10)).10,,,next-release,high" \
	>>data/driver/gpu.csv
echo "NVIDIA GeForce RTX 9999,$chip" >>data/driver/gpu_chip.csv

export INSIDE_RELEASE=1
cp "$b/tests/matrix.db" ../frozen.db
make -s B="$b" "$b/cudaplan" "$b/unit/all" "$b/json/validate" "$b/man/cudaplan-findings.7" >../log 2>&1 ||
	fail "it does not build: $(grep -v warning ../log | tail -n 20)"
cmp -s ../frozen.db "$b/tests/matrix.db" || fail "the frozen matrix depends on what was added"

# offers TEXT ARGUMENT...: suggest for the new GPU under the new driver
offers() {
	text=$1
	shift
	"$b/cudaplan" suggest --gpu 'RTX 9999' --driver "$((branch + 10))" --platform linux-64 "$@" >../answer ||
		fail "suggest $* fails: $(cat ../answer)"
	grep -qF -- "$text" ../answer || fail "suggest $* does not offer $text: $(cat ../answer)"
}
offers "torch $new, CUDA" --installer pip
offers "torch==$new" --installer pip
# Nobody looked into its libraries: no row is no answer (coverage.csv).
offers "for which GPUs the cuDNN, cuBLAS and NCCL in it have code is not known" --installer pip
offers "torchvision==$new_vision" --installer pip
offers "pytorch=$new=$conda_build" --installer conda
"$b/cudaplan" detect --gpu 'RTX 9999' --driver "$windows.10" --platform win-64 >../answer
grep -q "compute capability ${sm%?}\.${sm#"${sm%?}"}" ../answer || fail "the new GPU is not sm_$sm: $(cat ../answer)"

if [ "${WHOLE:-}" = 1 ]; then
	make B="$b" check >../log 2>&1 || fail "make check: $(grep -v '^\[' ../log | tail -n 40)"
else
	for units in 'matrix*' 'plan*'; do
		"$b/unit/all" "$units" >../log 2>&1 || fail "units: $(grep -a FAILED ../log)"
	done
	python3 tests/run.py "$b/cudaplan" tests/today/*.test >../log || fail "cases about today: $(cat ../log)"
	for check in codes findings json help matrix driver; do
		sh "tests/check/$check.sh" "$b/cudaplan" >../log 2>&1 || fail "$check: $(cat ../log)"
	done
fi
echo "release: torch $new, a GPU, a driver and a conda build touch data/ and nothing else"
