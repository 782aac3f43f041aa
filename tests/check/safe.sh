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
library=$(realpath tests/files/binary/libsuffix.so)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
n=0
esc=$(printf '\033]0;P\007\033[2J')
name8=$(printf 'x\\u001b]0;P\\u0007\\u009b2J\\u202e\\u2066\\u2028y')
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

# What tells of a machine: names, drivers, labels, host names, versions of toolkits; variables.
gpu="NVIDIA $evil"
printf 'name, driver_version, compute_cap\n%s, 550.54.15%s, 8.0\n' "$gpu" "$evil" >csv
printf 'GPU 0: %s (UUID: GPU-%s)\n' "$gpu" "$evil" >list
printf 'node%s: GPU 0: %s (UUID: GPU-0)\nnode2: GPU 0: Tesla T4 (UUID: GPU-1)\n' "$evil" "$gpu" >pdsh
printf '{"schema_version":1,"hosts":[{"source":"%s","driver":"%s","gpus":[{"name":"%s","uuid":"%s"}]}]}' \
	"$name8" "$name8" "$name8" "$name8" >detected.json
printf '{"kind":"Node","metadata":{"name":"%s","labels":{"nvidia.com/gpu.product":"%s","nvidia.com/gpu.count":"1","nvidia.com/cuda.driver-version.full":"%s"}}}' \
	"$name8" "$name8" "$name8" >node.json
for f in csv list pdsh detected.json node.json; do
	both "$f" detect --host "$f"
	both "$f" suggest --host "$f"
	both "$f" doctor r.txt --host "$f"
	both "$f" explain "$f"
done
mkdir -p root/proc/driver/nvidia/gpus/0 root/proc/sys/kernel root/usr/local/cuda-12
printf 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  550%s  Mon\n' "$evil" >root/proc/driver/nvidia/version
printf 'Model: %s\nIRQ: 1\nGPU UUID: %s\n' "$gpu" "$evil" >root/proc/driver/nvidia/gpus/0/information
printf '{"cuda":{"version":"%s"}}' "$name8" >root/usr/local/cuda-12/version.json
# shellcheck disable=SC2317 # called by its name
variables_of_a_machine() {
	env CUDAPLAN_ROOT="$work/root" CUDA_VISIBLE_DEVICES="$evil" CUDA_DEVICE_ORDER="$evil" \
		LD_LIBRARY_PATH="/x$evil:" PIP_INDEX_URL="https://h/$evil" CONDA_CHANNELS="$evil" \
		UV_INDEX="$evil=https://h/$evil" HOME="$work/home" CONDA_DEFAULT_ENV="$evil" "$plain" "$@"
}
plain=$program
program=variables_of_a_machine
both 'variables' detect
both 'variables' doctor
both 'variables' doctor --env env
shown 'variables' verify --env env
parsed 'variables' verify --env env
program=$plain

# What tells of an environment: records, channels, URLs, lock files, settings, sessions.
mkdir -p conda/conda-meta "conda/lib/$esc" home
printf '{"name":"pytorch%s","version":"2.3.1%s","build":"%s","channel":"https://h/%s","depends":["%s"],"files":[]}' \
	"$name8" "$name8" "$name8" "$name8" "$name8" >conda/conda-meta/pytorch.json
printf '# cmd: conda install %s\n' "$evil" >conda/conda-meta/history
printf 'channels: ["%s"]\ncustom_channels: {x: "https://h/%s"}\n' "$name8" "$name8" >home/.condarc
printf '[global]\nindex-url = https://h/%s\n' "$evil" >home/pip.conf
printf 'channels:\n  - "%s"\ndependencies:\n  - pytorch=2.3.0\n  - "%s::x=1"\n' "$name8" "$name8" >env.yml
printf '[project]\nname = "%s"\ndependencies = ["torch @ https://h/%s", "%s"]\n[tool.uv.sources]\ntorch = {index = "%s"}\n' \
	"$name8" "$name8" "$name8" "$name8" >pyproject.toml
printf 'version = 1\n[[package]]\nname = "torch"\nversion = "2.3.0+%s"\nsource = {registry = "https://%s"}\n' \
	"$name8" "$name8" >uv.lock
printf '>>> import torch\n>>> torch.__version__\n'\''2.3.0+%s'\''\n>>> torch.version.cuda\n'\''%s'\''\n' \
	"$evil" "$evil" >session
printf 'FROM x:%s\nENV PIP_INDEX_URL=https://h/%s\nRUN pip install torch==2.3.0 %s\n' \
	"$evil" "$evil" "$evil" >Dockerfile
printf '@EXPLICIT\nhttps://h/%s/linux-64/pytorch-2.3.0-%s_0.conda\n' "$evil" "$evil" >explicit
for f in home/.condarc home/pip.conf env.yml pyproject.toml uv.lock session Dockerfile explicit; do
	both "$f" doctor "$f" --gpu 'RTX 4090' --driver 550 --platform linux-64
	both "$f" explain "$f"
done
both 'records' doctor --env conda --gpu 'RTX 4090' --driver 550 --platform linux-64 --cleanup
both 'records' inspect conda
for f in env.yml pyproject.toml; do
	both "$f" suggest -r "$f" --gpu 'RTX 4090' --driver 550 --platform linux-64
done

# What tells of a package: names, a wheel's metadata, a SONAME, a version of conda's; filters.
both 'a name' inspect "torch-2.3.0+$evil-cp310-cp310-linux_x86_64.whl" "pytorch-2.3.0-$evil.conda"
both 'a URL' inspect --offline "https://user$evil:p@h/$evil/x.whl?$evil"
printf '%s\n' "torch-2.3.0-cp310-cp310-$evil.whl" >names
both 'a list of names' inspect names
sed "s/libsuffix\.so/x$(printf '\033')[2Jyyyyyy/" "$library" >libx.so
both 'a SONAME' inspect libx.so
shown 'rows' inspect --emit-rows libx.so "torch-2.3.0+$evil-cp310-cp310-linux_x86_64.whl"
both 'a spec' match "$evil::pytorch=2.*[build=$evil]" "pytorch-2.3.0-$evil.conda"
both 'versions' vercmp "1.$evil" "$evil"
both 'a filter' matrix "torch=$evil"
both 'a scheme' vercmp --scheme "$evil" 1 2

# Cells of the matrix: what a row says and where it comes from.
cp "$(dirname "$program")/matrix.db" hostile.db
sqlite3 hostile.db "UPDATE source SET place = place || '$evil', revision = '$evil';
	UPDATE meta SET value = value || '$evil' WHERE key = 'version'" || fail 'the matrix is not changed'
both 'a source' matrix sm=61 --source --matrix hostile.db
shown 'the version of the matrix' detect --version --matrix hostile.db
sqlite3 hostile.db "PRAGMA ignore_check_constraints = 1; UPDATE mirror SET url = url || '$evil',
	note = '$evil', seen = '$evil', without = '$evil' WHERE mirror LIKE 'tuna%'" ||
	fail 'the mirrors are not changed'
both 'a mirror of that matrix' matrix mirror=tuna --matrix hostile.db
both 'a plan from that mirror' suggest --gpu 'RTX 4090' --driver 550 --mirror tuna --matrix hostile.db
both 'a plan by that matrix' suggest --gpu 'RTX 4090' --driver 550 --matrix hostile.db

# A file that is written: URLs, GPUs and the lines of other files in its own quotes.
printf 'torch==2.7.*\nx @ https://h/%s\n' "$evil" >w.txt
for kind in $("$program" suggest --help | sed -n 's/^ *--emit \([a-z0-9|]*\).*/\1/p' | tr '|' ' '); do
	for platform in linux-64 win-64; do
		shown "--emit $kind" suggest --emit "$kind" -i "https://h/$evil" -i "https://h/$evil/simple" \
			--channel "https://h/$evil/conda-forge" --gpu 'RTX 4090' --driver 550 --platform $platform -r w.txt
		# these run on Linux alone, and refuse the plan
		case "$kind $platform" in 'dockerfile win-64' | 'slurm win-64' | 'k8s win-64') continue ;; esac
		"$program" suggest -q --emit "$kind" --gpu V100 --driver 470.82.01 --platform $platform \
			-i "https://h/\"'; x = \\\"\${{ secrets.X }}#&|>/whl" >out 2>err || fail "--emit $kind: $(cat err)"
		case $kind in uv | poetry | pdm | pixi)
			python3 -c 'import sys, tomllib; tomllib.load(open("out", "rb"))' ||
				fail "--emit $kind: is no TOML" ;;
		esac
	done
done

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
