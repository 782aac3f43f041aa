#!/bin/sh
# cuobjdump.sh ERA: the path of a cuobjdump that reads what that CUDA major wrote, brought by pip into
# CACHE where it is not there yet. 13 is NVIDIA's own package and refuses sm_37 and older; 12 is the
# 12.4 that Triton 3.0.0 ships, which does not know what CUDA 13 writes. Nothing printed: none.
set -u
cache=${CACHE:?}/tools-$1
case $1 in
13) package=nvidia-cuda-cuobjdump==13.5.37 ;;
*) package=triton==3.0.0 ;;
esac
found() {
	find "$cache" -name cuobjdump -type f 2>/dev/null | head -n 1
}
if [ -z "$(found)" ]; then
	mkdir -p "$cache"
	pip download -q --no-deps --only-binary :all: --implementation cp --python-version 312 \
		--abi cp312 --abi none --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 \
		-d "$cache" "$package" >&2 || exit 0
	for wheel in "$cache"/*.whl; do
		unzip -q -o "$wheel" '*/cuobjdump' -d "$cache" && rm -f "$wheel"
	done
fi
tool=$(found)
[ -n "$tool" ] && chmod +x "$tool" && printf '%s\n' "$tool"
