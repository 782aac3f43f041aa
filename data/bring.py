"""bring.py [PACKAGE | PACKAGE==VERSION]...: rows of torch/bring.csv, from the METADATA of wheels.

Without arguments those that torch/bring.csv has, as they are newest now. What is asked is asked by
pip, of the index that it is configured with: nothing is installed, and no wheel is read. A row
holds of Requires-Dist what decides on torch: torch itself, its companions, xformers, and packages
that have a row themselves; of extras torch and its companions alone, and not those of tests.
"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "torch")
FIELDS = ["package", "version", "requires", "requires_python", "kind", "confidence", "source"]


def rows_of(name):
    with open(os.path.join(HERE, name), newline="") as f:
        return list(csv.DictReader(f))


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


OWN = {"torch", "torchvision", "torchaudio"}
TESTS = re.compile(r"extra == ['\"](\w+[-_])?(dev|docs?|tests?|testing|typing|tutorials|examples|quality|lint)")


def decides(need, kin):
    name = normal(re.match(r"[A-Za-z0-9._-]+", need).group())
    return name in (OWN if "extra ==" in need else kin) and not TESTS.search(need)


def ask(wanted):
    """The metadata of each; one that pip does not find is left out."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--ignore-installed",
             "--quiet", "--python-version", "3.12", "--only-binary=:all:", "--target", folder,
             "--report", report, *wanted], capture_output=True, text=True)
        if done.returncode == 0:
            with open(report) as f:
                return [one["metadata"] for one in json.load(f)["install"]]
    if len(wanted) == 1:
        print("bring.py:", wanted[0], (done.stderr.strip().splitlines() or [""])[-1], file=sys.stderr)
        return []
    half = len(wanted) // 2
    return ask(wanted[:half]) + ask(wanted[half:])


def main(wanted):
    there = rows_of("bring.csv")
    kin = OWN | {"torchcodec", "torchdata", "triton", "xformers"}
    kin |= {row["package"] for row in there} | {normal(re.split(r"[=<>~!]", name)[0]) for name in wanted}
    out = csv.DictWriter(sys.stdout, FIELDS, lineterminator="\n")
    for m in ask(wanted or sorted({row["package"] for row in there})):
        needs = [need.replace('"', "'") for need in m.get("requires_dist", [])
                 if decides(need, kin)]
        out.writerow({"package": normal(m["name"]), "version": m["version"],
                      "requires": " | ".join(needs),
                      "requires_python": (m.get("requires_python") or "").replace(" ", ""),
                      "kind": "documented", "confidence": "high", "source": "pypi-report"})


if __name__ == "__main__":
    main(sys.argv[1:])
