#!/usr/bin/env python3
"""An index, a page of files and conda channels, made into a folder, and a server that breaks them.

index.py make FOLDER     writes them: whl/cu121 and json/cu121 and pypi/simple (indexes),
                         whl/torch_stable.html (a page),
                         sharded/pytorch, packed/pytorch, unpacked/pytorch
                         and others (channels).
index.py serve FOLDER    prints a port and serves /KIND/PATH: what FOLDER has at PATH, broken as KIND
                         says, by the functions below. Each request is a line on standard error.
"""
import hashlib
import http.server
import itertools
import json
import os
import subprocess
import sys
import time

JSON_TYPE = "application/vnd.pypi.simple.v1+json"
WHEEL = b"PK\3\4 no wheel, but it begins like one"
TORCH = "2.5.1"
# Of torchvision and torchaudio there is what Python 3.11 takes; the JSON has no page of torchaudio.
WHEELS = {
    "torch": ["torch-2.5.1+cu121-cp312-cp312-linux_x86_64.whl",
              "torch-2.5.1+cu121-cp311-cp311-linux_x86_64.whl",
              "torch-2.5.0+cu121-cp312-cp312-linux_x86_64.whl"],
    "torchvision": ["torchvision-0.20.1+cu121-cp311-cp311-linux_x86_64.whl"],
    "torchaudio": ["torchaudio-2.5.1+cu121-cp311-cp311-linux_x86_64.whl"],
}
OLD = "torch-1.9.1+cu111-cp38-cp38-linux_x86_64.whl"
OLD_AUDIO = "torchaudio-0.9.1-cp38-cp38-manylinux1_x86_64.whl"
# torchaudio is in no channel.
BUILDS = ["pytorch-2.5.1-py3.12_cuda12.4_cudnn9.1.0_0.tar.bz2",
          "torchvision-0.20.1-py312_cu124.tar.bz2", "pytorch-cuda-12.4-hc786d27_7.tar.bz2"]


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())


def page(names):
    escaped = [(n, n.replace("+", "%2B")) for n in names]
    return "<!DOCTYPE html>\n<html><!-- <a href=\"x\">x</a> --><body>\n" + "".join(
        f'<a data-requires-python="&gt;=3.8" href="../files/{e}#sha256={"0" * 64}">{n}</a><br>\n'
        for n, e in escaped) + "</body></html>\n"


def project(name, names):
    return json.dumps({
        "meta": {"api-version": "1.1"}, "name": name, "versions": [TORCH],
        "files": [{"filename": n, "url": "../files/" + n.replace("+", "%2B"), "hashes": {},
                   "requires-python": ">=3.8", "yanked": False} for n in names]})


def make_indexes(to):
    write(f"{to}/whl/cu121/index.html", "<html><body><a href=\"torch/\">torch</a></body></html>\n")
    write(f"{to}/json/cu121/index.html", json.dumps({"meta": {"api-version": "1.1"}, "projects": []}))
    for name, names in WHEELS.items():
        write(f"{to}/whl/cu121/{name}/index.html", page(names))
        if name != "torchaudio":
            write(f"{to}/json/cu121/{name}/index.html", project(name, names))
        for n in names:
            write(f"{to}/whl/cu121/files/{n}", WHEEL)
            write(f"{to}/json/cu121/files/{n}", WHEEL)
    stable = page([OLD]).replace("../files/", "cu111/")
    write(f"{to}/whl/torch_stable.html", stable)
    write(f"{to}/whl/cu111/{OLD}", WHEEL)
    write(f"{to}/pypi/simple/index.html", "<html><body></body></html>\n")
    write(f"{to}/pypi/simple/torchaudio/index.html", page([OLD_AUDIO]))
    write(f"{to}/pypi/simple/files/{OLD_AUDIO}", WHEEL)


def packed(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout


def msgpack(x):
    """Of what shards hold; the long form of each type."""
    if isinstance(x, dict):
        return b"\xdf" + len(x).to_bytes(4, "big") + b"".join(
            msgpack(k) + msgpack(v) for k, v in x.items())
    if isinstance(x, list):
        return b"\xdd" + len(x).to_bytes(4, "big") + b"".join(map(msgpack, x))
    if isinstance(x, str):
        return b"\xdb" + len(x.encode()).to_bytes(4, "big") + x.encode()
    if isinstance(x, bytes):
        return b"\xc4" + len(x).to_bytes(1, "big") + x
    return b"\xcf" + x.to_bytes(8, "big")


def records(names):
    return {n: {"name": n.rsplit("-", 2)[0], "build_number": 0, "size": 1 << 20,
                "depends": ["python >=3.12,<3.13.0a0", n]} for n in names}


def make_shards(to, folder, names):
    shards = {}
    for n in names:
        name = n.rsplit("-", 2)[0]
        shard = packed(msgpack({"packages": records([n]), "packages.conda": {}, "removed": []}))
        shards[name] = hashlib.sha256(shard).digest()
        write(f"{to}/{folder}/shards/{shards[name].hex()}.msgpack.zst", shard)
    write(f"{to}/{folder}/repodata_shards.msgpack.zst", packed(msgpack({
        "version": 1, "shards": shards,
        "info": {"subdir": folder, "base_url": "", "shards_base_url": "./shards/"}})))


def make_channels(to):
    for form, channel, folder in itertools.product(
            ("sharded", "packed", "unpacked"), ("pytorch", "nvidia", "conda-forge"),
            ("linux-64", "noarch")):
        at = f"{to}/{form}/{channel}"
        names = BUILDS if channel == "pytorch" and folder == "linux-64" else []
        text = json.dumps({
            "info": {"arch": None, "subdir": folder}, "packages": records(names),
            "packages.conda": {}, "removed": ["torchaudio-2.5.1-py312_cu124.tar.bz2"],
            "repodata_version": 1}, indent=2).encode()
        for n in names:
            write(f"{at}/{folder}/{n}", b"BZh9 no package")
        if form == "sharded":
            make_shards(at, folder, names)
        elif form == "packed":
            write(f"{at}/{folder}/repodata.json.zst", packed(text))
        else:
            write(f"{at}/{folder}/repodata.json", text)


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    root = ""

    def log_message(self, *_):
        pass

    def do_GET(self):
        _, kind, path = self.path.split("/", 2)
        path = path.split("?")[0].replace("%2B", "+")
        sys.stderr.write(f"{kind} {path} {self.headers.get('If-None-Match', '-')}\n")
        sys.stderr.flush()
        file = os.path.join(self.root, path)
        if os.path.isdir(file):
            file = os.path.join(file, "index.html")
        data = None
        if os.path.isfile(file):
            with open(file, "rb") as f:
                data = f.read()
        getattr(self, "do_" + kind)(path, data)

    def answer(self, status, data, kind="text/html", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for k, v in headers.items():
            self.send_header(k, v)
        self.end_headers()
        self.wfile.write(data)

    def good(self, path, data, **headers):
        if data is None:
            self.answer(404, b"<html>no such page</html>")
        else:
            self.answer(200, data, JSON_TYPE if path.startswith("json/") else "text/html", **headers)

    def do_good(self, path, data):
        self.good(path, data)

    def do_absent(self, path, data):
        self.answer(404, b"<html>no such page</html>")

    def do_fails(self, path, data):
        self.answer(503, b"<html>later</html>")

    def do_type(self, path, data):
        self.answer(200, data or b"", "text/plain")

    def do_portal(self, path, data):
        self.answer(200, b"<html><body><a href=\"/login\">Log in</a></body></html>")

    def do_other(self, path, data):
        """What it has for another: a project's page, another platform's repodata."""
        text = (data or b"").replace(b"torch", b"numpy").replace(b"linux-64", b"win-64")
        self.good(path, text)

    def do_wrong304(self, path, data):
        self.send_response(304)
        self.end_headers()

    def do_cut(self, path, data):
        """Less than was said."""
        self.send_response(200)
        self.send_header("Content-Type", JSON_TYPE if path.startswith("json/") else "text/html")
        self.send_header("Content-Length", str(len(data or b"") + 10))
        self.end_headers()
        self.wfile.write((data or b"")[:-20])
        self.close_connection = True

    def do_chopped(self, path, data):
        """Its beginning, and nothing was said."""
        self.send_response(200)
        self.send_header("Content-Type", JSON_TYPE if path.startswith("json/") else "text/html")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write((data or b"")[:60])
        self.close_connection = True

    def do_slow(self, path, data):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"<html>")
        self.wfile.flush()
        time.sleep(4)
        self.close_connection = True

    def do_gzip(self, path, data):
        self.good(path, data or b"", **{"Content-Encoding": "gzip"})

    def do_away(self, path, data):
        """To another host, as a mirror does that has given up."""
        where = f"http://localhost:{self.server.server_address[1]}/good/{path.replace('+', '%2B')}"
        self.answer(302, b"", Location=where)

    def do_listed(self, path, data):
        """Lists what it does not have."""
        if path.endswith((".whl", ".bz2")):
            self.answer(404, b"")
        else:
            self.good(path, data)

    def do_fake(self, path, data):
        """Has something else for a file."""
        if path.endswith((".whl", ".bz2")):
            self.answer(200, b"<html>Log in</html>")
        else:
            self.good(path, data)

    def do_changed(self, path, data):
        """A shard that is not what its name says."""
        self.good(path, packed(msgpack({"packages": {}})) if "/shards/" in path else data)

    def do_bomb(self, path, data):
        """Packed, a gigabyte of nothing."""
        self.good(path, packed(b" " * (1 << 28)) if data is not None else None)


def main():
    if sys.argv[1] == "make":
        make_indexes(sys.argv[2])
        make_channels(sys.argv[2])
        return
    Server.root = sys.argv[2]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    print(server.server_address[1], flush=True)
    server.serve_forever()


main()
