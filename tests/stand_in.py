"""Wheels that stand in for real ones: a name, a version, tags and METADATA, with next to nothing in
them. Installers take them for what they say they are."""

import base64
import hashlib
import io
import zipfile


def metadata(name, version, requires=(), python=None):
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" + \
        (f"Requires-Python: {python}\n" if python else "") + "".join(f"Requires-Dist: {r}\n" for r in requires)


def wheel(file, text):
    """The bytes of the wheel of that file name, with METADATA `text`."""
    name, version, tag = file.removesuffix(".whl").split("-", 2)
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}/__init__.py": f"__version__ = '{version}'\n",
        f"{info}/METADATA": text,
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}\n",
    }
    record = ""
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data.encode()).digest()).decode()
        record += f"{path},sha256={digest.rstrip('=')},{len(data)}\n"
    files[f"{info}/RECORD"] = record + f"{info}/RECORD,,\n"
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w") as z:
        for path, data in files.items():
            z.writestr(zipfile.ZipInfo(path), data)
    return to.getvalue()


def put(folder, name, version, tag, requires=()):
    """Writes one where an index that is a folder has it."""
    to = folder / name
    to.mkdir(parents=True, exist_ok=True)
    file = f"{name.replace('-', '_')}-{version}-{tag}.whl"
    (to / file).write_bytes(wheel(file, metadata(name, version, requires)))
