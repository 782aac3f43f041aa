#!/usr/bin/env python3
"""covered.py PROGRAM: what may be said of a CUDA that no build has, at both ends of each row of the
frozen coverage: "is built for" where the list of that release is whole (CP113), else "is known" (CP109).
The rows are read here anew, by the words of data/coverage.csv, and not by what the program makes of them.
"""

import csv
import json
import subprocess
import sys

NEVER = "11.4"
MATRIX = "tests/matrix/"
PLATFORMS = ("linux-64", "win-64", "linux-aarch64")
PIP = ("pypi", "pytorch-index")
CONDA = ("pytorch", "conda-forge", "defaults")  # of others the answer says that they are not known


def releases():
    with open(MATRIX + "torch/release.csv", encoding="utf-8") as f:
        return [row["torch"] for row in csv.DictReader(f)]


def number(version):
    return [int(n) for n in version.split(".")]


def whole(rows, channel, platform, torch):
    """Whether one of the rows says that the variants of that release are all known."""
    for r in rows:
        if r["channel"] == channel and r["platform"] in ("*", platform) and \
                number(r["first"]) <= number(torch) and (r["last"] == "*" or number(torch) <= number(r["last"])):
            if r["state"] == "none" or (r["state"] == "complete" and r["what"] in ("builds", "variants")):
                return True
    return False


def ends(row, known):
    """The releases just inside and just outside of a row."""
    inside = [i for i, v in enumerate(known) if number(row["first"]) <= number(v) and
              (row["last"] == "*" or number(v) <= number(row["last"]))]
    places = {p for i in (inside[:1] + inside[-1:]) for p in (i - 1, i, i + 1)}
    return [known[p] for p in sorted(places) if 0 <= p < len(known)]


def said(program, channel, platform, torch):
    out = subprocess.run([program, "suggest", "--gpu", "4090", "--platform", platform, "--installer",
                          "pip" if channel in PIP else "conda", "--channel", channel, "--cuda", NEVER,
                          f"torch=={torch}", "--json"], capture_output=True, text=True, check=False).stdout
    answer = json.loads(out)
    return [i["code"] for i in answer.get("instead", []) if i.get("what") == "cuda"]


def main(program):
    with open(MATRIX + "coverage.csv", encoding="utf-8") as f:
        rows = [r for r in csv.DictReader(f) if r["package"] == "torch" and r["channel"] in PIP + CONDA]
    known = sorted(releases(), key=number)
    asked, wrong, count = set(), 0, {"CP109": 0, "CP113": 0}
    for row in rows:
        for platform in PLATFORMS if row["platform"] == "*" else (row["platform"],):
            asked |= {(row["channel"], platform, v) for v in ends(row, known) if platform in PLATFORMS}
    for channel, platform, torch in sorted(asked):
        codes = said(program, channel, platform, torch)
        if not codes:
            continue
        want = "CP113" if whole(rows, channel, platform, torch) else "CP109"
        count[want] += 1
        if set(codes) != {want}:
            print(f"covered: torch {torch} of {channel} for {platform}: {codes}, not {want}")
            wrong += 1
    if min(count.values()) < 10:
        print(f"covered: too few answers name the CUDA: {count}")
        wrong += 1
    if not wrong:
        print(f"covered: {len(asked)} ends of lists asked, {count['CP113']} are said not to be built, "
              f"{count['CP109']} not to be known")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
