#!/usr/bin/env python3
"""The catalogues of po/, and what the program says by them; tests/check/translated.sh.

translated.py made TEMPLATE: a language that nobody speaks, as a catalogue on stdout. Each letter of a
text is the wide one of Unicode (a as U+FF41): what stands in plain letters on a screen was never looked
up, or came from outside. Fields and conversions stay.
translated.py catalogue TEMPLATE FILE.po...: whether every text has its translation, with the same
fields.
translated.py screens KNOWN FOLDER: what is wrong with the screens in FOLDER, NUMBER.made.out of
the made language and NUMBER.LANGUAGE.COLUMNS.out. KNOWN names what is said in English on purpose.
"""

import ast
import collections
import pathlib
import re
import sys
import unicodedata

ENTRY = re.compile(r'^(msgid|msgstr) ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.M)
FIELD = re.compile(r"\{[a-z_-]*(?:\||\})|\[|\]")
CONVERSION = re.compile(r"%(?:\d+\$)?[-#0 +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t)?[a-zA-Z%]")
WIDE = {ord(c): chr(ord(c) + 0xFEE0) for c in map(chr, range(0x41, 0x7B)) if c.isalpha()}
# Lines that say again what was given, and where a fact is from.
QUOTED = re.compile(" *(?:%s|%s|%s +\\S+:\\d+) " % tuple(word.translate(WIDE) for word in ("text", "source", "seen")))
# A command is whole, or goes on behind its last character; options stand before what they do.
COMMAND = re.compile(r"^  \S| [\\`]$|^ {6}|^\S+ .*(pip|uv|conda|mamba|pixi|poetry|pdm|sh) |https?://")
LABEL, LEAST = 10, 1000
# Of a clause, and of no command: "pip install torch" is none.
TELLING = set("the a an is are was be not no nor and or but if it its that this these which what who there for "
              "with without of from by to in on at as than into more other only all known needs has have does "
              "do can may will must than".split())


def entries(path):
    """(text, what it is translated to, flags) of a catalogue, without its head."""
    for block in pathlib.Path(path).read_text(encoding="utf-8").split("\n\n"):
        said = {m[1]: "".join(map(ast.literal_eval, m[2].splitlines())) for m in ENTRY.finditer(block)}
        if said.get("msgid"):
            flags = [word for line in re.findall(r"^#,(.*)$", block, re.M) for word in line.split(",")]
            yield said["msgid"], said["msgstr"], {f.strip() for f in flags}


def quoted(text):
    """A string of a catalogue."""
    for plain, written in ("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"):
        text = text.replace(plain, written)
    return f'"{text}"'


def made(text):
    """The text in the language that nobody speaks."""
    kept = re.compile(rf"({FIELD.pattern}|{CONVERSION.pattern})")
    return "".join(part if i % 2 else part.translate(WIDE) for i, part in enumerate(kept.split(text)))


def write_made(template):
    print('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    for text, _, flags in entries(template):
        if "c-format" in flags:
            print("#, c-format")
        print(f"msgid {quoted(text)}\nmsgstr {quoted(made(text))}\n")


def check_catalogue(template, path):
    """What is wrong with a catalogue, a line each."""
    have = {text: (said, flags) for text, said, flags in entries(path)}
    for text, _, of in entries(template):
        said, flags = have.get(text, ("", set()))
        if not said:
            yield f"not translated: {text}"
        elif "fuzzy" in flags:
            yield f"fuzzy: {text}"
        elif set(FIELD.findall(text)) != set(FIELD.findall(said)) or \
                collections.Counter(re.findall(r"[][|]", text)) != collections.Counter(re.findall(r"[][|]", said)):
            yield f"other fields than {text}: {said}"
        elif "c-format" in of and sorted(re.sub(r"\d+\$", "", c) for c in CONVERSION.findall(said)) != \
                sorted(CONVERSION.findall(text)):
            yield f"other conversions than {text}: {said}"
        elif (text[0] == "\n", text[-1] == "\n") != (said[0] == "\n", said[-1] == "\n"):
            yield f"begins or ends otherwise than {text!r}: {said!r}"


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def plain_words(line):
    """Runs of words in plain letters that are a clause: one of them is none of a name or a command."""
    if re.match(QUOTED, line):
        return
    for run in re.findall(r"(?<![\w.])[A-Za-z][A-Za-z']*(?:,? [A-Za-z][A-Za-z']*)+(?![\w(])", line):
        if TELLING & set(run.replace(",", "").split(" ")):
            yield run


# What ends in a path, of a file that was given: how long it is, the reader knows.
PATH = r"\s/\S+$"


def can_part(line, most):
    """Whether a line that is too long could have ended before: behind its label, at a blank or beside a
    wide character."""
    column, at = 0, []
    for i, c in enumerate(line):
        wide = width(c) == 2
        if LABEL < column <= most and i and (c == " " or (wide and width(line[i - 1]) == 2)):
            at.append(i)
        column += 1 + wide
    return any(unicodedata.category(line[i])[0] in "LZ" and unicodedata.category(line[i - 1])[0] in "LNPo"
               for i in at)


def check_screen(text, known, given, columns):
    """What is wrong with one; columns: None in the made language."""
    for line in re.sub(r"\x1b\[[0-9;]*[mK]", "", text).splitlines():
        if columns is None:
            for run in plain_words(line):
                if run not in known and run not in given:
                    yield f"not looked up: {run}: {line.strip()[:120]}"
        elif (width(line) > columns and not re.search(COMMAND, line) and not re.search(PATH, line) and
              can_part(line, columns)):
            yield f"{width(line)} columns of {columns}: {line}"


def check_screens(known, folder):
    """What is wrong with the screens, a line each."""
    known = {line for line in pathlib.Path(known).read_text(encoding="utf-8").splitlines()
             if line and line[0] != "#"}
    n = 0
    for path in sorted(pathlib.Path(folder).glob("*.out")):
        case, kind = path.name.split(".", 1)
        given = (path.parent / case).read_text(encoding="utf-8", errors="replace")
        n += 1
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as e:
            yield f"no UTF-8: {e}: {given.splitlines()[0]}"
            continue
        columns = None if kind == "made.out" else int(kind.split(".")[1])
        if columns and re.search(r" -q| --quiet| --help|: (help|$)", given.split("\n", 1)[0]):
            continue  # commands alone, each in a line; lines of examples
        for said in check_screen(text, known, given, columns):
            yield f"{said}: {given.splitlines()[0]}"
    if n < LEAST:
        yield f"{n} screens: the scenarios print too few"


def check_catalogues(template, paths):
    for path in paths:
        said = collections.Counter()
        for wrong in check_catalogue(template, path):
            said[wrong.split(":")[0]] += 1
            yield f"{path}: {wrong}"
        print(f"translated: {path}: {sum(1 for _ in entries(template))} texts, {sum(said.values())} wrong", file=sys.stderr)


def main(argv):
    if argv[1] == "made":
        write_made(argv[2])
        return 0
    wrong = check_catalogues(argv[2], argv[3:]) if argv[1] == "catalogue" else \
        check_screens(argv[2], argv[3])
    failed = 0
    for line in wrong:
        print(line)
        failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv))
