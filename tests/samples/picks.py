"""picks.py PROGRAM SAMPLES: what doctor picks against what the installers really took, by installer."""
import collections
import json
import os
import subprocess
import sys
import tempfile

# Least share of right answers, and most wrong ones that are said to be certain, by installer.
FLOOR = {"pip": (33, 0), "uv": (34, 0), "poetry": (1, 0), "conda": (15, 0),
         "pixi": (12, 0)}
OF = {"pip": "torch", "uv": "torch", "poetry": "torch", "conda": "pytorch", "pixi": "pytorch"}


def ask(program, row, folder):
    path = os.path.join(folder, row["file"])
    with open(path, "w") as f:
        f.write(row["text"])
    args = [program, "doctor", "--json", "--gpu", "A100", "--driver", "600.0", "--platform",
            row["platform"], "--installer", row["installer"], path]
    if row["python"]:
        args += ["--python", row["python"]]
    out = subprocess.run(args, capture_output=True, text=True).stdout
    return json.loads(out).get("picks", []) if out.startswith("{") else []


def mine(row, picks):
    for p in picks:
        if p["name"] == OF[row["installer"]] and (p["extra"] or "") == (row["extra"] or ""):
            return p
    return None


def verdict(row, p):
    if p is None:
        return "silent"
    if p["certain"] == "unknown":
        return "open"
    pick = {"version": p["version"], "build": p["build"]}
    if row["answer"] is None:
        fits = [{"version": c["version"], "build": c["build"]} for c in row["candidates"]]
        return "right" if p["certain"] == "exact" and pick in fits else (
            "open" if p["certain"] == "one of" else "wrong")
    true = {"version": row["answer"]["version"], "build": row["answer"]["build"]}
    if p["certain"] == "one of":
        said = [{"version": c["version"], "build": c["build"]} for c in p["candidates"]]
        return "open" if true in said else "wrong"
    if true["version"] is None:
        return "right" if pick["version"] is None else "wrong"
    return "right" if pick == true else "wrong"


def main(program, samples):
    count = collections.defaultdict(collections.Counter)
    with open(os.path.join(samples, "picks", "asks.jsonl")) as f:
        rows = [json.loads(line) for line in f]
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            p = mine(row, ask(program, row, folder))
            v = verdict(row, p)
            count[row["installer"]][v] += 1
            if v == "wrong" or "-v" in sys.argv:
                print("picks:", v, row["id"], "took", row["answer"] or row["candidates"], "said",
                      p and {k: p[k] for k in ("version", "build", "certain", "why")})
    failed = False
    for name, c in sorted(count.items()):
        n = sum(c.values())
        print("picks: %s: %d asks, %d right, %d open, %d silent, %d wrong" % (
            name, n, c["right"], c["open"], c["silent"], c["wrong"]))
        least, most = FLOOR.get(name, (0, n))
        failed |= c["right"] < least or c["wrong"] > most
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
