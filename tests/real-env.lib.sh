# shellcheck shell=sh disable=SC2034,SC2154
# What the cases of real-env.sh are made of; sourced by it.

wanted() {
	[ -z "$chosen" ] && return 0
	case " $chosen " in *" $1 "*) return 0 ;; esac
	return 1
}

# The folders of the case before go, unless it failed.
tidy() {
	if [ -n "${env:-}" ] && [ "$failed" = "${failed_before:-0}" ]; then
		rm -rf --one-file-system "$env" "$env".*
	fi
	failed_before=$failed
}

# A copy that shares the files of the whole one; what is changed in it is a file of its own.
copy() {
	tidy
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
        subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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

# stub NAME==VERSION REQUIRES...: a wheel with nothing in it, into $tmp/stubs.
stub() {
	python3 - "$tmp/stubs" "$@" <<'PY'
import pathlib, sys, zipfile
to, spec, *requires = sys.argv[1:]
name, version = spec.split("==")
info = f"{name}-{version}.dist-info"
files = {
    f"{name}/__init__.py": f"__version__ = {version!r}\n",
    f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" +
                        "".join(f"Requires-Dist: {r}\n" for r in requires),
    f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}
pathlib.Path(to).mkdir(exist_ok=True)
with zipfile.ZipFile(f"{to}/{name}-{version}-py3-none-any.whl", "w") as z:
    for path, text in files.items():
        z.writestr(path, text)
    z.writestr(f"{info}/RECORD", "".join(f"{p},,\n" for p in files) + f"{info}/RECORD,,\n")
PY
}

# installed INSTALLER FILES...: what suggest prints on this machine is given to sh as it stands, with
# wheels of nothing for its indexes. The rest of the files comes too, and torch does not move, though
# a newer one is there.
installed() {
	installer=$1
	shift
	rm -rf "$work/install" "$tmp/stubs"
	mkdir -p "$work/install"
	printf 'torch>=2.4\nstubrest>=1; python_version > "3"\nstubother\n' >"$work/install/requirements.txt"
	printf '[project]\nname = "x"\nversion = "1"\ndependencies = ["torch>=2.4", "stubrest>=1", "stubother"]\n' \
		>"$work/install/pyproject.toml"
	(
		cd "$work/install" || exit 1
		"$program" suggest -q --installer "$installer" --cuda cpu "$@" >block || exit 1
		specs=$(grep -oE '(torch|torchvision|torchaudio)==[^ ]*' block | sort -u)
		for spec in $specs; do stub "$spec"; done
		stub torch==99.0
		stub stubrest==1.5 'torch>=2'
		stub stubother==0.1 'torch>=2.1' 'numpy'
		stub numpy==1.26.4
		# uv and pip both look here alone.
		export PIP_NO_INDEX=1 PIP_FIND_LINKS="$tmp/stubs" UV_OFFLINE=1 UV_FIND_LINKS="$tmp/stubs"
		export UV_CACHE_DIR="$tmp/uv" # what cases before have read there would count
		sh <block >log 2>&1 || { tail -n 5 log; exit 1; }
		torch-env/bin/python -c 'import sys, importlib.metadata as m
import stubother, stubrest, torch
sys.exit("torch==" + m.version("torch") not in sys.argv[1:])' $specs
	)
}

# in_time NAME: it is wanted, and there is time left for it.
in_time() {
	wanted "$1" || return 1
	[ $(($(date +%s) - began)) -lt "$limit" ] && return 0
	printf 'NO TIME %s (LIMIT is %s s)\n' "$1" "$limit"
	failed=$((failed + 1))
	return 1
}

# Toolkits of this machine that the loader's cache knows would stand in for what is missing.
loads() {
	/lib64/ld-linux-x86-64.so.2 --inhibit-cache --argv0 "$env/bin/python" \
		"$(realpath "$env/bin/python")" -c 'import torch' >/dev/null 2>&1
}

# less FILE: without it doctor says that the import fails, with an error, if and only if it does.
less() {
	mv "$lib/$1" "$tmp/less"
	loads
	failing=$?
	# shellcheck disable=SC2086
	"$program" doctor --env "$env" $host >"$tmp/said"
	code=$?
	mv "$tmp/less" "$lib/$1"
	said=0
	grep -q 'import torch. fails' "$tmp/said" && said=1
	if { [ "$failing" = 0 ] && [ "$said" = 0 ]; } ||
		{ [ "$failing" != 0 ] && [ "$code" = 1 ]; }; then
		printf 'agrees  %-12s import %s, exit %s\n' "${1##*/}" "$failing" "$code"
		return
	fi
	printf 'DIFFERS %-12s import %s, exit %s\n' "${1##*/}" "$failing" "$code"
	cat "$tmp/said"
	failed=$((failed + 1))
}

begin() {
	in_time "$1" && copy "$1"
}

# An environment of another Python, or none at all.
empty() {
	tidy
	env=$work/$1
	rm -rf "$env"
}

# expect NAME CODES: exactly these findings, and no cure that could run here.
expect() {
	got=$(findings)
	if [ "$got" = "$2" ]; then
		printf 'seen    %-12s %s\n' "$1" "$got"
	else
		printf 'DIFFERS %-12s found "%s", expected "%s"\n' "$1" "$got" "$2"
		doctor
		failed=$((failed + 1))
	fi
}

# python_of 3.10: a Python of that version, wherever it is.
python_of() {
	for p in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
		"$p" --version >/dev/null 2>&1 && echo "$p" && return 0
	done
	"$uv" python find "$1" 2>/dev/null
}

# The variables of this machine say nothing of one that is described: it is judged by itself.
# judge_switch NAME CODES VARIABLE=VALUE [VARIABLE=VALUE]: found under the first, or without it
# where there is no second; gone under the second, or under the first.
judge_switch() {
	described=$host host=
	switch_both "$@"
	host=$described
}

switch_both() {
	if [ $# = 4 ]; then
		got=$(export "${3?}" && findings)
		after=$(export "${4?}" && findings)
	else
		got=$(findings)
		after=$(export "${3?}" && findings)
	fi
	if [ "$got" = "$2" ] && [ -z "$after" ]; then
		printf 'cured   %-12s %s (by %s)\n' "$1" "$got" "${4:-$3}"
		return
	fi
	printf 'DIFFERS %-12s found "%s", expected "%s"; then "%s"\n' "$1" "$got" "$2" "$after"
	failed=$((failed + 1))
}
