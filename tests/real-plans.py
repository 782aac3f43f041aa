"""real-plans.py PROGRAM TOOL N [SEED]: the commands of random plans with extensions, as pip (or uv) takes
them over an index of stand-in wheels that is served here and made from data/torch/*.csv alone: every
wheel has its tags and what its METADATA asks of Python and torch. TOOL is a pip or uv; what it runs
is a dry run of wheels only. Fails where a plan is printed as one that works and a command finds none.
"""
import csv
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import stand_in

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "torch"
INDEX = "https://download.pytorch.org/whl/"
PYTHONS = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"]
GPUS = ["T4", "A100", "RTX 4090", "H100", "RTX 5090"]
GLIBC = 39


def rows(name):
    with open(DATA / f"{name}.csv", newline="") as f:
        return list(csv.DictReader(f))


def tags_of(pythons, tag):
    """Of "3.9 3.10t" a tag each; "3.10+" and what METADATA asks, ">=3.10", are of the stable ABI."""
    tag = "linux_x86_64" if not tag or tag.startswith("?") else tag
    least = re.search(r">=?3\.(\d+)|^3\.(\d+)\+$", pythons)
    if least or not re.match(r"3\.\d+", pythons):
        return [f"cp3{(least[1] or least[2]) if least else 6}-abi3-{tag}"]
    return [f"cp3{n}-cp3{n}{t}-{tag}" for n, t in re.findall(r"3\.(\d+)(t?)(?= |$)", pythons)]


PAGES = {}   # the address of an index's project or of a page → {file: METADATA}
FILES = {}   # the address of a file → METADATA


def put(place, name, version, tags, needs, python=""):
    text = stand_in.metadata(name, version, needs, python)
    for tag in tags:
        PAGES.setdefault(place, {})[f"{name.replace('-', '_')}-{version}-{tag}.whl"] = text


def asks(spec):
    return [f"torch{spec}"] if re.match(r"[=<>~!]", spec or "") else []


def torch():
    pairs = {}
    for r in rows("pair"):
        if r["version"] != "none" and r["package"] in ("torchvision", "torchaudio"):
            pairs.setdefault(r["torch"], []).append(r)
    listed = [r for r in rows("wheel") if r["platform"] == "linux-64" and r["release"] and
              r["yanked"] in ("", "0")]
    known = {(r["release"], r["dir"]) for r in listed}
    of = {}
    for r in listed:
        of.setdefault(r["release"], r)
    # A folder that nobody listed has what PyPI has of the release.
    for b in rows("build"):
        if b["channel"] == "pytorch-index" and "linux-64" in b["platforms"].split() and b["torch"] in of and \
                (b["torch"], b["variant"]) not in known:
            listed.append(dict(of[b["torch"]], dir=b["variant"], local=b["variant"], variant=b["variant"]))
    for r in listed:
        place = "pypi" if r["dir"] == "pypi" else INDEX + r["dir"]
        local = f"+{r['local']}" if r["local"] else ""
        tags = tags_of(r["pythons"], r["tag"])
        put(f"{place}/torch/", "torch", r["release"] + local, tags, [], r["requires_python"])
        for p in pairs.get(r["release"], []):
            if r["dir"] != "pypi" and p["variant"] in ("*", r["variant"]):
                put(f"{place}/{p['package']}/", p["package"], p["version"] + local, tags, [])
    for r in rows("companion"):
        if r["platform"] in ("linux-64", "any") and r["yanked"] in ("", "0"):
            tags = tags_of(r["pythons"], r["tag"]) if r["platform"] != "any" else ["py3-none-any"]
            put(f"pypi/{r['package']}/", r["package"], r["version"], tags, asks(r["requires_torch"]),
                r["requires_python"])


def extensions():
    tags = {}
    for t in rows("extension_tag"):
        if t["platform"] == "linux-64":
            tags.setdefault((t["package"], t["version"]), []).append(t)
    for r in rows("extension"):
        if "wheel" not in r["form"] or r["yanked"] == "1":
            continue
        m = re.match(r"torch[ (]*([<>=!~][^;)]*)", r["requires_torch"])
        needs, python = asks(m[1].replace(" ", "") if m else ""), r["requires_python"].strip("()")
        python = "" if python == "none" else python
        place = f"pypi/{r['package']}/"
        if r["form"].startswith("pure"):
            put(place, r["package"], r["version"], ["py3-none-any"], needs, python)
        for t in tags.get((r["package"], r["version"]), []):
            put(place, r["package"], r["version"], tags_of(t["pythons"] or python, t["tag"]), needs, python)
    for r in rows("extension_file"):
        if r["platform"] not in ("linux-64", "*"):
            continue
        each = [p for p in r["pythons"].split() if re.fullmatch(r"3\.\d+t?", p)]
        if r["url"].endswith(".whl"):
            for p in each or PYTHONS:
                at = "cp" + p.replace(".", "").replace("t", "")
                url = r["url"].replace("{py}", f"{at}-{at}" + ("t" if p.endswith("t") else ""))
                FILES[urllib.parse.unquote(url)] = (r["package"], r["version"], asks(r["torch"]))
        elif r["url"].startswith("https://"):
            place = r["url"].rstrip("/")
            if not place.endswith(".html"):
                place += "/" if place.endswith("/" + r["package"]) else f"/{r['package']}/"
            put(place, r["package"], r["version"] + r["label"], tags_of(r["pythons"], r["tag"]), asks(r["torch"]))


class Pages(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_GET(self):
        at = urllib.parse.unquote(self.path.partition("#")[0])[1:]
        page, _, file = at.rpartition("/")
        if at in PAGES or at.rstrip("/") + "/" in PAGES:
            of = PAGES.get(at) or PAGES[at.rstrip("/") + "/"]
            base = "/" + urllib.parse.quote(at.rstrip("/") + "/", safe="/:")
            body = "".join(f'<a href="{base}{urllib.parse.quote(f)}">{f}</a><br>' for f in of).encode()
            kind = "text/html"
        elif file.endswith(".whl") and page + "/" in PAGES or page in PAGES:
            of = PAGES.get(page + "/") or PAGES[page]
            body, kind = stand_in.wheel(file, of[file]), "application/octet-stream"
        elif at in FILES:
            name, version, needs = FILES[at]
            label = file.split("-")[1]
            body = stand_in.wheel(file, stand_in.metadata(name, label, needs))
            kind = "application/octet-stream"
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET


def local(word, at):
    """The address of the stand-in."""
    word = re.sub(r"#sha256=\w+", "", word)
    return re.sub(r"https://[^ ]+", lambda m: at + urllib.parse.quote(urllib.parse.unquote(m[0]), safe="/:"), word)


def command(tool, words, python, more, at, target):
    args = [local(w, at) for w in words]
    if "--index-url" not in args:
        args += ["--index-url", at + "pypi"]
    args += [x for m in more for x in ("--extra-index-url", local(m, at))]
    if os.path.basename(tool) == "uv":
        head = [tool, "pip", "install", "--no-config", "--dry-run", "--no-build", "--python-version", python,
                "--python-platform", "x86_64-manylinux_2_39", "--target", target, "--index-strategy",
                "unsafe-best-match", "--no-cache"]
        return head + args
    platforms = [f"manylinux_2_{n}_x86_64" for n in range(GLIBC, 4, -1)] + \
        ["manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64", "linux_x86_64"]
    return [tool, "install", "--isolated", "--dry-run", "--only-binary", ":all:", "--no-cache-dir", "-q",
            "--disable-pip-version-check", "--python-version", python, "--target", target] + \
        [x for p in platforms for x in ("--platform", p)] + args


def random_ask(rng, names):
    wishes = []
    for name in rng.sample(names, rng.choice([1, 1, 2])):
        of = sorted({r["version"] for r in rows("extension") if r["package"] == name and "wheel" in r["form"]})
        wishes.append(name + (f"=={rng.choice(of)}" if of and rng.random() < .3 else ""))
    return wishes + ["--gpu", rng.choice(GPUS), "--driver", rng.choice(["535", "570", "580"]), "--platform",
                     "linux-64", "--glibc", f"2.{GLIBC}", "--installer", "pip", "--python", rng.choice(PYTHONS)]


def main():
    program, tool, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 29)
    names = sorted({r["package"] for r in rows("extension_tag")} | {r["package"] for r in rows("extension_file")})
    torch()
    extensions()
    # What torch asks for lies on PyTorch's index, too.
    for place in sorted(p[:-len("torch/")] for p in PAGES if p.endswith("/torch/")):
        for version in ("1.26.4", "2.1.0"):
            put(place + "numpy/", "numpy", version, ["py3-none-any"], [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = f"http://127.0.0.1:{server.server_port}/"
    held = wrong = tried = unsure = 0
    while held + wrong < n and tried < 20 * n:
        ask = random_ask(rng, names)
        tried += 1
        said = json.loads(subprocess.run([program, "suggest", "--json", *ask], capture_output=True, text=True,
                                         check=False).stdout)
        plan = next((p for p in said.get("plans", []) if p["rank"] == 1), None)
        if said["exit"] or not plan or not plan.get("packages"):
            unsure += bool(plan)
            continue
        more, why = [], None
        for words in plan["commands"]:
            if "install" not in words:
                continue
            words = words[words.index("install") + 1:]
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(command(tool, words, plan["python"], more, at, folder), check=False,
                                      capture_output=True, text=True, cwd=folder,
                                      env={"PATH": os.environ["PATH"], "HOME": folder})
            if done.returncode:
                why = (words, done.stderr.strip().splitlines()[-3:])
                break
            more += [w for k, w in zip(words, words[1:]) if k == "--index-url"]
        held += why is None
        wrong += why is not None
        if why:
            print("WRONG", " ".join(ask), *why, sep="\n   ", flush=True)
    print(f"plans: {tried} asked, {held} held to {os.path.basename(tool)}, {wrong} wrong, {unsure} said to be "
          "no plan or left out what was wished")
    server.shutdown()
    return wrong > 0 or held < n


if __name__ == "__main__":
    sys.exit(main())
