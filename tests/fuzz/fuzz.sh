#!/bin/sh
# fuzz.sh PROGRAM TARGET SECONDS: libFuzzer over a copy of the seeds; a crash is kept and named.
# SEED=N makes it try the same inputs each time.
set -eu
. tests/fuzz/seeds.sh
corpus=$1.corpus
mkdir -p "$corpus" "$1.crash"
seeds "$2" | while read -r f; do
	cp "$f" "$corpus/$(printf '%s' "$f" | tr '/ ' '__')"
done
dict=
[ -f "tests/fuzz/$2.dict" ] && dict=-dict=tests/fuzz/$2.dict
"$1" ${SEED:+-seed="$SEED"} -max_total_time="$3" -timeout=10 -rss_limit_mb=1024 -artifact_prefix="$1.crash/" \
	-print_final_stats=0 -verbosity=0 -max_len=65536 $dict "$corpus" || {
	echo "fuzz target $2 failed; the input is in $1.crash/"
	exit 1
}
echo "fuzzed $2 for $3 s"
