#!/bin/sh
# real-env.sh PROGRAM [CASE...]: real environments, put up by pip and uv and broken on purpose. Each
# must be diagnosed with the expected finding, the printed cure is really run, and doctor must find
# nothing any more. The case "install" gives what suggest prints to sh, with wheels of nothing, and
# takes no downloads but uv. CACHE holds the whole environment (about 6 GB, put up when it is missing; BASE
# names another one, which is only linked to, never written), downloads (about 3 GB), and the folders
# of cases that failed. A whole run takes 17 to 26 minutes on two cores; no case begins after LIMIT
# seconds (3000).
# shellcheck disable=SC2034,SC2154
set -u
program=$(realpath "$1")
shift
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/env
base=${BASE:-$cache/base}
work=$cache/work
host="--gpu RTX_4090 --driver 580 --platform linux-64 --glibc 2.35"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
limit=${LIMIT:-3000}
began=$(date +%s)
mkdir -p "$work"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CACHE_DIR="$cache/pip" UV_CACHE_DIR="$cache/uv"
unset LD_LIBRARY_PATH PYTHONPATH VIRTUAL_ENV CONDA_PREFIX PYTHONUSERBASE
PYTHONNOUSERSITE=1
export PYTHONNOUSERSITE

if [ ! -d "$base" ]; then
	python3 -m venv "$base" && "$base/bin/python" -m pip install -q torch==2.15.0 \
		torchvision || exit 1
fi
if [ ! -x "$cache/tools/bin/uv" ]; then
	python3 -m venv "$cache/tools" && "$cache/tools/bin/pip" install -q -U pip uv || exit 1
fi
# Some mirrors forbid a cache: the large wheel is kept, so that cures need not download it again.
wheels=$cache/wheels
if [ -z "$(find "$wheels" -name 'torch-2.15.0-*' 2>/dev/null)" ]; then
	"$base/bin/python" -m pip download -q --no-deps -d "$wheels" torch==2.15.0
fi
export PIP_FIND_LINKS="$wheels ${PIP_FIND_LINKS:-}"
uv=$cache/tools/bin/uv
PATH=$PATH:$cache/tools/bin
chosen=$*
site=$(echo "$base"/lib/python3.*/site-packages)
site=${site#"$base"/}
. "$(dirname "$0")/real-env.lib.sh"

for installer in pip uv; do
	for files in '-r requirements.txt' '-f pyproject.toml'; do
		in_time "install" || continue
		# uv would fetch a newer one.
		[ "$installer" = pip ] || files="$files --python $(python3 -c 'import sys
print("%s.%s" % sys.version_info[:2])')"
		# shellcheck disable=SC2086
		if installed "$installer" $files; then
			printf 'installed %s by %s\n' "$files" "$installer"
		else
			printf 'DIFFERS install by %s of %s\n' "$installer" "$files"
			failed=$((failed + 1))
		fi
	done
done
begin whole && judge whole ''
begin vision && pip install --no-deps torchvision==0.20.1 && judge vision CP204
begin audio && pip install --no-deps torchaudio==2.9.0 && judge audio CP204
begin mixed && pip install --no-deps nvidia-cuda-runtime-cu12==12.9.79 \
	nvidia-cuda-nvrtc-cu12==12.9.86 nvidia-cuda-runtime-cu11==11.8.89 && judge mixed CP208
# cu12 and cu13 of NCCL write into one folder: removing one takes the files of the other away.
begin shared && pip install --no-deps nvidia-nccl-cu12==2.27.5 && judge shared CP208
begin pin && pip install --no-deps nvidia-cudnn-cu13==9.13.0.50 && judge pin CP209
begin part && rm "$lib"/nvidia/cudnn/lib/libcudnn_graph.so.9 && judge part CP210
begin missing && pip uninstall -y nvidia-cudnn-cu13 && judge missing CP210
begin leftovers && mkdir "$lib/~orch" "$lib/~orch-2.14.0.dist-info" "$lib/nvidia/cufft" \
	"$lib/nvidia/cufft/lib" &&
	cp "$lib/torch/version.py" "$lib/~orch/" && touch "$lib/nvidia/cufft/lib/libcufft.so.11" &&
	mv "$lib"/nvidia_nvtx-*.dist-info "$tmp/" && judge leftovers 'CP207 CP207 CP524'
begin cpu && pip install --no-deps "$(cpu_wheel)" && judge cpu CP201
begin twins && pip install --no-deps nvidia-cudnn-cu12==9.10.2.21 && judge twins CP208
begin cudnn8 && pip install --no-deps nvidia-cudnn-cu11==8.7.0.84 && judge cudnn8 CP208

# An uninstall that finds files it does not know leaves their folder.
begin folder && touch "$lib/torch/lib/mine.so" && pip uninstall -y torch &&
	judge folder CP207 && pip install --no-deps torch==2.15.0 && judge folder ''

# Another file in the place of a library than its package brought.
if begin file; then
	rm -rf "$work/file.lib"
	"$env/bin/python" -m pip install -q --no-deps --target "$work/file.lib" \
		nvidia-cuda-runtime==13.0.96
	rm "$lib/nvidia/cu13/lib/libcudart.so.13"
	cp "$work/file.lib/nvidia/cu13/lib/libcudart.so.13" "$lib/nvidia/cu13/lib/"
	judge file CP406
fi

# One library less, each time: what python says of `import torch`, doctor says too.
if begin less; then
	cuda=nvidia/cu13/lib
	for part in "$cuda/libcublas.so.13" "$cuda/libcublasLt.so.13" "$cuda/libcudart.so.13" \
		"$cuda/libcupti.so.13" "$cuda/libcufft.so.12" "$cuda/libcusparse.so.12" \
		"$cuda/libcufile.so.0" "$cuda/libcusolver.so.12" \
		nvidia/cusparselt/lib/libcusparseLt.so.0 \
		"$cuda/libnvrtc.so.13" "$cuda/libnvJitLink.so.13" nvidia/nccl/lib/libnccl.so.2 nvidia/nvshmem/lib/libnvshmem_host.so.3 \
		nvidia/cudnn/lib/libcudnn.so.9 torch/lib/libtorch_cuda.so torch/lib/libtorch_cpu.so \
		torch/lib/libc10.so torch/lib/libc10_cuda.so torch/lib/libtorch_nvshmem.so \
		torch/lib/libtorch_cuda_linalg.so; do
		less "$part"
	done
fi

# A user site that a venv sees: pip leaves what is there alone, the cure goes into the venv.
if begin user; then
	sed -i 's/^\(include-system-site-packages\).*/\1 = true/' "$env/pyvenv.cfg"
	unset PYTHONNOUSERSITE
	export PYTHONUSERBASE="$work/user.base"
	rm -rf "$PYTHONUSERBASE"
	pip uninstall -y torchvision
	pip install --user --ignore-installed --no-deps torchvision==0.20.1 && judge user CP204
	cp -al "$lib/torch" "$lib"/torch-*.dist-info "$PYTHONUSERBASE"/lib/python3.*/site-packages/
	judge_switch user2 CP206 PYTHONNOUSERSITE=1
	unset PYTHONUSERBASE
	export PYTHONNOUSERSITE=1
fi

# A CPU build as a distribution makes it, reached by a .pth file: pip cannot remove it.
if in_time debian && command -v dpkg-deb >/dev/null; then
	empty debian
	rm -rf "$work/debian.root" && mkdir -p "$work/debian.root"
	(cd "$work/debian.root" && apt-get -qq download python3-torch 2>/dev/null && dpkg-deb -x ./*.deb .)
	cp -al "$base" "$env" && lib=$env/$site
	pip uninstall -y torch torchvision
	rm -rf "$lib/torch" "$lib/torchgen" "$lib/functorch"
	echo "$work/debian.root/usr/lib/python3/dist-packages" >"$lib/debian.pth"
	host="--gpu RTX_5090 --driver 580 --platform linux-64 --glibc 2.35" judge debian CP201
fi

# PyPI's CPU builds: of aarch64 and of Windows. Their cures are for other machines; of what they ask
# for, pip would take what this machine's markers say.
pure="typing-extensions filelock sympy mpmath networkx jinja2 fsspec"
if in_time arm; then
	empty arm
	python3 -m venv --without-pip "$env"
	"$cache/tools/bin/pip" install -q --no-deps --platform manylinux_2_28_aarch64 --only-binary :all: \
		--target "$env/$site" torch==2.8.0
	# shellcheck disable=SC2086
	"$cache/tools/bin/pip" install -q --no-deps --target "$env/$site" $pure
	host="--gpu GH200 --driver 580 --glibc 2.35" expect arm CP201
fi
if in_time windows; then
	empty windows
	mkdir -p "$env/Lib/site-packages" "$env/Scripts"
	printf 'home = C:\\Python311\ninclude-system-site-packages = false\nversion = 3.11.7\n' \
		>"$env/pyvenv.cfg"
	"$cache/tools/bin/pip" install -q --no-deps --platform win_amd64 --python-version 3.11 \
		--only-binary :all: --target "$env/Lib/site-packages" torch==2.2.0
	# shellcheck disable=SC2086
	"$cache/tools/bin/pip" install -q --no-deps --target "$env/Lib/site-packages" $pure
	host="--gpu RTX_4090 --driver 581.15" expect windows CP201
fi

# uv's environment: no pip in it, and another installer in the records.
if in_time uv; then
	empty uv
	"$uv" venv -q --python "$base/bin/python" "$env" && lib=$env/$site
	for d in "$base/$site"/*; do
		case ${d##*/} in torchvision* | pip* | __pycache__) ;; *) cp -al "$d" "$lib/" ;; esac
	done
	"$uv" pip install -q --python "$env" --no-deps torchvision==0.20.1 && judge uv CP204
fi

# An old torch that carries its libraries itself, and NumPy 2.
old=${OLD_PYTHON:-$(python_of 3.10)}
if in_time numpy; then
	empty numpy
	if [ -n "$old" ]; then
		"$old" -m venv "$env"
		pip install --no-deps --find-links "${WHEELS:-$cache/..}" torch==1.12.1 \
			typing-extensions numpy==2.2.6 &&
			host="--gpu V100 --driver 535 --glibc 2.35" judge numpy CP118
	else
		echo 'skipped numpy: there is no Python 3.10'
	fi
fi

# A folder on LD_LIBRARY_PATH with another release of a library that torch brings.
if begin path; then
	rm -rf "$work/path.lib"
	"$env/bin/python" -m pip install -q --no-deps --target "$work/path.lib" \
		nvidia-cuda-runtime==13.0.96
	judge_switch path CP211 "LD_LIBRARY_PATH=$(dirname \
		"$(find "$work/path.lib" -name 'libcudart.so*' | head -n 1)")" LD_LIBRARY_PATH=
fi

# A second torch: on PYTHONPATH, and behind a .pth file.
if begin twice; then
	rm -rf "$work/twice.lib"
	mkdir -p "$work/twice.lib"
	cp -al "$lib/torch" "$lib"/torch-*.dist-info "$work/twice.lib/"
	judge_switch twice CP206 "PYTHONPATH=$work/twice.lib" PYTHONPATH=
	echo "$work/twice.lib" >"$lib/twice.pth"
	expect pth CP206
	rm "$lib/twice.pth"
	judge pth ''
fi
printf 'real environments: %s failed, %s s\n' "$failed" "$(($(date +%s) - began))"
tidy
[ "$failed" = 0 ]
