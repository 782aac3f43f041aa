"""cures.py WORK PROGRAM: takes each command doctor ARGUMENT... that a folder of WORK/asked keeps (where it
comes from and its words in args, its environment in env, its standard input in in, and the folder
that it began in in dir), does to the files that it names what the printed cures do, judges them again, and compares: no error
may be left but those that had no cure, or that were said to be left. The same with the diff of
--fix-file, which patch takes. WORK/count gets a line per file, WORK/wrong one per lie, WORK/passed one
per cure that is not done here: of folders, and by pixi."""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

work, program = pathlib.Path(sys.argv[1]), sys.argv[2]


class Asked:
    """One command, where it was asked, and what is noted of it."""

    def __init__(self, folder):
        self.dir = folder / "dir"
        self.where, *self.args = (folder / "args").read_text(errors="surrogateescape").split("\0")[:-1]
        self.env = dict(pair.split("=", 1) for pair in (folder / "env").read_text().split("\0")[:-1])
        self.text = (folder / "in").read_bytes() if "-" in self.args else b""
        self.files = [i for i, a in enumerate(self.args) if i and (self.dir / a).is_file() and
                      self.args[i - 1] not in ("--host", "--matrix")]
        self.notes = []

    def note(self, name, line):
        self.notes.append((name, f"{self.where}: {line}\n"))

    def run(self, argv):
        return subprocess.run([program] + argv, input=self.text, capture_output=True, cwd=self.dir,
                              env=self.env)

    def judged(self, argv):
        out = self.run(argv + ["--json"]).stdout
        try:
            return json.loads(out)["findings"]
        except ValueError:
            return None

    def copies(self, folder):
        """The arguments with copies of the files, and of what lies beside them."""
        own = list(self.args)
        for i in self.files:
            at = os.path.join(folder, str(i))
            if os.path.isabs(self.args[i]):
                os.mkdir(at)
                own[i] = shutil.copy(self.args[i], at)
            else:
                own[i] = os.path.join(shutil.copytree(self.dir, at, symlinks=True), self.args[i])
        return own


def errors(findings):
    return {f["code"] for f in findings if f["severity"] == "error"}


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


# --- what each command does to a list, or to a manifest

ROW = re.compile(r"^(\s*(?:- )?)([A-Za-z0-9][-A-Za-z0-9_.]*)(\s*==\s*|\s+|=)(\S+)(.*)$")


def is_conda_list(lines):
    return any(line.startswith(("# packages in environment", "# Name ", "# platform:")) or
               "  pypi" in line for line in lines)


def drop(lines, names, by_pip):
    """The rows of these names go; what pip owns in a list of conda's says pypi."""
    conda = is_conda_list(lines)
    keep = []
    for line in lines:
        m = ROW.match(line)
        gone = m and normal(m[2]) in names
        if gone and conda and by_pip != ("pypi" in line):
            gone = False
        if not gone:
            keep.append(line)
    return keep


def pairs(specs):
    for spec in specs:
        m = re.match(r"^([^=<>!~ ]+?)={1,3}([^=,]+)(?:=(.*))?$", spec)
        if m and "://" not in spec:
            yield m[1], m[2], m[3]
        elif "://" not in spec:
            yield re.split(r"[=<>!~ ]", spec)[0], None, None


def put(lines, name, version, build, by_pip, channel):
    old = [m for m in map(ROW.match, lines) if m and normal(m[2]) == normal(name)]
    if not version:
        return lines if old else None
    lines = drop(lines, {normal(name)}, by_pip)
    if is_conda_list(lines) or not by_pip:
        row = f"{name}  {version}  " + ("pypi_0  pypi" if by_pip else f"{build or '0'}  {channel}")
    elif any(m and "==" in m[3] for m in map(ROW.match, lines)) or not lines:
        row = f"{name}=={version}"
    else:
        row = f"{name}  {version}"
    return lines + [row]


VALUED = {"--index-url", "--extra-index-url", "-f", "-c", "-n", "-p", "--python", "-r"}


def words(argv):
    """Positional words, and options with their values."""
    plain, options, i = [], [], 0
    while i < len(argv):
        if argv[i] in VALUED:
            options.append((argv[i], argv[i + 1]))
            i += 1
        elif not argv[i].startswith("-"):
            plain.append(argv[i])
        i += 1
    return plain, options


def in_list(lines, argv):
    """The list as it is after a command; None: not done here."""
    if argv[:3] == ["python", "-m", "pip"] or argv[:2] == ["uv", "pip"]:
        rest = argv[3:] if argv[0] == "python" else argv[2:]
        names, _ = words(rest[1:])
        if rest[0] == "uninstall":
            return drop(lines, {normal(n) for n in names}, True)
        if rest[0] == "cache":
            return lines
        indexed = {"--index-url", "--extra-index-url", "-f"} & set(rest)
        if rest[0] != "install" or any("://" in n or indexed and "+" not in n and
                                       n.startswith("torch=") for n in names):
            return None
        for name, version, _ in pairs(names):
            lines = put(lines, name, version, None, True, "")
            if lines is None:
                return None
        return lines
    if argv[0] in ("conda", "mamba", "micromamba"):
        names, options = words(argv[2:])
        channel = next((v for o, v in options if o == "-c"), "conda-forge")
        if argv[1] == "remove":
            return drop(lines, {normal(n) for n in names}, False)
        if argv[1] != "install":
            return None
        for name, version, build in pairs(names):
            lines = put(lines, name, version, build, False, channel)
            if lines is None:
                return None
        return lines
    return None


def in_manifest(path, argv):
    """pyproject.toml as uv, Poetry or pdm leave it; False: not done here."""
    folder = os.path.dirname(path)
    if argv[0] == "pixi":
        return False
    if argv[0] == "sh":
        subprocess.run(argv[:3] + [os.path.basename(path)] + argv[4:], cwd=folder, check=True)
        return True
    with open(path) as f:
        now = f.read()
    names, options = words([a for i, a in enumerate(argv)
                            if a != "--project" and argv[i - 1] != "--project"])
    if argv[0] == "uv" and "remove" in argv:
        for name in names[2:]:
            now = re.sub(rf"(?m)^{name}\s*=\s*(\[[^\]]*\]|.*)\n", "", now)
            now = re.sub(rf'(?m)"{name}[^"\n]*",?', "", now)
            now = re.sub(rf"(?m)^\[\[tool\.uv\.sources\.{name}\]\]\n([a-z].*\n)*", "", now)
    elif argv[0] == "poetry" and "remove" in argv:
        for name in argv[argv.index("--lock") + 1:]:
            now = re.sub(rf"(?m)^{name}\s*=.*\n", "", now)
            now = re.sub(rf'"{name}(?:[^-A-Za-z0-9_\n"][^"\n]*)?",?\s*', "", now)
    elif argv[0] == "poetry" and "source" in argv:
        now += (f'\n[[tool.poetry.source]]\nname = "{argv[-2]}"\nurl = "{argv[-1]}"\n'
                'priority = "explicit"\n')
    elif "add" in argv:
        source = argv[argv.index("--source") + 1] if "--source" in argv else None
        for name, version, _ in pairs([n for n in argv if "==" in n]):
            entry = re.compile(rf"(?m)^{name}\s*=.*$")
            listed = re.search(rf'"{name}[^-A-Za-z0-9_][^"\n]*"|"{name}"', now)
            if argv[0] == "poetry" and entry.search(now) and listed:
                # beside [project] the entry says only where from
                now = entry.sub(f'{name} = {{ source = "{source}" }}' if source else "", now)
                now = now.replace(listed[0], f'"{name}=={version}"', 1)
            elif argv[0] == "poetry" and entry.search(now):
                value = f'{{ version = "{version}", source = "{source}" }}' if source else \
                    f'"{version}"'
                now = entry.sub(f"{name} = {value}", now)
            elif listed:
                now = re.sub(rf'"{name}(?:[^-A-Za-z0-9_\n"][^"\n]*)?"(?!\s*[\],]\s*\nexclude)',
                             f'"{name}=={version}"', now, count=1)
                if source:
                    now += f'\n[tool.poetry.dependencies.{name}]\nsource = "{source}"\n'
            else:
                now = re.sub(r"(?m)^dependencies = \[", f'dependencies = ["{name}=={version}", ',
                             now, count=1)
    else:
        return False
    with open(path, "w") as f:
        f.write(now)
    return True


def apply(path, argv):
    if path.endswith(".toml"):
        return in_manifest(path, argv)
    if argv[0] == "rm":
        return True
    if path.endswith(".lock"):
        return False
    with open(path, errors="surrogateescape") as f:
        lines = f.read().split("\n")
    if any(line.startswith(("[pip3] ", "- Py")) for line in lines):
        return False
    while lines and not lines[-1]:
        lines.pop()
    lines = in_list(lines, argv)
    if lines is None:
        return False
    with open(path, "w", errors="surrogateescape") as f:
        f.write("\n".join(lines) + "\n")
    return True


def said(findings):
    """Errors that nothing is printed against, and those that a cure is said to leave."""
    left = {f["code"] for f in findings if not f["cure"] and
            "cures this too" not in (f["advice"] or "")}
    for f in findings:
        left |= set(re.findall(r"\[(CP\d{3})\]", f["cause"]))
    return left


def commands(asked, findings, folder):
    cures = []
    for f in findings:
        for argv in f["cure"]:
            if argv not in cures:
                cures.append(argv)
    if not cures or "--env" in asked.args:
        return
    if len(asked.files) != 1:
        asked.note("passed", "several files, or none")
        return
    own = asked.copies(folder)
    for argv in cures:
        if not apply(own[asked.files[0]], argv):
            asked.note("passed", " ".join(argv))
            return
    after = asked.judged(own)
    asked.note("count", "commands")
    lies = errors(after or []) - said(findings)
    if after is None or lies:
        asked.note("wrong", f"behind the cures is left {' '.join(sorted(lies))}: doctor "
                   f"{' '.join(asked.args[1:])}")


def diffs(asked, findings, folder):
    args = asked.args
    if not [i for i in asked.files if args[i - 1] in ("-r", "-f")] or {"--env", "--json"} & set(args):
        return
    own = asked.copies(folder)
    fixed = asked.run(own + ["--fix-file"])
    notes = [line for line in fixed.stderr.decode(errors="replace").split("\n")
             if line.startswith("note: ") and "when the file is changed" not in line]
    if not fixed.stdout:
        return
    done = subprocess.run(["patch", "-s", "-p1", "-d", "/"], input=fixed.stdout,
                          capture_output=True)
    after = asked.judged(own)
    asked.note("count", "diff")
    lies = errors(after or []) - (errors(findings) if notes else set())
    if done.returncode or after is None or lies:
        asked.note("wrong", f"behind the diff is left {' '.join(sorted(lies))}: doctor "
                   f"{' '.join(args[1:])}")


def try_one(folder):
    asked = Asked(folder)
    skipped = {"--fix-file", "--json", "--cleanup"} & set(asked.args)
    first = asked.judged(asked.args) if asked.files and not skipped else None
    for do in (commands, diffs) if first else ():
        with tempfile.TemporaryDirectory() as own:
            do(asked, first, own)
    return asked.notes


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for notes in pool.map(try_one, sorted((work / "asked").iterdir())):
        for name, line in notes:
            with open(work / name, "a") as f:
                f.write(line)
