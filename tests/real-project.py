"""real-project.py INDEX FOLDER VERSION: wheels that stand in for torch of that version and for what it
asks for, as a folder that pip takes for an index. In that of PyTorch they have the label of the
variant, and older numpy and filelock lie beside them, as they do there."""
import base64
import hashlib
import pathlib
import sys
import zipfile

root = pathlib.Path(sys.argv[1]) / sys.argv[2]
variant = sys.argv[2].removeprefix("whl/") if sys.argv[2] != "simple" else None
tag = "py3-none-manylinux_2_28_x86_64"


def wheel(name, version, requires=()):
    folder = root / name
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}/__init__.py": f"__version__ = '{version}'\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" +
        "".join(f"Requires-Dist: {r}\n" for r in requires),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}\n",
    }
    record = ""
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
        record += f"{path},sha256={digest.rstrip('=')},{len(text)}\n"
    files[f"{info}/RECORD"] = record + f"{info}/RECORD,,\n"
    with zipfile.ZipFile(folder / f"{name}-{version}-{tag}.whl", "w") as z:
        for path, text in files.items():
            z.writestr(zipfile.ZipInfo(path), text)


wheel("torch", sys.argv[3] + (f"+{variant}" if variant else ""), ["filelock", "numpy"])
wheel("numpy", "1.26.3" if variant else "2.2.0")
wheel("filelock", "3.13.1" if variant else "3.20.0")
