"""Wheels measured by cudaplan itself; what was measured once is kept, by the hash of the file, for as long
as what measures is the same."""
import glob
import gzip
import hashlib
import json
import os
import subprocess
import urllib.request
import zipfile

import index
from tables import DATA

READERS = ("src/read/package/*", "src/door/archive*", "src/door/inflate*", "src/door/zstd*", "src/show/inspect*",
           "data/refresh/measure.py")


def readers():
    """The hash of the source that reads packages and says what is in them: the program's own would change
    with every row that is added, as the tables lie in it."""
    sha256 = hashlib.sha256()
    for path in sorted(p for pattern in READERS for p in glob.glob(os.path.join(os.path.dirname(DATA), pattern))):
        with open(path, "rb") as f:
            sha256.update(path.rpartition("/")[2].encode() + b"\0" + hashlib.sha256(f.read()).digest())
    return sha256.hexdigest()


class Measure:
    def __init__(self, program, keep, most):
        self.program, self.keep, self.most = program, keep, most
        self.received = self.again = 0
        self.readers = readers()
        os.makedirs(keep, exist_ok=True)

    def kept(self, name, make):
        """What `make` gave once; an answer is written down whole or not at all."""
        path = os.path.join(self.keep, name + ".json.gz")
        try:
            with gzip.open(path, "rt", encoding="utf-8") as f:
                found = json.load(f)
            if found.get("readers") == self.readers:
                return found["value"]
            self.again += 1
        except (OSError, ValueError, EOFError):
            pass
        value = make()
        with gzip.open(path + ".new", "wt", encoding="utf-8") as f:
            json.dump({"readers": self.readers, "value": value}, f)
        os.replace(path + ".new", path)
        return value

    def ask(self, *argv):
        done = subprocess.run([self.program, "inspect", *argv], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1) or not done.stdout:
            raise index.Gone(f"inspect {argv[-1]}: {done.stderr.strip() or done.returncode}")
        return done.stdout

    def key(self, file):
        return file.sha256 or hashlib.sha256(file.url.encode()).hexdigest()

    def metadata(self, file):
        """What METADATA says, by requests for ranges."""
        def make():
            item = json.loads(self.ask("--json", "--depth", "names", file.url))["items"][0]
            self.received += item["bytes_read"]
            return {k: item[k] for k in ("requires", "requires_python", "version", "local")}
        return self.kept(self.key(file) + ".metadata", make)

    def fetch(self, file):
        """The whole file, whose hash is that of the index."""
        path, sha256 = os.path.join(self.keep, file.name), hashlib.sha256()
        try:
            with urllib.request.urlopen(file.url, timeout=120) as r, open(path + ".new", "wb") as out:
                while block := r.read(1 << 20):
                    self.received += len(block)
                    sha256.update(block)
                    out.write(block)
        except OSError as e:
            raise index.Gone(f"{file.url}: {e}") from None
        if file.sha256 and sha256.hexdigest() != file.sha256:
            raise index.Gone(f"{file.url}: its hash is not that of the index")
        os.replace(path + ".new", path)
        return path, sha256.hexdigest()

    def whole(self, file):
        """Every byte: inspect's JSON, its row for wheel_code.csv, and what else the file holds.
        None if it is larger than what may be received."""
        if self.most and file.size > self.most:
            return None

        def make():
            path, sha256 = self.fetch(file)
            try:
                item = json.loads(self.ask("--json", "--depth", "exact", path))["items"][0]
                return {"item": item, "sha256": sha256, "ptxas": ptxas_of(path), "text": text_of(path),
                        "row": self.ask("--emit-rows", path).rstrip("\n") if item["name"] == "torch" else ""}
            finally:
                os.unlink(path)
        return self.kept(self.key(file) + ".whole", make)


def ptxas_of(path):
    """The version in each ptxas of a wheel, by the name of the program; it is not run."""
    found = {}
    with zipfile.ZipFile(path) as z:
        for name in z.namelist():
            program = name.rpartition("/")[2]
            if program.startswith("ptxas") and "." not in program:
                data = z.read(name)
                at = data.find(b", V1")
                if at >= 0:
                    found[program] = data[at + 3:at + 20].split(b"\0")[0].split(b"\n")[0].decode("ascii", "replace").strip()
    return found


def text_of(path):
    """METADATA as it stands there."""
    with zipfile.ZipFile(path) as z:
        for name in z.namelist():
            if name.endswith(".dist-info/METADATA") and name.count("/") == 1:
                return z.read(name)[:1 << 20].decode("utf-8", "replace")
    return ""
