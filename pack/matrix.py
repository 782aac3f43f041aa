#!/usr/bin/env python3
"""matrix.py BUILD KEY FOLDER PUBLIC...: writes FOLDER/cudaplan_matrix-VERSION-py3-none-any.whl, and beside it
FOLDER/share/cudaplan/matrix for packages of a system or of conda.

BUILD/matrix.db and BUILD/front.db are what `make` builds; KEY is the secret key of signify(1) that signs it, without a passphrase,
and is named by its path alone: it lies in no tree. PUBLIC are the keys that programs trust: what none of them verifies is not
written. The form of the manifest, and how keys are made: cudaplan-matrix(5).
"""

import hashlib
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wheel import write  # noqa: E402

METADATA = """\
Metadata-Version: 2.1
Name: cudaplan-matrix
Version: {version}
Summary: The matrix of cudaplan of {date}: which torch runs on which GPU, as `cudaplan update` takes it
License: MIT
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: cudaplan
Root-Is-Purelib: true
Tag: py3-none-any
"""

MODULE = '"""The matrix of cudaplan, which `cudaplan update FOLDER` takes from here."""\n\n__version__ = "{version}"\n'


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def ask(matrix, sql):
    with sqlite3.connect(f"file:{matrix}?mode=ro", uri=True) as db:
        return db.execute(sql).fetchall()


def key_of(version):
    return tuple(int(part) for part in re.findall(r"\d+", version))


def pack(path):
    """The bytes of a file, and those as zstd packs them."""
    packed = subprocess.run(["zstd", "-19", "-q", "-c", path], check=True,
                            stdout=subprocess.PIPE).stdout
    return path.read_bytes(), packed


def serial(version):
    """2026.11.21 is 2026112100, 2026.11.21.2 the second of that day."""
    parts = (key_of(version) + (0,))[:4]
    return parts[0] * 10**6 + parts[1] * 10**4 + parts[2] * 100 + parts[3]


def carried(data, packed):
    return f"{len(data)} {sha256(data)} {len(packed)} {sha256(packed)}"


def manifest(matrix, parts):
    meta = dict(ask(matrix, "SELECT key, value FROM meta"))
    form = ask(matrix, "PRAGMA user_version")[0][0]
    torch = max((r[0] for r in ask(matrix, "SELECT torch FROM torch_build")), key=key_of)
    lines = [
        "cudaplan-matrix 1",
        f"form {form // 1000}.{form % 1000}",
        f"serial {serial(meta['version'])}",
        f"version {meta['version']}",
        f"date {meta['date']}",
        f"next-by {meta['next-by']}",
        f"torch {torch}",
    ] + [f"{name} {carried(*part)}" for name, part in parts.items()]
    return form // 1000, meta, "".join(line + "\n" for line in lines).encode()


def signed(text, key, public):
    """The signature; None: no program that trusts these keys would take it."""
    signify = shutil.which("signify-openbsd") or "signify"
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", f"{folder}/manifest", "-x", f"{folder}/sig"]
        pathlib.Path(folder, "manifest").write_bytes(text)
        subprocess.run([signify, "-S", "-s", key, *words], check=True)
        if any(subprocess.run([signify, "-V", "-q", "-p", p, *words], check=False, stderr=subprocess.DEVNULL).returncode == 0
               for p in public):
            return pathlib.Path(folder, "sig").read_bytes()
    return None


def main(argv):
    if len(argv) < 5:
        print(__doc__.split(":")[0], file=sys.stderr)
        return 2
    build, key, folder = pathlib.Path(argv[1]), argv[2], pathlib.Path(argv[3])
    parts = {name: pack(build / f"{name}.db") for name in ("matrix", "front")}
    major, meta, text = manifest(build / "matrix.db", parts)
    version, signature = meta["version"], signed(text, key, argv[4:])
    if not signature:
        print(f"matrix.py: the public half of {key} is none of {' '.join(argv[4:])}: no program would take this", file=sys.stderr)
        return 1
    manifests = {f"matrix-{major}.manifest": text, f"matrix-{major}.manifest.sig": signature}
    inside = {f"{name}-{major}.db.zst": packed for name, (_, packed) in parts.items()}
    inside |= manifests | {"__init__.py": MODULE.format(version=version).encode()}
    name = f"cudaplan_matrix-{version}"
    metadata = METADATA.format(version=version, date=meta["date"])
    entries = {f"cudaplan_matrix/{file}": data for file, data in sorted(inside.items())}
    entries |= {f"{name}.dist-info/METADATA": metadata.encode(), f"{name}.dist-info/WHEEL": WHEEL.encode()}
    print(write(folder, name, "py3-none-any", ((path, data, False) for path, data in entries.items())))
    share = folder / "share/cudaplan/matrix"
    share.mkdir(parents=True, exist_ok=True)
    for name, data in manifests.items():
        (share / name).write_bytes(data)
    for name, (data, _) in parts.items():
        (share / f"{name}.db").write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
