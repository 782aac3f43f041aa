"""real-samples.py PROGRAM TOOLS SAMPLES [PROJECT...]: real projects, each asked for as its maintainer
would: for a machine with two GPUs, for several machines, for a CI without a GPU. What suggest --emit
says to change is changed, the project locked by its own program, against an index served here that
has what the matrix says of each index, and the torch in the lock is the one of the plan, for each
machine; doctor finds nothing in what was locked that hinders the machine. TOOLS: see real-emit.py."""
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib

import stand_in

program = os.path.abspath(sys.argv[1])
tools = pathlib.Path(sys.argv[2]).resolve()
samples = pathlib.Path(sys.argv[3]) / "projects"
chosen = sys.argv[4:]
work = pathlib.Path(tempfile.mkdtemp())
base = getattr(sys, "_base_executable", sys.executable)
real = "https://download.pytorch.org"

HOSTS = {
    "T4+5090": ["--gpu", "T4", "--gpu", "RTX 5090", "--driver", "580.65.06", "--platform", "linux-64"],
    "4090": ["--gpu", "RTX 4090", "--driver", "550.54.15", "--platform", "linux-64"],
    "5090": ["--gpu", "RTX 5090", "--driver", "580.65.06", "--platform", "linux-64"],
    "V100": ["--gpu", "V100", "--driver", "535.183.01", "--platform", "linux-64"],
    "GH200": ["--gpu", "GH200", "--driver", "580.65.06", "--platform", "linux-aarch64"],
    "3060": ["--gpu", "RTX 3060", "--driver", "581.15", "--platform", "win-64"],
    "none": ["--gpu", "none", "--platform", "linux-64"],
}
SCENES = {
    "mixed": ["T4+5090"],
    "fleet": ["4090", "3060"],
    "three": ["4090", "GH200", "3060"],
    "two": ["5090", "V100"],
    "none": ["none"],
}
PROJECTS = {
    "nanochat": "uv", "whisperx": "uv", "index-tts": "uv", "prime-rl": "uv", "nemo-rl": "uv",
    "kohya_ss": "uv", "invokeai": "uv", "dependency-groups": "uv", "poetry-cu121": "poetry",
    "poetry-torchvision-pypi": "poetry",
}
MARKERS = {
    "linux-64": {"sys_platform": "linux", "platform_machine": "x86_64", "platform_system": "Linux"},
    "linux-aarch64": {"sys_platform": "linux", "platform_machine": "aarch64", "platform_system": "Linux"},
    "win-64": {"sys_platform": "win32", "platform_machine": "AMD64", "platform_system": "Windows"},
}
TAGS = {"linux-64": "manylinux_2_28_x86_64", "linux-aarch64": "manylinux_2_28_aarch64",
        "win-64": "win_amd64", "win-arm64": "win_arm64", "osx-arm64": "macosx_11_0_arm64", "osx-64": "macosx_11_0_x86_64"}
FAMILY = ("torch", "torchvision", "torchaudio")


# --- the index -------------------------------------------------------------------------------

def rows():
    out = subprocess.run([program, "matrix", "--json"], capture_output=True, text=True, check=True).stdout
    return [r for r in json.loads(out)["rows"] if r["channel"] in ("pypi", "pytorch-index")]


def make_index(texts):
    """Folder, project: file name: (requires, Python)."""
    index = {}

    def add(folder, name, version, tag, requires=(), python=None):
        file = f"{name.replace('-', '_')}-{version}-{tag}.whl"
        index.setdefault((folder, name), {})[file] = (list(requires), python)

    for row in rows():
        folder = "simple" if row["channel"] == "pypi" else "whl/" + row["variant"]
        label = "" if row["channel"] == "pypi" or "osx" in row["platform"] else "+" + row["variant"]
        pythons = sorted((p for p in row["pythons"] if not p.endswith("t")), key=lambda p: int(p.split(".")[1]))
        for py in pythons:
            cp = "cp" + py.replace(".", "")
            tag, least = f"{cp}-{cp}-{TAGS[row['platform']]}", ">=" + pythons[0]
            torch = row["torch"]
            add(folder, "torch", torch + label, tag, ["filelock", "numpy"], least)
            if row["torchvision"] not in (None, "none"):
                add(folder, "torchvision", row["torchvision"] + label, tag, ["numpy", f"torch=={torch}"], least)
            if row["torchaudio"] not in (None, "none"):
                add(folder, "torchaudio", row["torchaudio"] + label, tag,
                    [f"torch=={torch}"] if row["torchaudio"] == torch and torch != "2.11.0" else ["torch"], least)
    for version in ("0.6.13", "0.6.11.post1", "0.6.8.post1"):
        add("flashinfer.ai/whl/cu130", "flashinfer-jit-cache", version, "py3-none-any")
    for folder, torch, vision, tool in (("whl/xpu", "2.13.0+xpu", "0.28.0+xpu", "triton-xpu"),
                                        ("whl/rocm7.1", "2.10.0+rocm7.1", "0.25.0+rocm7.1", "triton-rocm")):
        for name, version in (("torch", torch), ("torchvision", vision), (tool, "3.7.2"), (tool, "3.6.0")):
            add(folder, name, version, "py3-none-any")
    for name in ("flash-attn-3", "flash-attn-4"):
        add("whl/test/cu128", name, "3.0", "py3-none-any")
    for folder in {f for f, _ in index}:
        for name in ("numpy", "filelock", "triton", "xformers"):
            for version in ("1.26.4", "2.2.6", "3.4.0"):
                add(folder, name, version, "py3-none-any")
    # Whatever else the projects name, in each version that they name, and a high one.
    for name, specs in re.findall(r"[\"'=]\s*([A-Za-z][A-Za-z0-9._-]*)(?:\[[^]]*\])?\s*(\(?[<>=~!^][^\"';]*)?", texts):
        name = re.sub(r"[-_.]+", "-", name).lower()
        if name not in FAMILY:
            for version in re.findall(r"[0-9][0-9a-z.]*[0-9a-z]|[0-9]", specs) + ["1.0"]:
                add("simple", name, version, "py3-none-any")
    return index


class Index(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        parts = self.path.split("?")[0].strip("/").split("/")
        file, body = parts[-1].replace("%2B", "+").replace("%2b", "+"), None
        name, version = file.split("-")[:2] if file.endswith(".whl") else (None, None)
        if name and parts[0] in ("simple", "whl"):
            body = index.get(("/".join(parts[:-2]), parts[-2]), {}).get(file)
            body = body and stand_in.wheel(file, stand_in.metadata(name, version, *body))
        elif name:
            body = stand_in.wheel(file, stand_in.metadata(name, version))
        elif ("/".join(parts[:-1]), parts[-1]) in index:
            body = "".join(f'<a href="{f.replace("+", "%2B")}"' + (
                f' data-requires-python="{py.replace(">", "&gt;")}"' if py else "") + f">{f}</a>\n"
                for f, (_, py) in index["/".join(parts[:-1]), parts[-1]].items())
            body = f"<!DOCTYPE html><html><body>{body}</body></html>".encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "application/octet-stream" if name else "text/html")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        if self.command == "GET" and body:
            self.wfile.write(body)


def local(text, by):
    """The places of a project as those that are served here; sources of git as packages."""
    text = re.sub(r" @ git\+https://[^\s;\"]+", "", text)
    text = re.sub(r"^\S+ = \{ git = .*\}\n", "", text, flags=re.M)
    text = text.replace(real, at).replace("https://pypi.example", at)
    text = re.sub(r"https://(github\.com|flashinfer\.ai)/", at + r"/\1/", text)
    text = text.replace("sys_platform == 'win32' or sys_platform == 'darwin' or (", "sys_platform == 'win32' or (")
    if "[tool.poetry]" not in text and "\nversion" not in text.split("\n[", 1)[0]:
        text = text.replace("[project]\n", '[project]\nversion = "0"\n', 1)
    text = text.replace('default-groups = ["dev", "build"]', 'default-groups = ["build"]')
    if by == "uv" and "default = true" not in text:
        text += f'\n[[tool.uv.index]]\nname = "stand-in"\nurl = "{at}/simple"\ndefault = true\n'
    if by == "poetry":
        text = re.sub(r'name = "PyPI"\n', f'name = "stand-in"\nurl = "{at}/simple/"\n', text)
        if "stand-in" not in text:
            text += f'\n[[tool.poetry.source]]\nname = "stand-in"\nurl = "{at}/simple/"\npriority = "primary"\n'
    return text


# --- asking, changing, locking -----------------------------------------------------------------

def run(folder, *argv, env=None):
    done = subprocess.run(argv, cwd=folder, text=True, capture_output=True, env={**os.environ, **(env or {})})
    if done.returncode:
        raise RuntimeError(" ".join(argv[-4:]) + ": " + (done.stdout + done.stderr)[-900:])
    return done.stdout


@functools.cache
def host_file(name):
    to = work / f"{name}.json"
    to.write_text(run(work, program, "detect", "--json", *HOSTS[name]))
    return str(to)


def hosts_of(scene):
    return [w for h in SCENES[scene] for w in ("--host", host_file(h))]


@functools.cache
def python_of(version):
    """An interpreter that says it is another: locks do not run it."""
    to = work / f"python{version}"
    to.write_text(f"#!/bin/sh\n'{base}' \"$@\" | sed 's/{sys.version_info.major}[.]{sys.version_info.minor}"
                  f"[.][0-9]*/{version}/g; s/\"minor\": *{sys.version_info.minor}/\"minor\": {version.split('.')[1]}/g; "
                  f"s/\"python_version\": *\"[0-9.]*\"/\"python_version\": \"{version.rsplit('.', 1)[0]}\"/g'\n")
    to.chmod(0o755)
    return str(to)


def lock_uv(folder, python):
    env = {"UV_CACHE_DIR": str(work / "uv"), "UV_PYTHON": python_of(python), "UV_PYTHON_DOWNLOADS": "never"}
    run(folder, str(tools / "uv/bin/uv"), "lock", env=env)
    return env


def locked_uv(folder, platform, python, groups, env):
    from packaging.requirements import Requirement
    given = {**MARKERS[platform], "python_version": python.rsplit(".", 1)[0], "python_full_version": python}
    out = run(folder, str(tools / "uv/bin/uv"), "export", "--frozen", "--no-hashes", "--no-header",
              "--no-emit-project", "--no-annotate", *groups, env=env)
    got = {}
    for line in out.splitlines():
        r = Requirement(line)
        if r.name in FAMILY and (not r.marker or r.marker.evaluate(given)):
            got[r.name] = str(r.specifier).removeprefix("==")
    return got


def lock_poetry(folder, _):
    env = {"POETRY_CACHE_DIR": str(work / "poetry"), "POETRY_VIRTUALENVS_IN_PROJECT": "1",
           "POETRY_KEYRING_ENABLED": "false", "POETRY_NO_INTERACTION": "1", "VIRTUAL_ENV": ""}
    run(folder, str(tools / "poetry/bin/poetry"), "lock", env=env)
    return env


def locked_poetry(folder, platform, python, groups, env):
    from packaging.markers import Marker
    given = {**MARKERS[platform], "python_version": python.rsplit(".", 1)[0], "python_full_version": python, "extra": ""}
    got = {}
    for p in tomllib.loads((folder / "poetry.lock").read_text())["package"]:
        marker = p.get("markers")
        marker = marker.get("main") if isinstance(marker, dict) else marker
        if p["name"] in FAMILY and (not marker or Marker(marker).evaluate(given)):
            got[p["name"]] = p["version"]
    return got


def doctor(folder, lock, host):
    """Of the project with its lock: the severities and codes."""
    for name in ("pyproject.toml", lock):
        text = (folder / name).read_text().replace(at + "/whl", real + "/whl").replace(at + "/simple", "https://pypi.org/simple")
        (folder / "judged").mkdir(exist_ok=True)
        (folder / "judged" / name).write_text(text)
    done = subprocess.run([program, "doctor", "--json", "-f", "pyproject.toml", "-f", lock, "--host", host_file(host)],
                          cwd=folder / "judged", text=True, capture_output=True)
    return [(f["severity"], f["code"], f["cause"]) for f in json.loads(done.stdout)["findings"]]


def try_one(name, by, scene):
    folder = work / f"{name}.{scene}"
    folder.mkdir()
    text = (samples / f"{name}.pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text(text)
    done = subprocess.run([program, "suggest", "--emit", by, "-f", "pyproject.toml", *hosts_of(scene)], cwd=folder,
                          text=True, capture_output=True)
    said = [x for x in done.stderr.splitlines() if re.match(r"note:|cudaplan|error", x)]
    if done.stdout:
        (folder / "d.diff").write_text(done.stdout)
        run(folder, "patch", "-s", "-p0", "-i", "d.diff")
    found = re.findall(r"^(?:Install|Plan(?: \d+)?) +torch (\S+), (?:CUDA ([\d.]+)|CPU only), Python (3\.\d+)", done.stderr, re.M)
    plans = {(t, "cu" + c.replace(".", "") if c else "cpu") for t, c, _ in found}
    if done.returncode and (not done.stdout or "[CP120]" in done.stderr):
        return f"exit {done.returncode}: " + (said[-1] if said else "")
    (command,) = set(re.findall(rf"^note: .*: ({by} .*)$", done.stderr, re.M))
    python = found[0][2] + ".14"
    changed = (folder / "pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text(local(changed, by))
    env = {"uv": lock_uv, "poetry": lock_poetry}[by](folder, python)
    options = re.findall(r"--(?:extra|no-group|group) \S+", command)
    told = []
    for host in SCENES[scene]:
        platform = HOSTS[host][-1]
        got = {"uv": locked_uv, "poetry": locked_poetry}[by](
            folder, platform, python, [w for o in options for w in o.split()], env)
        version, _, label = got.get("torch", "none").partition("+")
        label = label or PYPI.get((version, platform), "none")
        told.append(f"{host}: torch {version} {label}")
        if (version, label) not in plans:
            raise RuntimeError(f"{command}: locked for {host} {got}, and the plans are {plans}")
        for name in ("torchvision", "torchaudio"):
            if name in got and got[name].partition("+")[2] != got["torch"].partition("+")[2]:
                raise RuntimeError(f"locked for {host}: {got}")
        errors = [f for f in doctor(folder, {"uv": "uv.lock", "poetry": "poetry.lock"}[by], host)
                  if f[0] == "error" and "asked for with" not in f[2] and not options]
        if errors and done.returncode:
            told[-1] += f" ({len(errors)} errors of doctor)"
        elif errors:
            raise RuntimeError(f"doctor for {host}: {errors}")
    return ("exit 1, " if done.returncode else "") + f"{len(done.stdout.splitlines())} lines of diff, {command}; " + "; ".join(told)


if __name__ == "__main__":
    failed = 0
    PYPI = {(r["torch"], r["platform"]): r["variant"] for r in rows() if r["channel"] == "pypi"}
    names = {f.name: f.read_text() for f in samples.glob("*.toml")}
    index = make_index("\n".join(names.values()))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Index)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = f"http://127.0.0.1:{server.server_address[1]}"
    for name, by in PROJECTS.items():
        for scene in SCENES if not chosen or name in chosen else ():
            try:
                print(f"{name:24} {scene:6} {try_one(name, by, scene)}", flush=True)
            except Exception as e:
                failed += 1
                print(f"FAILS {name} {scene}: {e}", flush=True)
    if not os.environ.get("KEEP"):
        shutil.rmtree(work)
    print(f"real samples: {failed} failed")
    sys.exit(bool(failed))
