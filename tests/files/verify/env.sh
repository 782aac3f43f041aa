#!/bin/sh
# env.sh NAME [CUDA [LIBRARY]]: makes ./NAME, a venv as pip leaves it, whose libraries are stand-ins:
# torch of that CUDA, and LIBRARY as the one with torch's device code.
set -eu
cuda=${2:-12.4}
site=$1/lib/python3.12/site-packages
major=${cuda%%.*}
if [ "$major" = 13 ]; then runtime=$site/nvidia/cu13/lib nvrtc=$runtime; else
	runtime=$site/nvidia/cuda_runtime/lib nvrtc=$site/nvidia/cuda_nvrtc/lib
fi
mkdir -p "$1/bin" "$site/torch/lib" "$runtime" "$nvrtc"
echo 'home = /usr/bin' >"$1/pyvenv.cfg"
printf "__version__ = '2.6.0+cu%s'\ncuda = '%s'\n" "$(echo "$cuda" | tr -d .)" "$cuda" \
	>"$site/torch/version.py"
cp "$FAKE/cudart.so" "$runtime/libcudart.so.$major"
cp "$FAKE/nvrtc.so" "$nvrtc/libnvrtc.so.$major"
cp "$FILES/verify/python.sh" "$1/bin/python"
[ -z "${3:-}" ] || cp "$3" "$site/torch/lib/libtorch_cuda.so"
