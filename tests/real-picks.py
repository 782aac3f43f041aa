"""real-picks.py PROGRAM TOOLS N [SEED]: what doctor says that pip, uv and Poetry would take, against
what they take, for random asks over an index of stand-in wheels that is served here.

The index is made from data/torch/*.csv by itself, not by the program: torch of each folder, its
companions, what METADATA of it pins. TOOLS is a folder with pip, uv, poetry in TOOL/bin/TOOL.
Fails where an answer that is said to be certain is wrong.
"""
import collections
import concurrent.futures
import csv
import hashlib
import http.server
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading

import stand_in

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "torch"
INDEX = "https://download.pytorch.org/whl/"
PYTHONS = ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13"]
TAG = "manylinux_2_28_x86_64"


def rows(name):
    with open(DATA / name, newline="") as f:
        return list(csv.DictReader(f))


def abis(pythons):
    return [p for p in pythons.split() if re.fullmatch(r"3\.\d+", p)]


class Index:
    """files[folder][project][file name] = METADATA"""

    def __init__(self):
        self.files = collections.defaultdict(lambda: collections.defaultdict(dict))
        pins = collections.defaultdict(list)
        for r in rows("pin.csv"):
            version = r["version"]
            need = r["package"] + ("==" if version[0].isdigit() else "") + version
            pins[r["torch"], r["variant"]].append(need + (f" ; {r['marker']}" if r["marker"] else ""))
            for bound in re.findall(r"(?:^|[>~]=)([\d.]+)", version):
                self.put("pypi", r["package"], bound, None, [])
        for t in rows("triton.csv"):
            self.put("pypi", "triton", t["triton"], None, [])
        for name, version in (("requests", "2.31.0"), ("numpy", "1.26.4"), ("numpy", "2.1.0")):
            self.put("pypi", name, version, None, [])
        self.torch(pins)
        for r in rows("companion.csv"):
            if r["platform"] in ("linux-64", "any") and r["yanked"] in ("", "0"):
                torch = r["requires_torch"]
                needs = [f"torch{torch}"] if re.match(r"[=<>~!]", torch) else \
                    ["torch"] if torch == "any" or "no version" in torch else []
                if r["platform"] != "any" and not abis(r["pythons"]):
                    continue
                self.put("pypi", r["package"], r["version"], abis(r["pythons"]), needs,
                         r["requires_python"])

    def torch(self, pins):
        pairs = collections.defaultdict(list)
        for r in rows("pair.csv"):
            if r["version"] != "none" and r["package"] in ("torchvision", "torchaudio"):
                pairs[r["torch"]].append(r)
        for r in rows("wheel.csv"):
            v, local, folder = r["release"], r["local"], r["dir"]
            if r["platform"] != "linux-64" or not v or r["yanked"] not in ("", "0") or \
                    not (folder == "pypi" or re.fullmatch(r"cu\d+|cpu", folder)):
                continue
            version = v + (f"+{local}" if local else "")
            old = tuple(int(x) for x in v.split(".")[:2]) < (2, 2)
            needs = [] if folder != "pypi" and old else pins[v, r["variant"]]
            self.put(folder, "torch", version, abis(r["pythons"]), needs, r["requires_python"])
            # The index of PyTorch has the libraries that its wheels pin.
            for need in needs if folder != "pypi" else []:
                name = re.match(r"[\w-]+", need).group()
                for bound in re.findall(r"[=>~]=([\d.]+)", need.partition(";")[0]):
                    self.put(folder, name, bound, None, [])
            for p in pairs[v]:
                if folder != "pypi" and p["variant"] in ("*", r["variant"]):
                    plain = p["package"] == "torchaudio" and \
                        tuple(int(x) for x in p["version"].split(".")[:2]) >= (2, 11)
                    self.put(folder, p["package"], p["version"] + (f"+{local}" if local else ""),
                             abis(r["pythons"]), [] if plain else [f"torch=={v}"])

    def put(self, folder, name, version, pythons, needs, requires_python=None):
        text = stand_in.metadata(name, version, needs, requires_python)
        stem = f"{name.replace('-', '_')}-{version}"
        for p in pythons or [None]:
            tag = "cp" + p.replace(".", "") if p else "py3"
            end = f"{tag}-{tag}-{TAG}" if p else "py3-none-any"
            self.files[folder][name][f"{stem}-{end}.whl"] = (text, requires_python)


def serve(index):
    class Pages(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args):
            pass

        def answer(self, code, body, kind="text/html"):
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def do_GET(self):
            folder, name, file = (self.path.strip("/").split("/") + ["", ""])[:3]
            there = index.files[folder].get(name, {}) if folder in index.files else {}
            file = file.replace("%2B", "+")
            if file.removesuffix(".metadata") in there:
                text = there[file.removesuffix(".metadata")][0]
                body = text.encode() if file.endswith(".metadata") else stand_in.wheel(file, text)
                self.answer(200, body, "application/octet-stream")
            elif there and not file:
                lines = []
                for f, (text, python) in there.items():
                    at = hashlib.sha256(text.encode()).hexdigest()
                    least = python.replace("<", "&lt;").replace(">", "&gt;") if python else ""
                    lines.append(f'<a href="/{folder}/{name}/{f.replace("+", "%2B")}" '
                                 f'data-core-metadata="sha256={at}" data-dist-info-metadata="sha256={at}"' +
                                 (f' data-requires-python="{least}"' if least else "") + f">{f}</a><br>")
                self.answer(200, ("<!DOCTYPE html><html><body>" + "\n".join(lines)).encode())
            else:
                self.answer(404, b"none")

        do_HEAD = do_GET

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


class Asks:
    def __init__(self, index, seed):
        self.r = random.Random(seed)
        self.index = index
        self.releases = sorted({f.split("-")[1] for f in index.files["pypi"]["torch"]},
                               key=lambda v: [int(x) for x in v.split(".")])
        self.releases = [v for v in self.releases if v >= "1.11" or v.startswith("2")]
        self.folders = sorted(d for d in index.files if d.startswith("cu") and int(d[2:]) >= 102)

    def spec(self):
        v, w = sorted(self.r.sample(range(len(self.releases)), 2))
        v, w = self.releases[v], self.releases[w]
        minor = ".".join(v.split(".")[:2])
        return self.r.choice(["", "", f"=={v}", f"=={v}", f"<{w}", f">={v},<{w}", f"~={v}", f"=={minor}.*",
                              f">={v}", f"!={w}", f"<={v}"]), v

    def beside(self, torch):
        name = self.r.choice(["torchvision", "torchaudio"])
        of = [r for r in rows("pair.csv") if r["package"] == name and r["version"] != "none"]
        near = [r["version"] for r in of if r["torch"] == torch] or [of[-1]["version"]]
        return name + self.r.choice(["", "", f"=={near[0]}", f"<={near[0]}",
                                     f"=={self.r.choice(of)['version']}"])

    def library(self, torch):
        of = [r for r in rows("pin.csv") if r["torch"] == torch and r["version"][0].isdigit()]
        other = [r for r in rows("pin.csv") if r["version"][0].isdigit()]
        r = self.r.choice(of) if of and self.r.random() < .5 else self.r.choice(other)
        return r["package"] + self.r.choice(["==", "==", ">=", "<="]) + r["version"]

    def requirements(self):
        spec, torch = self.spec()
        folder = self.r.choice(self.folders)
        place = self.r.choice(["", "", "", "--extra-index-url", "--extra-index-url", "--index-url"])
        if place and spec.startswith("==") and "*" not in spec and self.r.random() < .4:
            spec += f"+{folder}"
        lines = [f"torch{spec}"] if self.r.random() < .9 else []
        if self.r.random() < .5 or not lines:
            lines.append(self.beside(torch))
        if self.r.random() < .25 and place != "--index-url":
            lines.append(self.library(torch))
        if self.r.random() < .2 and place != "--index-url":
            lines.append("requests==2.31.0")
        self.r.shuffle(lines)
        return "".join(f"{x}\n" for x in ([f"{place} {INDEX}{folder}"] if place else []) + lines)

    def poetry(self):
        spec, torch = self.spec()
        own = sys.version_info.minor  # Poetry locks nothing that its own Python is not for
        low = self.r.randrange(8, own + 1)
        python = self.r.choice([f"^3.{low}", f">=3.{low},<3.{own + 1}", f">=3.{low},<3.{own + 2}", f"~3.{own}"])
        more = f'torchvision = "{self.r.choice(["*", "<0.20", "^0.15"])}"\n' if self.r.random() < .3 else ""
        return ('[tool.poetry]\nname = "x"\nversion = "0.1.0"\ndescription = ""\nauthors = []\n'
                f'package-mode = false\n\n[tool.poetry.dependencies]\npython = "{python}"\n'
                f'torch = "{spec or self.r.choice(["*", "^" + torch])}"\n{more}'), python


def run(argv, folder, env):
    # Nothing of this machine's own settings: they may name another index.
    own = {**os.environ, "PIP_CONFIG_FILE": os.devnull, "UV_NO_CONFIG": "1", "PYTHONPATH": "",
           "HOME": folder, "XDG_CONFIG_HOME": folder, **env}
    for name in list(own):
        if re.match(r"(PIP|UV)_(INDEX|EXTRA|DEFAULT_INDEX|FIND|TRUSTED)", name):
            del own[name]
    try:
        return subprocess.run(argv, cwd=folder, env=own, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None


def here(text, at):
    return re.sub(re.escape(INDEX) + r"(\w+)", at + r"\1/", text)


def written(text, at, folder):
    """A list as a file, at the index that is served here."""
    path = os.path.join(folder, "here.txt")
    text = here(text, at)
    if not text.startswith("--index-url"):
        text = f"--index-url {at}pypi/\n" + text
    with open(path, "w") as f:
        f.write(text)
    return path


def take_pip(tools, text, python, at, folder):
    path = written(text, at, folder)
    done = run([f"{tools}/pip/bin/pip", "install", "--dry-run", "--ignore-installed", "--quiet",
                "--report", "report.json", "--only-binary=:all:", "--target", "t", "--python-version",
                python, "--platform", TAG, "--platform", "any", "--no-cache-dir",
                "--disable-pip-version-check", "-r", path], folder, {})
    if done is None:
        return "slow"
    if done.returncode:
        return None if "ResolutionImpossible" in done.stderr or "No matching" in done.stderr else "slow"
    with open(os.path.join(folder, "report.json")) as f:
        report = json.load(f)
    for one in report["install"]:
        if one["metadata"]["name"] == "torch":
            return one["metadata"]["version"]
    return "none"


def take_uv(tools, text, python, at, folder):
    path = written(text, at, folder)
    done = run([f"{tools}/uv/bin/uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate",
                "--only-binary", ":all:", "--python-version", python, "--python-platform",
                "x86_64-manylinux_2_28", "--cache-dir", tools + "/uv-cache-of-picks", path], folder, {})
    if done is None:
        return "slow"
    if done.returncode:
        return None if "No solution" in done.stderr else "slow"
    found = re.search(r"^torch==(\S+)", done.stdout, re.M)
    return found.group(1) if found else "none"


def take_poetry(tools, text, python, at, folder):
    del python
    with open(os.path.join(folder, "pyproject.toml"), "w") as f:
        f.write(text + f'\n[[tool.poetry.source]]\nname = "here"\nurl = "{at}pypi/"\npriority = "primary"\n')
    done = run([f"{tools}/poetry/bin/poetry", "lock", "--no-interaction"], folder,
               {"POETRY_CACHE_DIR": tools + "/poetry-cache-of-picks", "POETRY_KEYRING_ENABLED": "false",
                "POETRY_VIRTUALENVS_CREATE": "false"})
    if done is None:
        return "slow"
    if done.returncode:
        return None if "solving failed" in done.stdout + done.stderr else "slow"
    with open(os.path.join(folder, "poetry.lock")) as f:
        found = re.findall(r'^name = "torch"\nversion = "(.*)"', f.read(), re.M)
    return found[0] if len(set(found)) == 1 else "slow" if found else "none"


def say(program, tool, text, python, folder):
    path = os.path.join(folder, "pyproject.toml" if tool == "poetry" else "requirements.txt")
    with open(path, "w") as f:
        f.write(text)
    done = subprocess.run([program, "doctor", "--json", "--gpu", "A100", "--driver", "600.0", "--platform",
                           "linux-64", "--installer", tool] + (["--python", python] if python else []) +
                          (["-f", path] if tool == "poetry" else ["-r", path]),
                          capture_output=True, text=True)
    picks = json.loads(done.stdout)["picks"] if done.stdout.startswith("{") else []
    return next((p for p in picks if p["name"] == "torch" and not p["extra"]), None)


def verdict(p, true):
    if true == "slow":
        return "left out"
    if p is None:
        return "right" if true == "none" else "silent"
    if p["certain"] == "unknown":
        return "open"
    if p["certain"] == "one of":
        return "open" if true in [c["version"] for c in p["candidates"]] else "wrong"
    return "right" if p["version"] == true else "wrong"


def main(program, tools, n, seed="1"):
    program = os.path.realpath(program)
    index = Index()
    at = serve(index)
    asks = Asks(index, int(seed))
    todo = []
    for i in range(int(n)):
        tool = ("pip", "uv", "pip", "uv", "poetry")[i % 5]
        if tool == "poetry":
            text, python = asks.poetry()
            todo.append((tool, text, None))
        else:
            todo.append((tool, asks.requirements(), asks.r.choice(PYTHONS)))
    take = {"pip": take_pip, "uv": take_uv, "poetry": take_poetry}

    def one(ask):
        tool, text, python = ask
        with tempfile.TemporaryDirectory() as mine, tempfile.TemporaryDirectory() as theirs:
            p = say(program, tool, text, python, mine)
            true = take[tool](tools, text, python, at, theirs)
        return p, true

    count = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (tool, text, python), (p, true) in zip(todo, pool.map(one, todo)):
            v = verdict(p, true)
            count[tool][v] += 1
            if v in ("wrong", "silent") or os.environ.get("VERBOSE"):
                print(f"real-picks: {v}: {tool} {python or ''} {text!r}\n  took {true}, said",
                      p and {k: p[k] for k in ("version", "certain", "why")}, flush=True)
    for tool, c in sorted(count.items()):
        print(f"real-picks: {tool}: {sum(c.values())} asks,", ", ".join(f"{c[v]} {v}" for v in (
            "right", "open", "silent", "wrong", "left out")))
    return sum(c["wrong"] for c in count.values()) > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
