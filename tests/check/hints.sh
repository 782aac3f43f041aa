#!/bin/sh
# hints.sh PROGRAM: what detect and suggest say to "try:" in any scenario is done, with a card for
# NAME, a driver for VERSION and a text of a machine for FILE and host.txt: each command of it is
# understood and answers.
set -eu
python3 - "$1" <<'PY'
import concurrent.futures, glob, os, pathlib, re, subprocess, sys, tempfile

sys.path.insert(0, "tests")
import run

program, top = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path.cwd()
FOR = {"NAME": "'RTX 3060'", "VERSION": "550.54.14", "FILE": "host.txt"}


def hints(pair):
    """What the cases say to try: {hint: where the first is}."""
    folder, cases = pair
    found = {}
    for case in cases:
        for line in b"\n".join(case.run(top, program, folder, folder)[1:]).decode(errors="replace").split("\n"):
            if "try: " in line:
                hint = line.split("try: ", 1)[1]
                hint = hint.split('"')[0] if line.startswith("{") else hint
                found.setdefault(hint, "%s:%d" % (case.file, case.line))
    return found


def commands(hint):
    """'nvidia-smi -q >host.txt on that machine, then cudaplan detect --host host.txt': the last."""
    for part in re.split(r", (?:or|then) |; ", hint):
        m = re.search(r"cudaplan .*", part)
        if m:
            words = re.sub(r" with what .*$|\);?$| \[CP.*$", "", m[0])
            if words == "cudaplan update":  # by update.sh, from an index of its own
                continue
            words = re.sub(r"(--host|-[rf]) \S+\.\S+", r"\1 host.txt", words)
            yield re.sub(r"\b(NAME|VERSION|FILE)\b", lambda w: FOR[w[1]], words)


with tempfile.TemporaryDirectory() as work:
    cases = [c for f in sorted(glob.glob("tests/cli/*.test") + glob.glob("tests/plan/*.test"))
             for c in run.cases(f)[0] if re.search(rb"cudaplan (detect|suggest)", c.command)]
    jobs = int(os.environ.get("JOBS", 2))
    folders = [pathlib.Path(work, str(i)) for i in range(jobs)]
    for folder in folders:
        folder.mkdir()
        (folder / "cudaplan").symlink_to(program)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        said = {}
        for found in pool.map(hints, zip(folders, (cases[i::jobs] for i in range(jobs)))):
            said.update(found)
    here = folders[0] / "dir"
    (here / "host.txt").write_bytes((top / "tests/files/host/one_machine.txt").read_bytes())
    tried, bad = 0, 0
    for hint, where in sorted(said.items()):
        for command in commands(hint):
            done = subprocess.run(["sh", "-c", command], cwd=here, capture_output=True, check=False,
                                  env={"PATH": "%s:%s" % (folders[0], os.environ["PATH"])})
            tried += 1
            if done.returncode > 1 or not done.stdout:
                bad += 1
                print("hints: %s: %s: exit code %d: %s" % (where, command, done.returncode,
                                                           done.stderr.decode(errors="replace")[:200]))
    print("hints: %d cases say %d things to try, %d commands done" % (len(cases), len(said), tried))
    sys.exit(bad > 0 or tried < 5)
PY
