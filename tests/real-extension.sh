#!/bin/sh
# real-extension.sh PROGRAM: real wheels of what is compiled for torch, downloaded with pip into a
# cache outside the tree (CACHE, 0.5 GB), are read and compared: the names of the libraries with
# unzip, of every library the device code with cuobjdump and the headers with readelf, and of the
# whole the torch it asks for, its code and its CUDA with data/torch (real-extension.py). Of vllm
# nothing but its METADATA is fetched, by ranges of the file that pip would take.
set -u
program=$1
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/extension
tools=${cache%/extension}
here=$(dirname "$0")
# shellcheck source=tests/oracle.sh
. "$here/oracle.sh"
# shellcheck source=tests/real.lib.sh
. "$here/real.lib.sh"
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
wide="$x86 manylinux_2_17_x86_64 manylinux_2_24_x86_64 manylinux_2_31_x86_64"

while read -r package version python; do
	get "$package==$version" "$python" "$wide" "$package-$version-*x86_64.whl"
done <<END
torchvision 0.14.1 310
torchvision 0.20.1 312
torchvision 0.23.0 312
torchvision 0.29.2 312
torchao 0.7.0 312
torchao 0.12.0 312
torchao 0.18.0 312
xformers 0.0.16 310
xformers 0.0.28.post3 312
xformers 0.0.29.post3 312
xformers 0.0.35 312
bitsandbytes 0.43.3 312
bitsandbytes 0.45.5 312
bitsandbytes 0.48.2 312
bitsandbytes 0.50.2 312
END

tool_of() {
	CACHE=$tools sh "$here/cuobjdump.sh" 13
	CACHE=$tools sh "$here/cuobjdump.sh" 12
}

# held WHAT: what real-extension.py says of the page on standard input
held() {
	if python3 "$here/real-extension.py" data/torch >"$work/said"; then
		printf 'same    %s: %s\n' "$1" "$(cat "$work/said")"
	else
		failed=$((failed + 1))
		printf 'DIFFER  %s\n' "$1"
		sed 's/^/  /' "$work/said"
	fi
}

# The whole file, and then its name alone, which tells no other torch.
for wheel in "$cache"/*.whl; do
	bytes "$wheel"
	unzip -p "$wheel" '*.dist-info/METADATA' >"$work/metadata"
	jq --rawfile metadata "$work/metadata" '.items[0] + {metadata: $metadata}' "$work/json" |
		held "$(basename "$wheel")"
	"$program" inspect --json "$(basename "$wheel")" |
		jq --rawfile metadata "$work/metadata" '.items[0] + {metadata: $metadata}' |
		held 'its name alone'
done

for version in 0.8.5 0.11.0 0.24.0 0.33.0; do
	# shellcheck disable=SC2046
	pip install -q --dry-run --ignore-installed --no-deps --only-binary :all: --target "$work/none" \
		--python-version 312 $(for p in $wide; do echo "--platform $p"; done) \
		--report "$work/report" "vllm==$version" >/dev/null || failed=$((failed + 1))
	jq -r '.install[0].metadata.requires_dist[] | "Requires-Dist: " + .' "$work/report" \
		>"$work/metadata"
	"$program" inspect --json --depth names \
		"$(jq -r '.install[0].download_info.url' "$work/report")" |
		jq --rawfile metadata "$work/metadata" '.items[0] + {metadata: $metadata}' |
		held "vllm $version"
done
[ "$failed" = 0 ]
