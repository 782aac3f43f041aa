#!/usr/bin/env python3
"""wheel.py PROGRAM TREE TAG NOTICES FOLDER: writes FOLDER/cudaplan-VERSION-py3-none-TAG.whl.

PROGRAM becomes a script, so that it lies beside the environment's python; what `make install` wrote
under TREE for people and shells (man pages, completions, schemas) becomes its data; the module of
pack/python/cudaplan is what Python imports. NOTICES are the terms of the libraries inside.

The bytes depend on the input alone: names are sorted, times and owners fixed. The format is that of
https://packaging.python.org/en/latest/specifications/binary-distribution-format/
"""

import base64
import hashlib
import pathlib
import re
import sys
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first that ZIP can say

METADATA = """\
Metadata-Version: 2.1
Name: cudaplan
Version: {version}
Summary: Which PyTorch runs on every GPU of this machine, and which command installs it
License: MIT
Keywords: pytorch,cuda,gpu,nvidia,installer
Classifier: Environment :: Console
Classifier: Environment :: GPU :: NVIDIA CUDA
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Typing :: Typed
Requires-Python: >=3.8
Description-Content-Type: text/markdown

{readme}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: cudaplan
Root-Is-Purelib: false
Tag: py3-none-{tag}
"""


def version():
    text = (TOP / "src/version.h").read_text()
    return re.search(r'CUDAPLAN_VERSION "([^"]+)"', text).group(1)


def files(program, tree, tag, notices):
    """Path in the wheel, bytes, and whether it is a program, of all but RECORD."""
    name = "cudaplan-" + version()
    module = TOP / "pack/python/cudaplan"
    for path in sorted(module.iterdir()):
        if path.is_file():
            yield f"cudaplan/{path.name}", path.read_bytes(), False
    yield f"{name}.data/scripts/cudaplan", program.read_bytes(), True
    for path in sorted(p for p in (tree / "share").rglob("*") if p.is_file()):
        if path.name != "folders":  # is for make uninstall
            yield f"{name}.data/data/{path.relative_to(tree)}", path.read_bytes(), False
    readme = (TOP / "README.md").read_text()
    info = f"{name}.dist-info"
    yield f"{info}/METADATA", METADATA.format(version=version(), readme=readme).encode(), False
    yield f"{info}/WHEEL", WHEEL.format(tag=tag).encode(), False
    yield f"{info}/licenses/LICENSE", (TOP / "LICENSE").read_bytes(), False
    yield f"{info}/licenses/NOTICES", notices.read_bytes(), False


def row(path, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(data)}\n"


def add(wheel, path, data, program):
    info = zipfile.ZipInfo(path, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, on any system
    info.external_attr = (0o100755 if program else 0o100644) << 16
    wheel.writestr(info, data, compresslevel=9)


def write(folder, name, tag, entries):
    """Writes FOLDER/NAME-TAG.whl, NAME being "project-version", of path, bytes, is a program."""
    target = folder / f"{name}-{tag}.whl"
    folder.mkdir(parents=True, exist_ok=True)
    record = f"{name}.dist-info/RECORD"
    rows = ""
    with zipfile.ZipFile(target, "w") as wheel:
        for path, data, is_program in entries:
            add(wheel, path, data, is_program)
            rows += row(path, data)
        add(wheel, record, (rows + record + ",,\n").encode(), False)
    return target


def main(argv):
    if len(argv) != 6:
        print(__doc__.split(":")[0], file=sys.stderr)
        return 2
    program, tree, tag, notices, folder = argv[1:]
    path = pathlib.Path
    entries = files(path(program), path(tree), tag, path(notices))
    print(write(path(folder), f"cudaplan-{version()}", f"py3-none-{tag}", entries))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
