#!/bin/sh
# real-env.sh PROGRAM [CASE...]: real environments, put up by pip and broken on purpose. Each must
# be diagnosed with the expected finding, the printed cure is really run, and doctor must find nothing
# any more. CACHE holds the whole environment (about 6 GB, put up when it is missing; BASE names
# another one, which is only linked to, never written) and the folders that are broken.
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
mkdir -p "$work"
export PIP_DISABLE_PIP_VERSION_CHECK=1
unset LD_LIBRARY_PATH PYTHONPATH VIRTUAL_ENV CONDA_PREFIX

if [ ! -d "$base" ]; then
	python3 -m venv "$base" && "$base/bin/python" -m pip install -q torch==2.15.0 \
		torchvision || exit 1
fi
chosen=$*
site=$(echo "$base"/lib/python3.*/site-packages)
site=${site#"$base"/}

wanted() {
	[ -z "$chosen" ] && return 0
	case " $chosen " in *" $1 "*) return 0 ;; esac
	return 1
}

# A copy that shares the files of the whole one; what is changed in it is a file of its own.
copy() {
	env=$work/$1
	rm -rf "$env"
	cp -al "$base" "$env"
	lib=$env/$site
}

pip() {
	"$env/bin/python" -m pip "$@" >>"$tmp/pip" 2>&1 || {
		tail -n 3 "$tmp/pip"
		return 1
	}
}

doctor() {
	# shellcheck disable=SC2086
	"$program" doctor --env "$env" $host | sed "s|$env|ENV|g"
}

findings() {
	# shellcheck disable=SC2086
	"$program" doctor --env "$env" $host --json | python3 -c '
import json, sys
print(" ".join(sorted(f["code"] for f in json.load(sys.stdin)["findings"]
                      if f["severity"] != "note")))'
}

# Runs the printed commands, by vector, once each.
cure() {
	# shellcheck disable=SC2086
	"$program" doctor --env "$env" $host --json | python3 -c '
import json, subprocess, sys
done = []
for finding in json.load(sys.stdin)["findings"]:
    for argv in finding["cure"]:
        if argv in done:
            continue
        done.append(argv)
        if argv[0] not in (sys.argv[1] + "/bin/python", "rm", "uv"):
            sys.exit("not run: " + " ".join(argv))
        subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)
' "$env" || return 1
}

# judge NAME CODES: exactly these findings; after the cure none.
judge() {
	start=$(date +%s)
	got=$(findings)
	if [ "$got" != "$2" ]; then
		printf 'DIFFERS %-12s found "%s", expected "%s"\n' "$1" "$got" "$2"
		doctor
		failed=$((failed + 1))
		return
	fi
	[ -n "${SHOW:-}" ] && doctor
	cure || failed=$((failed + 1))
	after=$(findings)
	if [ -n "$after" ]; then
		printf 'NOT CURED %-10s still "%s"\n' "$1" "$after"
		doctor
		failed=$((failed + 1))
		return
	fi
	printf 'cured   %-12s %s (%s s)\n' "$1" "$got" "$(($(date +%s) - start))"
}

# A wheel of torch with a label, as the index of the CPU builds has it: pip's own work follows.
cpu_wheel() {
	python3 - "$base/$site" "$tmp" <<'PY'
import sys, zipfile, pathlib
site, to = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
meta = next(site.glob("torch-2*.dist-info"))
version = meta.name.split("-")[1].removesuffix(".dist").split(".dist")[0]
name = f"torch-{version}+cpu"
with zipfile.ZipFile(to / f"{name}-py3-none-any.whl", "w") as z:
    lines = [l for l in (meta / "METADATA").read_text().split("\n\n")[0].splitlines()
             if "nvidia" not in l and "cuda" not in l and "triton" not in l]
    lines = [f"Version: {version}+cpu" if l.startswith("Version:") else l for l in lines]
    files = {
        "torch/__init__.py": "from .version import __version__\n",
        "torch/version.py": f"__version__ = '{version}+cpu'\ncuda = None\n",
        f"{name}.dist-info/METADATA": "\n".join(lines) + "\n",
        f"{name}.dist-info/WHEEL":
            "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
    }
    for path, text in files.items():
        z.writestr(path, text)
    z.writestr(f"{name}.dist-info/RECORD",
               "".join(f"{p},,\n" for p in files) + f"{name}.dist-info/RECORD,,\n")
PY
	ls "$tmp"/torch-*.whl
}

begin() {
	wanted "$1" && copy "$1"
}

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

# An old torch that carries its libraries itself, and NumPy 2.
old=${OLD_PYTHON:-python3.10}
if wanted numpy && "$old" --version >/dev/null 2>&1; then
	env=$work/numpy
	rm -rf "$env"
	"$old" -m venv "$env"
	pip install --no-deps "${OLD_TORCH:-torch==1.12.1}" typing-extensions numpy==2.2.6 &&
		host="--gpu V100 --driver 535 --glibc 2.35" judge numpy CP118
fi

# A folder on LD_LIBRARY_PATH with another release of a library that torch brings.
if begin path; then
	rm -rf "$work/path.lib"
	"$env/bin/python" -m pip install -q --no-deps --target "$work/path.lib" \
		nvidia-cuda-runtime==13.0.96
	LD_LIBRARY_PATH=$(dirname "$(find "$work/path.lib" -name 'libcudart.so*' | head -n 1)")
	export LD_LIBRARY_PATH
	got=$(findings)
	unset LD_LIBRARY_PATH
	if [ "$got" = CP211 ]; then
		judge path ''
	else
		printf 'DIFFERS path: "%s"\n' "$got"
		failed=$((failed + 1))
	fi
fi

# A second torch, on PYTHONPATH.
if begin twice; then
	rm -rf "$work/twice.lib"
	mkdir -p "$work/twice.lib"
	cp -al "$lib/torch" "$lib"/torch-*.dist-info "$work/twice.lib/"
	PYTHONPATH=$work/twice.lib
	export PYTHONPATH
	got=$(findings)
	unset PYTHONPATH
	if [ "$got" = CP206 ]; then
		judge twice ''
	else
		printf 'DIFFERS twice: "%s"\n' "$got"
		failed=$((failed + 1))
	fi
fi
[ "$failed" = 0 ]
