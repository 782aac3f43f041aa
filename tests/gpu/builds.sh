#!/bin/sh
# builds.sh SM FOLDER: environments whose libtorch_cuda has the code of one kernel, made by nvcc, as
# a torch would have it that was built for this GPU, for another, or with PTX alone. Prints a line
# for each: what it has | its folder | exit code of verify | a word of its answer | variables.
set -u
sm=$1
to=$2
mkdir -p "$to"
cat >"$to/k.cu" <<'END'
__global__ void scale(float *x, float f) { x[threadIdx.x] *= f; }
void run(float *x) { scale<<<1, 32>>>(x, 2); }
END

known=$(nvcc --list-gpu-arch | sed 's/.*_//' | sort -n)
toolkit=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
lowest=$(echo "$known" | sed 1q)
highest=$(echo "$known" | sed -n '$p')

# build NAME CODE...: with "sm_90" as machine code and "compute_90" as PTX
build() {
	site=$to/$1/lib/python3.12/site-packages
	mkdir -p "$site/torch/lib" "$site/torch-2.11.0.dist-info" "$to/$1/bin"
	echo 'home = /usr/bin' >"$to/$1/pyvenv.cfg"
	printf "__version__ = '2.11.0'\ncuda = '%s'\n" "$toolkit" >"$site/torch/version.py"
	printf 'Metadata-Version: 2.1\nName: torch\nVersion: 2.11.0\n' >"$site/torch-2.11.0.dist-info/METADATA"
	out=$site/torch/lib/libtorch_cuda.so
	shift
	options=
	for kind; do options="$options -gencode arch=compute_${kind#*_},code=$kind"; done
	# shellcheck disable=SC2086
	nvcc -shared -Xcompiler -fPIC -cudart none $options "$to/k.cu" -o "$out" >/dev/null 2>&1
}

# row WHAT NAME EXIT WORD SETTINGS CODE...
row() {
	what=$1 name=$2 code=$3 word=$4 settings=$5
	shift 5
	[ -d "$to/$name" ] || build "$name" "$@" || return 0
	echo "$what|$to/$name|$code|$word|$settings"
}

row 'code for this GPU' own 0 '' '' "sm_$sm"
row 'code for this GPU' own 1 'env -u CUDA_FORCE_PTX_JIT' CUDA_FORCE_PTX_JIT=1
row "PTX of $lowest" ptx 0 'torch has PTX' '' "compute_$lowest"
row "PTX of $lowest" ptx 1 'env -u CUDA_DISABLE_PTX_JIT' CUDA_DISABLE_PTX_JIT=1
if [ "$((lowest / 10))" != "$((sm / 10))" ]; then
	row "code for $lowest" other 1 CP505 '' "sm_$lowest"
	row "code for $lowest" other 1 CP505 CUDA_MODULE_LOADING=LAZY
	row 'code for both' both 0 '' '' "sm_$lowest" "sm_$sm"
fi
if [ "$highest" -gt "$sm" ]; then
	row "PTX of $highest" newer 1 CP505 '' "compute_$highest"
	row "code for $sm, and for $highest as f" family 0 '' '' "sm_$sm" "sm_${highest}f"
fi
[ "$sm" -lt 90 ] || row "code for ${sm}a" exact 0 '' '' "sm_${sm}a"
