#!/bin/sh
# refresh.sh PROGRAM: a release that an index has and no table: data/refresh adds its rows to a copy of the
# tables, from an index that has no dates, sizes or METADATA beside its files; the matrix of them builds and
# plans it; what cannot be measured is asked; an error changes nothing, and so does a second run.
set -u
program=$(realpath "$1")
. tests/http/serve.sh
work=$(mktemp -d)
nginx='' port=''
trap 'kill $nginx 2>/dev/null || :; rm -rf "$work"' EXIT
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NETRC PIP_INDEX_URL
export HOME="$work" NO_COLOR=1 PYTHONDONTWRITEBYTECODE=1
failed=0
n=0
complain() {
	printf 'refresh: %s\n' "$1"
	failed=1
}
# refresh EXIT WHAT [ARGUMENT]...
refresh() {
	want=$1 what=$2
	shift 2
	n=$((n + 1))
	python3 data/refresh --program "$program" --tables "$work/data" --keep "$work/keep" --date 2026-12-24 \
		--index-url "http://127.0.0.1:$port/simple" "$@" >"$work/out" 2>&1
	rc=$?
	[ "$rc" = "$want" ] || complain "$what: exit code $rc, expected $want: $(tail -n 5 "$work/out")"
}
says() {
	n=$((n + 1))
	grep -qF -- "$1" "$work/out" || complain "does not say '$1': $(cat "$work/out")"
}
# row FILE LINE: this very line is in data/FILE.
row() {
	n=$((n + 1))
	grep -qxF -- "$2" "$work/data/$1" || complain "no row in $1: $2; but: $(grep -F '2.99.0' "$work/data/$1")"
}
unchanged() {
	n=$((n + 1))
	diff -r "$1" "$work/data" >"$work/diff" || complain "tables changed after $2: $(head -n 5 "$work/diff")"
}

cp -R data "$work/data"
cp -R data "$work/before"
python3 tests/http/release.py "$work/files" || exit 1
find "$work/files" -name "*.whl" -exec touch -d 2026-12-01 {} + # Last-Modified, in an index without dates
serve "$work/http" "$work/files" || exit 1
all="--pytorch-url http://127.0.0.1:$port/whl --conda-url http://127.0.0.1:$port/conda"

# what cannot be read ends it, and nothing is written
mv "$work"/files/files/torchvision-0.99.0-cp312-cp312-win_amd64.whl "$work/away"
refresh 1 'a file is gone' --only 'torch companions'
says 'nothing was written'
unchanged "$work/before" 'an error'
mv "$work/away" "$work"/files/files/torchvision-0.99.0-cp312-cp312-win_amd64.whl
# shellcheck disable=SC2086
refresh 0 'only looking' --check --only 'torch companions' $all
says 'new: torch 2.99.0'
unchanged "$work/before" '--check'

# PyPI alone: of the index of PyTorch nothing is known but what was not seen
refresh 4 'a release' --only 'torch companions' --pytorch-url "http://127.0.0.1:$port/nowhere" --report "$work/asked"
n=$((n + 1))
grep -q '^not reached: the index of PyTorch: ' "$work/asked" || complain "the questions do not say what was not reached"
sha=$(sha256sum "$work/files/files/torch-2.99.0-cp312-cp312-manylinux_2_28_x86_64.whl" | cut -c1-12)
row torch/source.csv "torch-2.99.0-x86,package,torch-2.99.0-cp312-cp312-manylinux_2_28_x86_64.whl,sha256:$sha,2026-12-24"
row torch/wheel.csv '2.99.0,,pypi,manylinux_2_28_x86_64,,2.99.0,pypi,linux-64,cu139,3.12 3.13,cp312 cp313,2,complete,>=3.11,0,pypi-list'
row torch/wheel.csv '2.99.0,,pypi,win_amd64,,2.99.0,pypi,win-64,cpu,3.12 3.13,cp312 cp313,2,complete,>=3.11,0,pypi-list'
row torch/build.csv '2.99.0,cu139,pypi,linux-64,13.9,13.9.1,9.99.0.1,,nvidia,listing,high,pypi-list pypi-metadata'
row torch/build.csv '2.99.0,cpu,pytorch-index,linux-64 win-64 linux-aarch64,,,,,none,unseen,low,pypi-list'
row torch/arch.csv '2.99.0,cu139,linux-64,80 90,none,80 90,measured,high,torch-2.99.0-x86'
row torch/pin.csv '2.99.0,cu139,cuda-toolkit,13.9.1,cublas cudart,,measured,high,torch-2.99.0-x86'
row torch/pin.csv '2.99.0,cu139,triton,9.9.0,,"platform_system == ""Linux"" and python_version < ""3.16""",measured,high,torch-2.99.0-x86'
row torch/pair.csv '2.99.0,torchvision,*,0.99.0,high,pypi-list pypi-metadata'
row torch/companion.csv 'torchvision,0.99.0,win_amd64,,win-64,3.12,cp312,1,==2.99.0,>=3.11,0,pypi-list pypi-metadata'
row torch/release.csv "2.99.0,2026-12-01,,,>=0.99,3.12 3.13,,pypi-list pypi-metadata torchcodec-table"
row torch/source.csv 'torchcodec-table,package,PyPI: table of torch versions in the METADATA of torchcodec 0.99.0,,2026-12-24'
row coverage.csv "$(grep '^pytorch-index,\*,torch,[0-9.]*,\*,builds,' data/coverage.csv)"
row meta.csv 'next-by,2027-01-28'
n=$((n + 1))
grep -q '^nvidia-cublas,13.9.0.10,linux-64,libcublas.so.13,' "$work/data/torch/nvidia_lib.csv" ||
	complain 'cuBLAS of 13.9.* is not the newest'
says 'which torchaudio works beside torch 2.99.0'
says 'where: data/torch/pair.csv'
says 'which further CUDA the index of PyTorch has for torch 2.99.0'
cp -R "$work/data" "$work/after"
cp "$work/asked" "$work/asked.first"
refresh 3 'a second run' --only 'torch companions' --partly --pytorch-url "http://127.0.0.1:$port/nowhere" --report "$work/asked"
says 'nothing new: nothing was changed'
unchanged "$work/after" 'a second run'
n=$((n + 1))
cmp -s "$work/asked" "$work/asked.first" || complain 'a second run drops the questions of the first'
# what was measured is kept for as long as the same source reads it
for kept in "$work"/keep/*.whole.json.gz; do
	gunzip -c "$kept" | sed 's/"readers": "[0-9a-f]*"/"readers": "other"/; s/"sass": \["80"/"sass": ["70"/' | gzip >"$work/old"
	cp "$work/old" "$kept"
done
rm -rf "$work/data"
cp -R data "$work/data"
refresh 0 'after the readers have changed' --only 'torch companions' --partly --pytorch-url "http://127.0.0.1:$port/nowhere"
says 'measured again, as what reads them has changed'
unchanged "$work/after" 'the readers have changed'
n=$((n + 1))
if sh "$work/data/build.sh" "$work/matrix.db" >"$work/out" 2>&1; then
	"$program" --matrix "$work/matrix.db" matrix torch=2.99.0 >"$work/out" 2>&1 || true
	says '2.99.0'
else
	complain "the matrix does not build: $(cat "$work/out")"
fi

# suggest --online tells of it what METADATA says, and plans what it knows
"$program" suggest --online --gpu A100 --driver 580 --platform linux-64 --installer pip \
	--index-url "http://127.0.0.1:$port/simple" >"$work/plan" 2>"$work/out"
says 'the index lists torch 2.99.0 (3.12 3.13) for CUDA 13.9, which asks for cuda-toolkit[cublas,cudart]==13.9.1, nvidia-cudnn-cu13==9.99.0.1'
says 'its GPU code is not known here; try: cudaplan update'
n=$((n + 1))
grep -q '2[.]99' "$work/plan" && complain "what is not known is planned: $(cat "$work/plan")"
newer() { # ARGUMENT EXPECTED
	n=$((n + 1))
	"$program" suggest --online --json --gpu A100 --driver 580 --platform linux-64 --installer pip \
		--index-url "$1" 2>/dev/null | grep -o '"newer":.*' >"$work/out"
	grep -qF -- "$2" "$work/out" || complain "--json of $1 lacks $2: $(cat "$work/out")"
}
newer "http://127.0.0.1:$port/simple" '"newer":[{"torch":"2.99.0","pythons":["3.12","3.13"],"cuda":"13.9","requires":["cuda-toolkit[cublas,cudart]==13.9.1","nvidia-cudnn-cu13==9.99.0.1","triton==9.9.0"]}]'
newer "http://127.0.0.1:$port/nowhere" '"newer":null'

# with the index of PyTorch and conda
rm -rf "$work/data"
cp -R data "$work/data"
# shellcheck disable=SC2086
refresh 0 'all places' --only 'torch companions conda' --date-of 2.99.0=2026-11-30 $all
row torch/release.csv "2.99.0,2026-11-30,,,>=0.99,3.12 3.13,,pypi-list pypi-metadata torchcodec-table"
row torch/build.csv '2.99.0,cu139,pytorch-index,linux-64 win-64,13.9,13.9.1,9.99.0.1,,nvidia,listing,high,index-2026-12'
row torch/wheel.csv '2.99.0,cu139,cu139,win_amd64,,2.99.0,pytorch-index,win-64,cu139,3.12,cp312,1,complete,>=3.11,0,index-2026-12'
row conda/build.csv "conda-forge,pytorch,2.99.0,cuda139_mkl_py312_h0123456_301,301,linux-64,3.12,13.9,,mkl,conda,5,$(printf '%032d' 0),\"__cuda; cuda-version >=13.9,<14; python_abi 3.12.* *_cp312\",,repodata,high,repodata-conda-forge-2026-12-24"
says 'where: data/conda/arch.csv'
[ "$failed" = 0 ] && echo "refresh: $n tries, as they should be"
exit "$failed"
