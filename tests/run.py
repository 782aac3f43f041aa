#!/usr/bin/env python3
"""run.py PROGRAM FILE.test[:LINE]...: runs the cases of command-line scenarios.

A case begins with a Run: line, a shell command in which cudaplan is the program. Then:
  In: TEXT    a line of standard input       Env: NAME=VALUE   set for this case
  Exit: N     exit code (0)                  Out: TEXT         a line of the whole stdout
  Has: TEXT   stdout contains it             Not: TEXT         stdout does not
  Err: TEXT   stderr contains it             Quiet:            stdout is empty
Lines that begin with # are remarks. Every case runs in an empty folder with an empty environment;
$FILES is tests/files, $FAKE the folder of the stand-in libraries. JOBS cases run side by side.

The program is given the frozen matrix of tests/matrix, so that no new release changes an answer.
Cases in tests/today are about the program's own matrix instead; what is newest in it stands as $NAME
in all of their lines, see tests/today/newest.sql. ACCEPT=1 writes the Out: lines of the others anew,
and the Has: and Err: lines that are no longer true; see tests/accept.awk. STOP=1 ends with the first
case that fails. LEAVE=PATTERN passes over the cases in which it is found, as those of the stand-ins
(FAKE) for a program that loads no libraries. With TRACE=FOLDER each case's $TRACE_INTO is a file in it,
see tests/mutants_trace.c.

Each command that an answer says to "try:" is run in the case's folder, unless TRIES=0, and has to be
understood: exit code 0, 1 or 4, or 3 where it reads the case's input again.

run.py --replay WORD PROGRAM FOLDER FILE.test...: runs the cases whose command has the word, whatever
they say, with FOLDER/cudaplan as cudaplan, their place as $WHERE and their number as $CASE; $LAST is
set where the case ends with the word's command and nothing goes on with what that says. EVERY=3 takes
every third case.
"""

import concurrent.futures
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

KEPT = {"In": "input", "Env": "envs", "Has": "has", "Not": "lacks", "Err": "err", "Out": "out"}
LINE = re.compile(rb"(In|Env|Has|Not|Err|Out|Exit|Quiet):(?: (.*))?$", re.S)
VARIABLE = re.compile(rb"\$(FILES|FAKE)\b")
TRY = re.compile(rb"^ *try: (.*)$", re.M)
# Up to what the sentence goes on with: "cudaplan explain - reads torch", "cudaplan A or cudaplan B".
COMMAND = re.compile(rb"(?:env -u \w+ )?cudaplan (?:'[^']*'|(?! or | names | reads | with what )[^'|,;])*")
# What a person puts in the place of a word in capitals; what asks the network is not run.
MEANT = {b" NAME": b" 'RTX 3060'", b" VERSION": b" 550.54.15", b" FOLDER": b" .", b" TEXT": b" text",
         b" FILE.whl": b" torch-2.8.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl",
         b" inspect FILE": b" inspect torch-2.8.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl",
         b" FILE": b" $FILES/nvidia_smi/550.163.01__table.txt",
         b" host.txt": b" $FILES/nvidia_smi/550.163.01__table.txt"}
ONLINE = re.compile(rb" update| https?:| --online")
LIMIT = 300


def to_try(said):
    """The commands that an answer says to try."""
    for line in TRY.findall(said):
        for command in COMMAND.findall(line):
            for word, meant in MEANT.items():
                command = re.sub(word + rb"(?![\w.])", lambda m, meant=meant: meant, command)
            if b" " in command[9:].strip() and not ONLINE.search(command):
                yield command.strip()


class Case:
    """One command, and what is expected of it."""

    def __init__(self, file, line, command):
        self.file, self.place, self.command = file, f"{file}:{line}", command
        self.input, self.envs, self.has, self.lacks, self.err, self.out = ([] for _ in range(6))
        self.exit, self.quiet = 0, False
        self.lines = []

    def add(self, name, text):
        if name == "Exit":
            self.exit = int(text)
        elif name == "Quiet":
            self.quiet = True
        else:
            getattr(self, KEPT[name]).append(text or b"")

    def run(self, top, program, folder, work, more=None):
        """(exit code, stdout, stderr); folder holds the cudaplan; more: of the environment."""
        for name in ("dir", "home"):
            shutil.rmtree(work / name, ignore_errors=True)
            (work / name).mkdir()
        env = dict({b"PATH": os.fsencode(folder) + b":" + os.environb[b"PATH"],
                    b"HOME": os.fsencode(work / "home"), b"LC_ALL": b"C.UTF-8", b"LANGUAGE": b"en",
                    b"NO_COLOR": b"1",
                    b"ASAN_OPTIONS": b"exitcode=99", b"UBSAN_OPTIONS": b"exitcode=99",
                    b"FILES": os.fsencode(top / "tests/files"),
                    b"FAKE": os.fsencode(program.parent / "fake")})
        env.update(more or {})
        for words in self.envs:
            for word in words.split():
                name, value = word.split(b"=", 1)
                env[name] = VARIABLE.sub(lambda m: env[m[1]], value)
        with open(work / "in", "wb") as f:
            f.writelines(line + b"\n" for line in self.input)
        with open(work / "in", "rb") as f, open(work / "out", "wb") as out, open(work / "err", "wb") as err:
            rc = subprocess.run(["sh", "-c", self.command], stdin=f, stdout=out, stderr=err,
                                cwd=work / "dir", env=env, timeout=LIMIT, check=False).returncode
        said = (work / "out").read_bytes(), (work / "err").read_bytes()
        self.tried = []
        whole = b" cut -c" not in self.command and os.environ.get("TRIES") != "0"
        for command in sorted(set(to_try(b"\n".join(said)))) if whole else ():
            with open(work / "in", "rb") as f:
                tried = subprocess.run(["sh", "-c", command], stdin=f, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, cwd=work / "dir", env=env,
                                       timeout=LIMIT, check=False).returncode
            self.tried.append((command, tried))
        return rc if rc >= 0 else 128 - rc, *said

    def wrong(self, rc, out, err):
        """What is not as expected, a text each."""
        if rc != self.exit:
            yield f"exit code {rc}, expected {self.exit}; stderr: {shown(err)}"
        whole = b"".join(line + b"\n" for line in self.out)
        if whole and whole != out:
            lines = (text.decode(errors="replace").splitlines() for text in (whole, out))
            yield "\n".join(list(difflib.unified_diff(*lines, "expected", "stdout", lineterm="", n=1))[:20])
        for command, tried in self.tried:
            if tried not in (0, 1, 4) and not (tried == 3 and b" -" in command):
                yield f"exit code {tried} of what it says to try: {command.decode()}"
        if self.quiet and out:
            yield f"stdout is not empty: {shown(out)}"
        for text in self.has:
            if text not in out:
                yield f"stdout lacks: {text.decode()}"
        for text in self.lacks:
            if text in out:
                yield f"stdout has: {text.decode()}"
        for text in self.err:
            if text not in err:
                yield f"stderr lacks: {text.decode()}"


def shown(text):
    return text[:300].decode(errors="replace").rstrip("\n")


def cases(file, newest=None):
    """The cases of a file, the lines before the first, and what is not understood."""
    found, head, wrong = [], [], []
    text = pathlib.Path(file).read_bytes()
    if newest and "tests/today/" in file:
        names = re.compile(b"|".join(rb"\$" + name for name in sorted(newest, key=len, reverse=True)))
        text = names.sub(lambda m: newest[m[0][1:]], text)
    for n, line in enumerate(text.split(b"\n")[:-1], 1):
        m = LINE.match(line)
        if line.startswith(b"Run: "):
            found.append(Case(file, n, line[5:]))
        elif m and found:
            found[-1].add(m[1].decode(), m[2])
        elif line and not line.startswith(b"#"):
            wrong.append(f"{file}:{n}: not understood: {line.decode(errors='replace')}")
        (found[-1].lines if found else head).append(line + b"\n")
    return found, head, wrong


def newest_of(program):
    """What is newest in the program's own matrix."""
    with open("tests/today/newest.sql", encoding="utf-8") as f:
        out = subprocess.run(["sqlite3", "-readonly", "-separator", "\t", program.parent / "matrix.db"],
                             stdin=f, capture_output=True, check=True).stdout
    return dict(line.split(b"\t") for line in out.splitlines())


def accepted(case, work):
    """The lines of a case with what the program says now."""
    (work / "case").write_bytes(b"".join(case.lines))
    return subprocess.run(["awk", "-v", f"out={work / 'out'}", "-v", f"err={work / 'err'}", "-f",
                           "tests/accept.awk", work / "case"], capture_output=True, check=True).stdout


def for_each(some, work, do):
    """do(case, own folder) for each, side by side; yields (case, result) in order."""
    own = threading.local()

    def one(case):
        if not hasattr(own, "work"):
            own.work = pathlib.Path(tempfile.mkdtemp(dir=work))
        return do(case, own.work)

    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or os.cpu_count())) as pool:
        try:
            yield from zip(some, pool.map(one, some))
        finally:
            pool.shutdown(cancel_futures=True)


def replay(word, program, folder, files, work):
    top, program = pathlib.Path.cwd(), pathlib.Path(program).resolve()
    some = [c for f in files for c in cases(f)[0] if word.encode() in c.command]
    some = some[::int(os.environ.get("EVERY") or 1)]
    last = re.compile(rb"[^|&;<>`()]*$")

    def do(numbered, own):
        number, case = numbered
        after = case.command.partition(word.encode())[2]
        case.run(top, program, folder, own, {
            b"WHERE": case.place.encode(), b"CASE": b"%d" % number,
            b"LAST": b"1" if last.match(after) and word.encode() not in after else b""})

    for _ in for_each(list(enumerate(some)), work, do):
        pass
    return 0


def check(program, places, work):
    """The cases of the places, each a file or one case of it as FILE:LINE."""
    places, trace = set(places), os.environ.get("TRACE")
    files = sorted({place.split(":")[0] for place in places})
    if os.environ.get("ACCEPT") == "1" and not places.issubset(files):
        sys.exit("run.py: ACCEPT=1 writes whole files")
    top, program = pathlib.Path.cwd(), pathlib.Path(program).resolve()
    accept, stop = os.environ.get("ACCEPT") == "1", os.environ.get("STOP") == "1"
    for name in ("frozen", "today"):
        (work / name).mkdir()
    subprocess.run(["sh", "tests/frozen.sh", program, work / "frozen"], check=True)
    (work / "today" / "cudaplan").symlink_to(program)
    newest = newest_of(program) if any("tests/today/" in f for f in files) else None
    read = {f: cases(f, newest) for f in files}
    wrong = [line for _, _, lines in read.values() for line in lines]
    failed, passed = len(wrong), 0
    print(*wrong, sep="\n", end="\n" if wrong else "")
    new = {f: b"".join(head) for f, (_, head, _) in read.items()}

    def do(case, own):
        today = "tests/today/" in case.file
        traced = {b"TRACE_INTO": os.fsencode(f"{trace}/{case.place.replace('/', '!')}")} if trace else None
        said = list(case.wrong(*case.run(top, program, work / ("today" if today else "frozen"), own, traced)))
        return said, accepted(case, own) if accept and not today else b""

    leave = os.environb.get(b"LEAVE")
    some = [c for f, _, _ in read.values() for c in f if ({c.file, c.place} & places) and
            not (leave and re.search(leave, b"".join(c.lines)))]
    for case, (said, lines) in for_each(some, work, do):
        new[case.file] += lines
        passed, failed = passed + (not said), failed + bool(said)
        if said:
            print(f"{case.place}: {case.command.decode()}")
            print(*("  " + text for text in said), sep="\n", flush=True)
            if stop:
                break
    if accept:
        for f in files:
            if "tests/today/" not in f:
                pathlib.Path(f).write_bytes(new[f])
    print(f"scenarios: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


def main(argv):
    with tempfile.TemporaryDirectory() as work:
        if argv[1] == "--replay":
            return replay(argv[2], argv[3], argv[4], argv[5:], pathlib.Path(work))
        return check(argv[1], argv[2:], pathlib.Path(work))


if __name__ == "__main__":
    sys.exit(main(sys.argv))
