#!/bin/sh
# cuts.sh PROGRAM: every text of tests/files/host, and every one that a scenario of detect reads, cut
# at CUTS bytes all over it, at others with another SEED. A text that ends early may tell less:
# nothing crashes, and there is no GPU, no capability, driver or CUDA number that neither the whole
# has nor the text has of itself.
set -eu
python3 - "$1" <<'PY'
import concurrent.futures, glob, json, os, re, subprocess, sys

sys.path.insert(0, "tests")
import run

program, LONGEST = sys.argv[1], 65536
CUTS, SEED = int(os.environ.get("CUTS") or 24), int(os.environ.get("SEED") or 0)


def texts():
    for path in sorted(glob.glob("tests/files/host/*")):
        if os.path.getsize(path) <= LONGEST and not path.endswith(".tsv"):
            yield path, open(path, "rb").read()
    for file in ("tests/cli/detect.test", "tests/cli/detect_told.test", "tests/cli/cluster.test"):
        for case in run.cases(file)[0]:
            text = b"".join(line + b"\n" for line in case.input)
            if len(text) > 80 and b"--host -" in case.command:
                yield case.place, text


def hosts(text):
    """(exit code, hosts or None)"""
    done = subprocess.run([program, "detect", "--json", "--host", "-"], input=text,
                          capture_output=True, check=False)
    return done.returncode, json.loads(done.stdout)["hosts"] if done.stdout else None


def facts(found):
    """Names with their capability, and numbers."""
    gpus, numbers = set(), set()
    for h in found or []:
        numbers |= {h[k] for k in ("driver", "driver_cuda") if h[k]}
        gpus |= {(g["name"], g["sm"]) for g in h["gpus"] if g["name"]}
    return gpus, numbers


def begins(number, whole, text):
    """The whole's, or where that has two that differ one of these, or the begin of such a one."""
    return any(w.startswith(number) for w in whole) or \
        re.search(r"(?<![0-9.])" + re.escape(number), text) is not None


def known(gpu, whole, text):
    """It is the whole's, or begins so; where the whole names none for certain it stands there."""
    name = gpu[0].rstrip(".")
    if any(n.startswith(name) and gpu[1] in (sm, None) for n, sm in whole):
        return True
    return name in text and re.search("[A-Za-z].*[0-9]|^[0-9]{4} ?[A-Za-z]*$", name) is not None


def faults(item):
    name, text = item
    gpus, numbers = facts(hosts(text)[1])
    words = text.decode(errors="replace")
    bad = []
    step = max(1, len(text) // CUTS)
    for n in sorted(set(range(step - SEED * 7919 % step, len(text), step)) | {len(text) - 1, len(text) - 2}):
        code, cut = hosts(text[:n])
        if code < 0 or code > 3:
            bad.append("%s cut at %d: exit code %d" % (name, n, code))
        more, others = facts(cut)
        bad += ["%s cut at %d: %s" % (name, n, g) for g in more if not known(g, gpus, words)]
        bad += ["%s cut at %d: number %s" % (name, n, v) for v in others if not begins(v, numbers, words)]
    return bad


with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", 2))) as pool:
    done = list(pool.map(faults, texts()))
bad = [line for lines in done for line in lines]
for line in bad[:40]:
    print(line)
print("cuts: %d texts cut, %d facts that the whole does not tell" % (len(done), len(bad)))
sys.exit(bool(bad))
PY
