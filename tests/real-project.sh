#!/bin/sh
# real-project.sh PROGRAM [TOOL...]: projects of uv, Poetry and pdm whose torch does not run on the
# machine, cured by the printed commands and by the diff of --fix-file, with the real programs,
# against an index of stand-ins that is served here. What comes after (uv sync, uv run, …) must keep
# the torch, and numpy must not have come from the index of torch.
set -u
program=$(realpath "$1")
shift
chosen=${*:-uv poetry pdm}
here=$(realpath "$(dirname "$0")")
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudaplan/real}/tools
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
host="--gpu V100 --driver 470.82.01 --platform linux-64"
failed=0
python=$(python3 -c 'import sys; print(sys.executable)')
unset VIRTUAL_ENV CONDA_PREFIX PYTHONPATH
export UV_CACHE_DIR="$work/uv" PDM_CHECK_UPDATE=0 PDM_CACHE_DIR="$work/pdm" \
	POETRY_CACHE_DIR="$work/poetry" POETRY_VIRTUALENVS_IN_PROJECT=1 POETRY_NO_INTERACTION=1 \
	POETRY_KEYRING_ENABLED=false UV_PYTHON="$python"

for tool in $chosen; do
	[ -x "$cache/$tool/bin/$tool" ] && continue
	case $tool in pdm) package='pdm[locked]' ;; *) package=$tool ;; esac
	"$python" -m venv "$cache/$tool" && "$cache/$tool/bin/pip" install -q "$package" || exit 1
done

mkdir "$work/index"
"$python" -u -m http.server 0 --bind 127.0.0.1 --directory "$work/index" >"$work/port" 2>/dev/null &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
	port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/port")
	[ -n "$port" ] && break
	sleep 1
done
at=http://127.0.0.1:$port

doctor() {
	# shellcheck disable=SC2086
	"$program" doctor -f pyproject.toml $host "$@"
}

fail() {
	printf 'FAILS   %-8s %s: %s\n' "$tool" "$way" "$1"
	tail -n 5 "$work/log"
	failed=$((failed + 1))
}

# Torch in a group of its own, or in an extra.
manifest() {
	case $shape in
	group) table=dependency-groups name=train ;;
	extra) table=project.optional-dependencies name=gpu ;;
	*) manifest_of "$1" && return ;;
	esac
	case $1 in
	poetry) manifest_of "$1" | sed '/^torch = /d' &&
		printf '\n[tool.poetry.group.train.dependencies]\ntorch = "2.9.0"\n' ;;
	# The tables of pdm stand together at the end: it does not write them otherwise.
	*) manifest_of "$1" | sed "s/\"torch==2.9.0\", *//; s/^ *\"torch==2.9.0\",\$//
		0,/^\[*tool/ s/^\[*tool.*/[$table]\n$name = [\"torch==2.9.0\"]\n\n&/" ;;
	esac
}

manifest_of() {
	case $1 in
	poetry) printf '[tool.poetry]\nname = "x"\nversion = "1"\ndescription = ""\nauthors = []\npackage-mode = false\n\n[tool.poetry.dependencies]\npython = "^3.9"\ntorch = "2.9.0"\nnumpy = "*"\n\n[[tool.poetry.source]]\nname = "local"\nurl = "%s/simple/"\npriority = "primary"\n' "$at" ;;
	pdm) printf '[project]\nname = "x"\nversion = "1"\nrequires-python = ">=3.9"\ndependencies = ["torch==2.9.0", "numpy"]\n\n[tool.pdm]\ndistribution = false\n\n[[tool.pdm.source]]\nname = "pypi"\nurl = "%s/simple"\n' "$at" ;;
	uv) printf '[project]\nname = "x"\nversion = "1"\nrequires-python = ">=3.9"\ndependencies = [\n    "torch==2.9.0",\n    "numpy",\n]\n\n[[tool.uv.index]]\nurl = "%s/simple"\ndefault = true\n' "$at" ;;
	esac
}

install() {
	case $tool in
	uv) uv sync --all-groups --all-extras ;;
	poetry) poetry install ;;
	pdm) pdm install -G:all ;;
	esac >>"$work/log" 2>&1
}

# What people run afterwards.
again() {
	case $tool in
	uv) uv sync --all-groups --all-extras &&
		uv run --all-groups --all-extras python -c 'import torch' ;;
	poetry) poetry install && poetry sync ;;
	pdm) pdm install -G:all && pdm sync -G:all --clean ;;
	esac >>"$work/log" 2>&1
}

versions() {
	.venv/bin/python -c 'import numpy, torch; print(torch.__version__, numpy.__version__)' 2>&1 | tail -n 1
}

# By the printed vectors, once each, on the index that is served here.
by_commands() {
	doctor --json | AT=$at "$python" -c '
import json, os, subprocess, sys
for finding in json.load(sys.stdin)["findings"]:
    for argv in finding["cure"]:
        subprocess.run([a.replace("https://download.pytorch.org", os.environ["AT"]) for a in argv],
                       check=True)
' >>"$work/log" 2>&1
}

by_diff() {
	doctor --fix-file >fix.diff 2>notes
	sed -i "s|https://download.pytorch.org|$at|" fix.diff
	patch -s -p0 <fix.diff >>"$work/log" 2>&1 || return 1
	sh -c "$(sed -n 's/^note: when the file is changed: //p' notes)" >>"$work/log" 2>&1
}

PATH=$PATH:$(for tool in $chosen; do printf '%s/%s/bin:' "$cache" "$tool"; done)
"$python" "$here/real-project.py" "$work/index" simple 2.9.0 || exit 1
for tool in $chosen; do
	for way in by_commands by_diff by_commands.group by_commands.extra; do
		case $way in *.*) shape=${way#*.} ;; *) shape= ;; esac
		[ "$tool.$shape" != poetry.extra ] || continue
		: >"$work/log"
		mkdir "$work/$tool.$way"
		cd "$work/$tool.$way" || exit 1
		manifest "$tool" >pyproject.toml
		install || { fail 'the broken project is not installed'; continue; }
		want=$(doctor --json | grep -o 'torch==[0-9.]*' | tail -n 1)
		variant=$(doctor --json | grep -o 'whl/cu[0-9]*' | tail -n 1)
		want=${want#torch==}
		for folder in simple "$variant"; do
			"$python" "$here/real-project.py" "$work/index" "$folder" "$want"
		done
		before=$(versions)
		${way%.*} || { fail 'the cure does not run'; continue; }
		[ -z "$shape" ] || install
		got=$(versions)
		[ "$got" = "$want+${variant#whl/} ${before#* }" ] || {
			fail "$before became $got, not $want+${variant#whl/}"
			continue
		}
		again || { fail 'what comes after it does not run'; continue; }
		[ "$(versions)" = "$got" ] || { fail "it is not kept: $(versions)"; continue; }
		sed -i "s|$at/whl|https://download.pytorch.org/whl|" pyproject.toml
		doctor -q >o || { fail 'doctor still finds'; cat o; continue; }
		printf 'cured   %-8s %-11s %s, was %s\n' "$tool" "$way" "$got" "$before"
	done
done

# Lists whose torch does not run on the machine: the diff is applied, and uv locks what it leaves.
mkdir "$work/lists"
cd "$work/lists" || exit 1
tool=uv
for way in pinned bounded index loose; do
	case "$chosen" in *uv*) ;; *) break ;; esac
	: >"$work/log"
	case $way in
	pinned) printf '# what it needs\ntorch==2.9.0  # the newest\nnumpy\n' ;;
	bounded) printf 'filelock\ntorch>=2.9,<3\n' ;;
	index) printf -- '--extra-index-url https://download.pytorch.org/whl/cu128\ntorch==2.9.0\n' ;;
	loose) printf 'torch\nnumpy>=1.26\n' ;;
	esac >requirements.txt
	# shellcheck disable=SC2086
	"$program" doctor --fix-file -f requirements.txt $host >fix.diff 2>notes
	patch -s -p0 <fix.diff >>"$work/log" 2>&1 || { fail 'the diff does not apply'; continue; }
	want=$(sed -n 's/^torch==\([0-9.]*\)+\(cu[0-9]*\).*/\1 \2/p' requirements.txt)
	"$python" "$here/real-project.py" "$work/index" "whl/${want#* }" "${want% *}" || exit 1
	sed -i "s|https://download.pytorch.org|$at|" requirements.txt
	uv pip compile -q --index-url "$at/simple" --index-strategy unsafe-best-match \
		--python-platform linux requirements.txt >locked 2>>"$work/log" ||
		{ fail 'uv locks nothing'; continue; }
	grep -q "^torch==${want% *}+${want#* }\$" locked || { fail 'uv locks another torch'; continue; }
	printf 'locked  %-8s %-11s %s+%s\n' "$tool" "$way" "${want% *}" "${want#* }"
done
printf 'real projects: %s failed\n' "$failed"
[ "$failed" = 0 ]
