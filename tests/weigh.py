#!/usr/bin/env python3
"""weigh.py [REVISION]: what the program weighs, per room of src/ and in all, and what it weighed at an
earlier revision of git: a reader of a commit sees at once what it cost. Nothing here is a limit.

lines      of .c, .h and .def, with their comments
functions  whose body begins with a brace in the first column
one call   static functions that their file calls once: does the name say more than the code?
twice      static names that stand in more than one file: the same thought, or another one?
sentences  texts of three words and more outside of show/, where sentences belong
"""

import collections
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
HEAD = re.compile(r"^(static\b[^;={}()#]*?|[A-Za-z_][^;={}()#]*?)\b(\w+)\(([^;{}]*)\)\n\{", re.M)
LIST = re.compile(r"\bspan_(?:starts_)?in(?:_nocase)?\([^;{}]*")
WORDS = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z%]+){2,}")
COLUMNS = ("lines", "functions", "one call", "twice", "sentences")


def room_of(path):
    """read/host of read/host/lspci.c; "." of what lies beside the rooms."""
    return str(path.parent)


def weigh(src):
    """Figures per room, and the lines of each file."""
    rooms = collections.defaultdict(collections.Counter)
    places = collections.defaultdict(list)
    lengths = {}
    for path in sorted(src.rglob("*")):
        if path.suffix not in (".c", ".h", ".def"):
            continue
        name = path.relative_to(src)
        text = path.read_text(errors="replace")
        code = COMMENT.sub("", text)
        room = rooms[room_of(name)]
        lengths[str(name)] = text.count("\n")
        room["lines"] += lengths[str(name)]
        if name.parts[0] != "show":
            room["sentences"] += sum(bool(WORDS.search(s)) for s in LITERAL.findall(LIST.sub("", code)))
        if path.suffix != ".c":
            continue
        calls = collections.Counter(re.findall(r"\b\w+\b", LITERAL.sub('""', code)))
        for kind, function, _ in HEAD.findall(code):
            room["functions"] += 1
            if kind.startswith("static"):
                declared = len(re.findall(rf"^static\b[^;{{}}=]*\b{function}\([^;{{}}]*\);", code, re.M))
                room["one call"] += calls[function] - declared == 2
                places[function].append(room_of(name))
    for where in places.values():
        if len(where) > 1:
            for room in where:
                rooms[room]["twice"] += 1
    return rooms, lengths


def at(revision):
    """The same of an earlier revision."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", revision, "src"], capture_output=True, check=True)
        with tempfile.TemporaryFile() as f:
            f.write(archive.stdout)
            f.seek(0)
            with tarfile.open(fileobj=f) as tar:
                tar.extractall(folder)
        return weigh(pathlib.Path(folder, "src"))


def total(rooms):
    return sum(rooms.values(), collections.Counter())


def row(name, now, before):
    cells = []
    for c in COLUMNS:
        change = now[c] - before[c] if before is not None else 0
        cells.append(f"{now[c]:>9} {f'{change:+}' if change else '':>6}")
    return f"{name:<14}" + "".join(cells)


def main(argv):
    rooms, lengths = weigh(pathlib.Path("src"))
    try:
        before = at(argv[1])[0] if len(argv) > 1 else None
    except subprocess.CalledProcessError:
        print(f"weigh: git has no {argv[1]} here: nothing to compare with")
        before = None
    print(f"{'room':<14}" + "".join(f"{c:>9}{'':>7}" for c in COLUMNS).rstrip())
    for name in sorted(set(rooms) | set(before or ())):
        print(row(name, rooms[name], before[name] if before else None).rstrip())
    print(row("all", total(rooms), total(before) if before else None).rstrip())
    print("longest:", ", ".join(f"{f} {n}" for f, n in
                                sorted(lengths.items(), key=lambda x: -x[1])[:10]))


if __name__ == "__main__":
    main(sys.argv)
