"""The builds of conda: those of torch and what goes with it in the repodata of a channel."""
import json
import re
import subprocess

from index import Gone, ask
from tables import natural

NAMES = {"pytorch", "torchvision", "torchaudio", "torchcodec"}
SUBDIRS = ("linux-64", "linux-aarch64", "win-64")


def repodata(home, subdir):
    """Records by file name; zstd first, as the larger channels are 300 MB without it."""
    for name in ("current_repodata.json", "repodata.json.zst", "repodata.json"):
        try:
            data, _, _ = ask(f"{home}/{subdir}/{name}", most=1 << 30, seconds=300)
        except Gone:
            continue
        if name.endswith(".zst"):
            data = subprocess.run(["zstd", "-dc"], input=data, stdout=subprocess.PIPE, check=True).stdout
        found = json.loads(data)
        return {**found.get("packages", {}), **found.get("packages.conda", {})}
    raise Gone(f"{home}/{subdir}: no repodata")


def row_of(channel, subdir, file, record, source):
    build = record["build"]
    cuda = re.search(r"cuda_?(\d+?)(\d)(?=_|[a-z]|$)|cuda(\d+\.\d+)", build)
    depends = [d for d in record["depends"]]
    python = next((m[1] for d in depends if (m := re.match(r"python_abi (\d\.\d+)", d) or re.match(r"python >=(\d\.\d+)", d))), "")
    blas = re.search(r"_(mkl|generic)_", build)
    return {"channel": channel, "name": record["name"], "version": record["version"], "build": build,
            "build_number": str(record["build_number"]), "subdir": subdir, "python": python,
            "cuda": "" if not cuda and "cpu" not in build else (cuda[3] or f"{cuda[1]}.{cuda[2]}") if cuda else "cpu",
            "blas": blas[1] if blas else "", "ext": "conda" if file.endswith(".conda") else "tar.bz2",
            "size": str(record.get("size", "")), "md5": record.get("md5", ""), "depends": listed(depends),
            "constrains": listed(record.get("constrains", [])), "kind": "repodata", "confidence": "high", "source": source}


def listed(specs):
    """As conda/build.csv has them: sorted, with semicolons; the build string, where it is none, apart."""
    return "; ".join(sorted(specs))


def add(tables, channel, home, today, question):
    """Adds what a channel has and the tables do not, of releases from the newest that they know on."""
    rows = tables["conda/build"].find(channel=channel)
    newest = {n: max((natural(r["version"]) for r in rows if r["name"] == n), default=[]) for n in NAMES}
    known = {(r["name"], r["version"], r["build"], r["subdir"]) for r in rows}
    key, added = f"repodata-{channel}-{today}", 0
    for subdir in SUBDIRS:
        for file, record in sorted(repodata(home, subdir).items()):
            name = record.get("name")
            if name not in NAMES or natural(record["version"]) < newest[name] or \
               (name, record["version"], record["build"], subdir) in known:
                continue
            added += tables["conda/build"].add(row_of(channel, subdir, file, record, key),
                                               ["version", "build_number"], ["channel", "name"])
    if added:
        tables["conda/source"].add_sorted({"key": key, "kind": "listing", "place": f"{channel}: repodata of "
                                           + ", ".join(SUBDIRS), "seen": today})
        torch = sorted({r["version"] for r in tables["conda/build"].added if r["name"] == "pytorch"}, key=natural)
        for version in torch:
            question("conda/arch.csv", f"which sm numbers the builds of pytorch {version} have, by CUDA and platform "
                     "(sass, ptx): TORCH_CUDA_ARCH_LIST in build.sh of the feedstock", f"{channel}, {version}")
            question("conda/companion.csv", f"which torchvision and torchaudio are made for pytorch {version}",
                     f"{channel}, {version}")
    return added
