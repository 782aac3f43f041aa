"""conda.py PREFIX <LIST: a listing of conda as a prefix: conda-meta records, and dist-info of pip.

conda.py PREFIX --cure <FINDINGS: applies the printed cure (JSON of doctor) to that prefix: what the
commands remove goes, what they install with a version comes. Nothing is downloaded: a spec without
an exact version is not applied.
"""
import json
import pathlib
import re
import shutil
import sys

prefix = pathlib.Path(sys.argv[1])
meta = prefix / "conda-meta"


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def site():
    for record in meta.glob("python-[0-9]*.json"):
        version = json.loads(record.read_text())["version"].split(".")
        return prefix / "lib" / f"python{version[0]}.{version[1]}" / "site-packages"
    return prefix / "lib" / "python3.10" / "site-packages"


def put_conda(name, version, build, channel):
    text = {"name": name, "version": version, "build": build, "channel": channel,
            "subdir": "linux-64", "depends": [], "files": []}
    (meta / f"{name}-{version}-{build}.json").write_text(json.dumps(text))


def put_pip(name, version):
    folder = site() / f"{normal(name).replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\n")
    (folder / "INSTALLER").write_text("pip\n")
    (folder / "RECORD").write_text(f"{folder.name}/METADATA,,\n")


def rows(text):
    """name, version, build, channel of every line, in the forms that conda prints."""
    if text.lstrip().startswith("["):
        for one in json.loads(text):
            yield one["name"], one["version"], one.get("build_string", ""), one.get("channel", "")
        return
    for line in text.splitlines():
        line = line.strip()
        url = re.match(r"(\S+)/(linux-64|noarch)/([^/#\s]+)-([^-/]+)-([^-/]+)\.(conda|tar\.bz2)",
                       line)
        if url:
            yield url[3], url[4], url[5], url[1]
        elif line and line[0] not in "#@" and "=" not in line.split()[0]:
            part = line.split()
            if len(part) in (3, 4) and part[1][0].isdigit():
                yield part[0], part[1], part[2], part[3] if len(part) > 3 else "defaults"
        elif re.fullmatch(r"[\w.-]+=[^=]+=[^=]+", line):
            yield (*line.split("="), "defaults")


def build_prefix(text):
    meta.mkdir(parents=True)
    found = list(rows(text))
    for name, version, build, channel in found:
        if channel != "pypi" and build != "<pip>":
            put_conda(name, version, build, channel)
    for name, version, build, channel in found:
        if channel == "pypi" or build == "<pip>":
            put_pip(name, version)
    print(len(found))


def remove(names, conda):
    for name in map(normal, names):
        for record in list(meta.glob("*.json")) if conda else []:
            if json.loads(record.read_text())["name"] == name:
                record.unlink()
        for folder in [] if conda else list(site().glob("*.dist-info")):
            if normal(folder.name.split("-")[0]) == name:
                shutil.rmtree(folder)


def add(spec, conda):
    part = re.fullmatch(r"(?:[\w/-]+::)?([\w.-]+?)(?:==|=)([^=,<>]+)(?:=([^=]+))?", spec)
    less = re.fullmatch(r"(numpy|mkl)<(\S+)", spec)
    if less:
        part = [spec, less[1], {"numpy": "1.26.4", "mkl": "2023.2.0"}[less[1]], "0"]
    if not part:
        return print("not applied:", spec, file=sys.stderr)
    remove([part[1]], conda)
    if conda:
        put_conda(part[1], part[2], part[3] or "0",
                  spec.split("::")[0] if "::" in spec else "defaults")
    else:
        put_pip(part[1], part[2])


def run(argv):
    conda = argv[0] == "conda"
    verb = next((w for w in argv if w in ("install", "uninstall", "remove", "cache")), None)
    words, skip = [], False
    for word in argv[argv.index(verb) + 1:] if verb else []:
        if skip or word.startswith("-"):
            skip = not skip and word in ("-p", "-c", "-n", "--index-url", "--extra-index-url", "-f")
            continue
        words.append(word)
    if verb in ("uninstall", "remove"):
        remove(words, conda)
    for word in words if verb == "install" else []:
        add(word, conda)


def main():
    if sys.argv[2:] != ["--cure"]:
        return build_prefix(sys.stdin.buffer.read().decode("utf-8", "replace"))
    done = []
    for finding in json.load(sys.stdin)["findings"]:
        for argv in finding["cure"]:
            if argv not in done:
                done.append(argv)
                run(argv)


main()
