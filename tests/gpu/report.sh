#!/bin/sh
# report.sh PROGRAM [ENV] [REPORT]: for a person with a GPU: runs what README.md lists on this machine and
# writes one file to send back, without names, UUIDs and home paths. ENV is an environment with torch;
# without it the parts about torch are left out. Nothing is changed; each part has a time limit.
set -u
program=$(realpath "${1:?usage: report.sh PROGRAM [ENV] [REPORT]}")
env=${2:-}
report=${3:-cudaplan-gpu-report.txt}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$report" || exit 4
right=0
wrong=0
hide=${env:-$work}

# part TITLE COMMAND...: what it prints, its exit code and its time
part() {
	title=$1
	shift
	begin=$(date +%s)
	timeout -k 5 300 "$@" >"$work/out" 2>"$work/err" </dev/null
	rc=$?
	{
		printf '\n=== %s: exit %s, %s s\n' "$title" "$rc" "$(($(date +%s) - begin))"
		head -c 200000 "$work/out"
		sed 's/^/! /' "$work/err" | head -n 50
	} | sed -E "s/(GPU|MIG)-[0-9a-f]{8}-[0-9a-f-]+/\\1-…/g; s|$work|WORK|g; s|$hide|ENV|g" >>"$report"
	return "$rc"
}

# holds WHAT COMMAND...: a fact that must be so
holds() {
	what=$1
	shift
	if "$@" >/dev/null 2>&1; then
		right=$((right + 1))
		echo "+ $what" >>"$report"
	else
		wrong=$((wrong + 1))
		echo "- $what" >>"$report"
	fi
}

# of FIELD: the value of the first GPU, or what nvidia-smi says of it
of() {
	sed -n "s/.*\"gpus\":\[{[^}]*\"$1\":\"\([^\"]*\)\".*/\1/p" "$work/detect"
}
smi() {
	nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null | sed 1q
}

echo "cudaplan on a GPU, $(date -u +%F), $("$program" --version | sed 1q)" >>"$report"
part 'detect' "$program" detect --redact
part 'detect --json' "$program" detect --json --redact
cp "$work/out" "$work/detect"
if command -v nvidia-smi >/dev/null; then
	part nvidia-smi nvidia-smi --query-gpu=name,compute_cap,driver_version,memory.total --format=csv
	holds 'the name is that of nvidia-smi' test "$(of name)" = "$(smi name)"
	holds 'sm is that of nvidia-smi' test "$(of sm)" = "$(smi compute_cap | tr -d .)"
	holds 'the driver is that of nvidia-smi' grep -qF "\"driver\":\"$(smi driver_version)\"" "$work/detect"
	nvidia-smi >"$work/smi" 2>&1
	part 'its text read back' "$program" detect --json --host "$work/smi" --redact
fi
part 'suggest' "$program" suggest --redact
part 'verify' "$program" verify -v --redact
part 'verify --json' "$program" verify --json --redact
holds 'verify passes' test "$rc" = 0
part 'verify --bench' "$program" verify --bench --redact
part 'verify --nvcc' "$program" verify --nvcc auto --redact

# Errors that can be provoked without harm.
part 'no GPU is visible' env CUDA_VISIBLE_DEVICES= "$program" verify --redact
holds 'that is said: exit 1' test "$rc" = 1
part 'a GPU that is not there' env CUDA_VISIBLE_DEVICES=99 "$program" verify --redact
holds 'that is said: exit 1' test "$rc" = 1
part 'a libcuda that is none' env LD_LIBRARY_PATH="$work/none" "$program" verify --redact
part 'a limit of a second' "$program" verify --timeout 1 --redact
part 'killed on the way' timeout -s KILL 0.3 "$program" verify
part 'and again' "$program" verify --redact
holds 'a killed run leaves the GPU usable' test "$rc" = 0

if [ -n "$env" ]; then
	part 'verify --env' "$program" verify --env "$env" -v --redact
	part 'verify --torch' "$program" verify --env "$env" --torch -v --redact
	holds 'torch passes' test "$rc" = 0
	part 'doctor --env' "$program" doctor --env "$env" --redact
	part 'inspect the environment' "$program" inspect "$env" --redact
	part 'torch itself' "$env/bin/python" -c 'import torch; print(torch.__version__, torch.version.cuda, torch.cuda.get_arch_list(), torch.cuda.is_available())'
fi

# What this machine can be made to lack.
# shellcheck disable=SC2016
part 'few descriptors' sh -c 'ulimit -n 32; exec "$0" verify --redact' "$program"
holds 'few descriptors are no fault of the driver' test "$rc" = 4
# shellcheck disable=SC2016
part 'little address space' sh -c 'ulimit -v 2000000; exec "$0" verify --redact' "$program"
holds 'the limit is named' grep -q 'ulimit -v' "$work/out"
part 'PTX is not compiled' env CUDA_DISABLE_PTX_JIT=1 "$program" verify -v --redact
if [ -n "$env" ]; then
	"$env/bin/python" "$here/fill.py" 60 >/dev/null 2>&1 &
	fill=$!
	sleep 20
	part 'the memory is full' "$program" verify --redact
	holds 'full memory is said: CP513' grep -q CP513 "$work/out"
	kill "$fill" 2>/dev/null
	wait "$fill" 2>/dev/null
fi

# Builds that lack what this GPU needs, as far as an nvcc is there to make them.
if command -v nvcc >/dev/null; then
	cc=$(of sm)
	sh "$here/builds.sh" "$cc" "$work/builds" >"$work/list" 2>&1
	while IFS='|' read -r what folder code word settings; do
		# shellcheck disable=SC2086
		part "a build with $what${settings:+, $settings}" env $settings "$program" verify --env "$folder" -v --redact
		holds "exit $code" test "$rc" = "$code"
		[ -z "$word" ] || holds "it says $word" grep -qF -- "$word" "$work/out"
	done <"$work/list"
fi

# The installed libraries against cuobjdump; without a toolkit that is said.
if [ -f "$here/../cuda.sh" ] && [ -x "$here/../../build/ask" ]; then
	part 'libraries against cuobjdump' sh "$here/../cuda.sh" "$program" "$here/../../build/ask"
fi
printf '\n=== %s facts hold, %s do not\n' "$right" "$wrong" >>"$report"
echo "$report: $right facts hold, $wrong do not"
[ "$wrong" = 0 ]
