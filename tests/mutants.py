#!/usr/bin/env python3
"""mutants.py BUILD [N [SEED [SINCE]]]: do the tests fail when the code is wrong? Draws N changes of single
places in src/ by SEED, of the functions that changed since the revision SINCE or of all, and builds
each in a copy of the tree; the units and scenarios that run the function, then the checks of its file, are
run until one fails. What nothing noticed is printed with its place: an input whose answer it changes is a
test that is missing, where there is one.

Which units and scenarios run which function is traced once (tests/mutants_trace.c) and kept in
BUILD/mutants.json; RETRACE=1 traces anew, as new tests and functions want it.

compare   < for <=, == for !=          constant   one more, one less
logic     && for ||                    negate     if (!(...))
return    !x, NULL, 0 or 1             drop       a statement

A change that the compiler turns into the same code is none, nor is one that does not compile.
"""

import array
import collections
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

HEAD = re.compile(r"^(?P<type>[A-Za-z_][^;={}()#\n]*?\**)\b(?P<name>\w+)\((?:[^;{}]*)\)\n\{\n(?P<body>.*?)^\}",
                  re.M | re.S)
BLIND = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|//[^\n]*', re.S)
DECLARED = re.compile(r"\s*(?:static|const|struct|enum|unsigned|extern|[A-Z_]+_AUTO|\w+ +\**\w+ *[;=,\[])")
BEGUN = re.compile(r"(?:[;{})]|\belse|:)$")
OTHER = {"<": "<=", ">": ">=", "<=": "<", ">=": ">", "==": "!=", "!=": "=="}
PATIENCE = 300
BATCHES = (12, 100)  # where the scenarios of a function are parted: most changes are noticed by the first
UNTRACED = ("src/probe/", "src/os/")  # what runs in children that do not end as a program does
# What else holds a file: scripts of tests/check, by how its path begins.
CHECKS = {
    "src/check/": ["solved", "online"], "src/cmd/online": ["online", "refresh"], "src/cmd/update": ["update"],
    "src/cmd/verify": ["verify"], "src/door/http": ["http"], "src/door/curl": ["fetch"],
    "src/door/inflate": ["hostile"], "src/install/": ["install"], "src/know/stored": ["update"],
    "src/os/": ["faults"], "src/pick/": ["solved"], "src/probe/": ["verify"],
    "src/read/carrier/": ["update"], "src/read/env/": ["env"], "src/read/online/": ["online", "http"],
    "src/read/package/": ["misread", "hostile"],
}


def blinded(text):
    """The text with what is no code as blanks, so that places stay."""
    return BLIND.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def closing(line, at):
    """Where the parenthesis that opens at `at` ends in the line, or -1."""
    depth = 0
    for i in range(at, len(line)):
        depth += (line[i] == "(") - (line[i] == ")")
        if depth == 0:
            return i
    return -1


def returned(kind, value):
    if value in ("true", "false"):
        return "false" if value == "true" else "true"
    if "bool" in kind:
        return f"!({value})"
    if "*" in kind:
        return "NULL" if value != "NULL" else None
    if re.search(r"\b(int|unsigned|size_t|u?int\d+_t)\b", kind):
        return "0" if value != "0" else "1"
    return None


def changes(kind, before, code):
    """The (name, from, to, instead) of one line of a function's body."""
    for m in re.finditer(r" (==|!=|<=|>=|<|>) ", code):
        if not (m[1] == "<" and re.match(r"\s*for \(", code)):
            yield "compare", m.start(1), m.end(1), OTHER[m[1]]
    for m in re.finditer(r"(?<![\w.])\d+(?![\w.])", code):
        yield "constant", m.start(), m.end(), str(int(m[0]) + 1)
        if m[0] != "0":
            yield "constant", m.start(), m.end(), str(int(m[0]) - 1)
    for m in re.finditer(r"&&|\|\|", code):
        yield "logic", m.start(), m.end(), "||" if m[0] == "&&" else "&&"
    for m in re.finditer(r"\bif \(", code):
        end = closing(code, m.end() - 1)
        if end > 0:
            yield "negate", m.end(), end, None
    m = re.match(r"\s*return (.+);$", code)
    if m and returned(kind, m[1].strip()):
        yield "return", m.start(1), m.end(1), returned(kind, m[1].strip())
    m = re.match(r"\s*(?=[\w*(]).*;$", code)
    if m and BEGUN.search(before) and code.count("(") == code.count(")") and not DECLARED.match(code) and \
            not re.match(r"\s*(return|break|continue|case|default)\b", code):
        yield "drop", len(code) - len(code.lstrip()), len(code), ";"


def changed_lines(since, path):
    out = subprocess.run(["git", "diff", "-U0", since, "--", path], capture_output=True, text=True, check=True)
    lines = set()
    for at, n in re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", out.stdout, re.M):
        lines.update(range(int(at), int(at) + int(n or 1)))
    return lines


def candidates(since):
    """All changes: per name a list of (path, function, line, from, to, instead)."""
    found = collections.defaultdict(list)
    for path in sorted(pathlib.Path("src").rglob("*.c")):
        touched = changed_lines(since, path) if since else None
        if since and not touched:
            continue
        text = path.read_text()
        code = blinded(text)
        for m in HEAD.finditer(code):
            first = code.count("\n", 0, m.start("body")) + 1
            lines = m["body"].split("\n")
            if touched is not None and not touched & set(range(first, first + len(lines))):
                continue
            before = "{"
            for i, line in enumerate(lines):
                line = line.rstrip()
                for c in changes(m["type"], before, line):
                    found[c[0]].append((path, m["name"], first + i, *c[1:]))
                before = line or before
    return found


class Copy:
    """The tree beside the build, with the objects that there are."""

    def __init__(self, build):
        self.top = pathlib.Path(build, "mutants").absolute()
        shutil.rmtree(self.top, ignore_errors=True)
        for name in ("src", "data", "tests", "kernels", "man", "pack", "po", "Makefile"):
            self.top.mkdir(parents=True, exist_ok=True)
            if os.path.isdir(name):
                shutil.copytree(name, self.top / name, symlinks=True)
            else:
                shutil.copy2(name, self.top / name)
        for name in ("obj", "unit", "rows", "fake", "tests", "man", "json", "http", "env"):
            shutil.copytree(pathlib.Path(build, name), self.top / "build" / name)
        for name in ("matrix.db", "front.db", "make-zip"):
            shutil.copy2(pathlib.Path(build, name), self.top / "build" / name)
        self.scenarios = sorted(str(p.relative_to(self.top)) for d in ("cli", "plan")
                                for p in (self.top / "tests" / d).glob("*.test"))
        self.tests = []  # "unit NAME" or a scenario's place, those that run least first
        self.runners = {}  # "path:function": the numbers of the tests that run it
        self.kept = pathlib.Path(build, "mutants.json").absolute()

    def run(self, *command, patience=PATIENCE, **more):
        """Whether the command succeeds, and what it said; one that does not end fails; more: environment."""
        r = subprocess.run(["timeout", "-k", "5", str(patience), *command], cwd=self.top, capture_output=True,
                           text=True, errors="replace", env={**os.environ, "STOP": "1", "JOBS": "1", **more})
        return r.returncode == 0, r.stdout + r.stderr

    def trace(self):
        """Learns what runs what, from what was kept where there is something. Returns what fails, or None."""
        if self.kept.exists() and not os.environ.get("RETRACE"):
            self.tests, self.runners = json.loads(self.kept.read_text())
            return None
        into, o = self.top / "traced", self.top / "trace.o"
        into.mkdir()
        shutil.copytree(self.top / "build", self.top / "trace",
                        ignore=shutil.ignore_patterns("obj", "unit", "*.a", "cudaplan"))
        if not self.run("cc", "-O2", "-c", "-o", str(o), "tests/mutants_trace.c")[0] or \
                not self.run("make", "-s", f"-j{os.cpu_count()}", "B=trace", "HARDEN=", f"LDFLAGS={o}",
                             "CFLAGS=-O1 -g1 -finstrument-functions", "trace/cudaplan", "trace/unit/all",
                             patience=3600)[0]:
            return "make for the trace"
        if not self.run("python3", "tests/run.py", "trace/cudaplan", *self.scenarios, patience=3600,
                        TRACE=str(into), JOBS="")[0]:
            return "scenarios"
        ran = self.traced(into, "trace/cudaplan")
        units = "".join(f.read_text() for f in (self.top / "tests/unit").glob("*.c"))
        for name in re.findall(r"^TEST\((\w+)\)", units, re.M):
            if not self.run("trace/unit/all", name, TRACE_INTO=str(into / f"unit {name}"))[0]:
                return name
        ran.update(self.traced(into, "trace/unit/all"))
        if not any(ran.values()):
            return "the trace, which is empty"
        self.tests = sorted(ran, key=lambda test: (len(ran[test]), test))
        for i, test in enumerate(self.tests):
            for function in ran[test]:
                self.runners.setdefault(function, []).append(i)
        self.kept.write_text(json.dumps((self.tests, self.runners)))
        return None

    def traced(self, into, program):
        """Takes the files of `into`, a test each: "path:function" of all that it ran, by the test's name."""
        ran = {f.name.replace("!", "/"): set(array.array("I", f.read_bytes())) for f in into.iterdir()}
        places = sorted(set().union(*ran.values()))
        said = subprocess.run(["addr2line", "-f", "-e", self.top / program], input="\n".join(map(hex, places)),
                              text=True, capture_output=True, check=True).stdout.split("\n")
        name = {place: f"{m[1]}:{f}" for place, f, at in zip(places, said[::2], said[1::2])
                if (m := re.search(r"\b(src/\S+\.c):", at))}
        for f in into.iterdir():
            f.unlink()
        return {test: {name[place] for place in some if place in name} for test, some in ran.items()}

    def running(self, path, name):
        """The tests that run the function, those that run least first; all where no one can tell."""
        if str(path).startswith(UNTRACED):
            return self.tests
        return [self.tests[i] for i in self.runners.get(f"{path}:{name}", ())]

    def make(self):
        return self.run("make", "-s", "B=build", "build/cudaplan", "build/unit/all", "build/env/dump",
                        patience=1200)[0]

    def killer(self, path, name):
        """What fails first of what runs the function, or None."""
        tests = self.running(path, name)
        for unit in filter(lambda test: test.startswith("unit "), tests):
            if not self.run("build/unit/all", unit[5:])[0]:
                return unit
        some = [test for test in tests if not test.startswith("unit ")]
        for begin, end in itertools.pairwise((0, *BATCHES, len(some))):
            if some[begin:end]:
                passes, said = self.run("python3", "tests/run.py", "build/cudaplan", *some[begin:end], patience=1800)
                if not passes:
                    return (re.findall(r"^tests/\S+:\d+", said, re.M) + ["a scenario that does not end"])[0]
        return None

    def check(self, path):
        """The check of that file which fails, or None."""
        for name in sorted({c for begin, names in CHECKS.items() if path.startswith(begin) for c in names}):
            if not self.run("sh", f"tests/check/{name}.sh", "build/cudaplan", patience=1800)[0]:
                return "check " + name
        return None

    def assembly(self, path):
        o = self.top / "build/obj" / path.relative_to("src").with_suffix(".o")
        return self.run("objdump", "-dr", "--no-show-raw-insn", str(o))[1], o

    def try_one(self, path, function, line, start, end, instead):
        """(what became of it, the line as it was, as it is)."""
        file = self.top / path
        text = file.read_text()
        lines = text.split("\n")
        was = lines[line - 1]
        part = f"!({was[start:end]})" if instead is None else instead
        lines[line - 1] = was[:start] + part + was[end:]
        same, o = self.assembly(path)
        kept = o.read_bytes()
        file.write_text("\n".join(lines))
        try:
            if not self.make():
                return "does not compile", was, lines[line - 1]
            if self.assembly(path)[0] == same:
                return "is the same code", was, lines[line - 1]
            what = self.killer(path, function) or self.check(str(path))
            return what or "LIVES", was, lines[line - 1]
        finally:
            file.write_text(text)
            o.write_bytes(kept)


def main(argv):
    build, n, seed = argv[1], int((argv[2:] + ["20"])[0]), int((argv[3:] + ["1"])[0])
    found = candidates(argv[4] if len(argv) > 4 else None)
    if not found:
        sys.exit("mutants: no function changed")
    copy = Copy(build)
    first = copy.trace() if copy.make() else "make"
    if first:
        sys.exit(f"mutants: the tests fail already: {first}")
    rng = random.Random(seed)
    fate = collections.Counter()
    drawn = set()
    while sum(fate.values()) < n and len(drawn) < sum(map(len, found.values())):
        name = rng.choice(sorted(found))
        place = rng.choice(found[name])
        if place in drawn:
            continue
        drawn.add(place)
        what, was, now = copy.try_one(*place)
        print(f"{place[0]}:{place[2]}: {name}: {what}", flush=True)
        if what == "LIVES":
            print(f"\t-{was.strip()}\n\t+{now.strip()}", flush=True)
        if what not in ("does not compile", "is the same code"):
            fate["lives" if what == "LIVES" else what.split()[0] if " " in what else "scenario"] += 1
    killed = sum(fate.values()) - fate["lives"]
    print(f"mutants: {killed} of {sum(fate.values())} killed ({100 * killed // max(1, sum(fate.values()))} %): "
          f"{fate['unit']} by units, {fate['scenario']} by scenarios, "
          f"{fate['check']} by checks; {len(drawn)} drawn, seed {seed}")


if __name__ == "__main__":
    main(sys.argv)
