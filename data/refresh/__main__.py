"""refresh [--index-url URL] …: adds to the tables of data/ what the indexes have and they do not.

What a file shows is written down, by the row; what only a person can tell is asked at the end, with
what is known of it and the cell where the answer goes. Nothing is guessed: a cell that was not
measured is empty, or graded low and asked about. With nothing new nothing is changed. It can be run
again after an error: what was measured is kept.
"""
import argparse
import datetime
import os
import sys
import time

import conda
from beside import Beside
from index import Gone, Index, configured
from measure import Measure
from release import Release
from tables import DATA, Tables, natural


# How it ends: rows were written; an error, or a row contradicts what is measured; nothing was new; a place
# did not answer, so that what only that one tells is missing from all that was said and written.
DONE, FAILED, NOTHING, NOT_WHOLE = 0, 1, 3, 4


class Indexes:
    def __init__(self, pypi, pytorch):
        self.pypi, self.pytorch = pypi, pytorch


class Questions:
    def __init__(self):
        self.all, self.unreached = [], []

    def not_reached(self, what, why):
        self.unreached.append(f"not reached: {what}: {why}")
        print(self.unreached[-1])

    def __call__(self, cell, what, evidence):
        if (cell, what, evidence) not in self.all:
            self.all.append((cell, what, evidence))

    def show(self, out):
        print("".join(line + "\n" for line in self.unreached), end="", file=out)
        for n, (cell, what, evidence) in enumerate(self.all, 1):
            print(f"{n}. {what}\n   where: data/{cell}\n   known: {evidence}", file=out)


def arguments():
    p = argparse.ArgumentParser(prog="refresh", description="Adds to data/ what the indexes have and it does not.")
    p.add_argument("--program", default="build/cudaplan", help="what measures")
    p.add_argument("--tables", default=DATA, help="the folder of the tables")
    p.add_argument("--index-url", help="a mirror of PyPI; without it the index that pip is set to")
    p.add_argument("--pytorch-url", help="a mirror of the index of PyTorch")
    p.add_argument("--conda-url", help="a mirror of conda's channels, which lie below it")
    p.add_argument("--keep", default="build/refresh", help="where what was measured is kept")
    p.add_argument("--most", type=int, default=2048, metavar="MB", help="read no larger file whole; 0: any")
    p.add_argument("--date", default=datetime.date.today().isoformat(), help="the day that is written down")
    p.add_argument("--date-of", action="append", default=[], metavar="TORCH=DAY",
                   help="when a release came out, where the index tells no date")
    p.add_argument("--again", type=int, default=0, metavar="N", help="make the last N releases anew, compare, write nothing")
    p.add_argument("--check", action="store_true", help="say what is new, and write nothing")
    p.add_argument("--only", default="torch companions extensions conda", help="which of these")
    p.add_argument("--partly", action="store_true", help="a place that does not answer is said, and is no error")
    p.add_argument("--report", help="the file that gets the questions, too")
    return p.parse_args()


def home_of(tables, channel, given, tail):
    """Where a channel is: what was given, else what the tables say."""
    home = given or tables["channel"].find(channel=channel)[0][tail].replace("/%s", "")
    return home.rstrip("/")


def pytorch_index(tables, given, ask):
    """None if it does not answer, which is said."""
    index = Index(home_of(tables, "pytorch-index", given, "url"))
    try:
        index.files("torch")
        return index
    except Gone as e:
        ask.not_reached("the index of PyTorch", e)
        return None


def withdrawn(tables, indexes, ask):
    """Files that were yanked since, and versions that are gone."""
    there = {}
    for f in indexes.pypi.files("torch"):
        if f.wheel:
            there.setdefault((f.version, f.tag, f.build), []).append(f)
    for row in tables["torch/wheel"].find(dir="pypi"):
        files = there.get((row["torch"], row["tag"], row["build_tag"]))
        if not files:
            ask("torch/wheel.csv", f"torch {row['torch']} of {row['tag']} is gone from the index",
                "delete the row once another mirror says so too")
        elif row["yanked"] != "":
            tables["torch/wheel"].set(row, "yanked", str(int(any(f.yanked for f in files))))


def covered(tables, torch, whole, today):
    """How far the lists go now."""
    for row in tables["coverage"].find(channel="pypi"):
        if row["package"] == "torch":
            tables["coverage"].set(row, "last", torch)
        elif row["package"] == "nvidia-libraries" and whole:
            tables["coverage"].set(row, "last", torch)
        elif row["package"] != "nvidia-libraries":
            last = max((r["version"] for r in tables["torch/companion"].find(package=row["package"])), key=natural)
            tables["coverage"].set(row, "last", last)
        if row["last"] == torch or row["package"] in ("torchvision", "torchaudio"):
            tables["coverage"].set(row, "seen", today)


def covered_index(tables, torch, whole, reached, today):
    """The index of PyTorch: whole where it was listed, else from this release on not known."""
    rows = [r for r in tables["coverage"].find(channel="pytorch-index", package="torch")]
    if whole:
        for row in tables["coverage"].find(channel="pytorch-index", package="nvidia-libraries"):
            tables["coverage"].set(row, "last", torch)
            tables["coverage"].set(row, "seen", today)
    if rows[-1]["last"] != "*":
        tables["coverage"].add({"channel": "pytorch-index", "platform": "*", "package": "torch", "first": torch,
                                "last": torch if reached else "*", "what": "builds",
                                "state": "complete" if reached else "partial", "seen": today,
                                "note": "the listing of the index" if reached else "the index was not reached",
                                "source": "index-" + today[:7] if reached else "inferred"},
                               ["package", "first"], ["channel", "package"])


def dated(tables, today):
    """The matrix is of today, and a newer one is due when the next release is: five weeks on."""
    due = (datetime.date.fromisoformat(today) + datetime.timedelta(days=35)).isoformat()
    for key, value in (("version", today.replace("-", ".")), ("date", today), ("next-by", due)):
        row = tables["meta"].find(key=key)[0]
        tables["meta"].set(row, "value", max(row["value"], value))


def add_new(o, tables, indexes, measure, ask):
    release = Release(tables, indexes, measure, o.date, ask)
    release.days = dict(given.split("=", 1) for given in o.date_of)
    beside = Beside(release)
    only = o.only.split()
    news = release.new() if "torch" in only else []
    for torch in news:
        print(f"new: torch {torch}")
    companions = list(beside.new_companions()) if "companions" in only else []
    for package, version in companions:
        print(f"new: {package} {version}")
    extensions = list(beside.new_extensions()) if "extensions" in only else []
    for package, version in extensions:
        print(f"new: {package} {version}")
    if "torch" in only:
        withdrawn(tables, indexes, ask)
    if o.check:
        return
    for package, version in companions:
        beside.companion(package, version)
    for torch in news:
        add_release(release, beside, torch, ask, o.date)
    for package, version in companions:
        of = [r for r in tables["torch/pair"].rows if r["package"] == package and r["version"] == version]
        for torch in {r["torch"] for r in of}:
            for arch in tables["torch/arch"].find(torch=torch, platform="linux-64", kind="measured"):
                beside.companion_code(package, version, torch, arch["variant"])
    for package, version in extensions:
        beside.extension(package, version)
    if companions and not news:
        newest = max((r["torch"] for r in tables["torch/release"].rows), key=natural)
        covered(tables, newest, False, o.date)


def add_release(release, beside, torch, ask, today):
    variant, pins, _ = release.add(torch)
    beside.pair(torch)
    whole = beside.nvidia(torch, variant, pins) if variant else True
    if variant:
        beside.triton(torch, variant, pins)
    if not whole:
        ask("coverage.csv", f"which GPUs the libraries of torch {torch} serve is not whole; last of nvidia-libraries "
            "stays where it is", "torch/nvidia_lib.csv lacks a library that it pins")
    beside.torchcodec(torch)
    if release.indexes.pytorch is None:
        ask("torch/build.csv", f"which further CUDA the index of PyTorch has for torch {torch}: a row each (variant, "
            "platforms, cuda, seen, confidence, source)", "the index was not reached; before it had " + ", ".join(
                sorted({r["variant"] for r in release.t["torch/build"].rows if r["channel"] == "pytorch-index"
                        and r["torch"] == before(release.t, torch)})))
    covered(release.t, torch, whole, today)
    covered_index(release.t, torch, whole, release.indexes.pytorch is not None, today)


def before(tables, torch):
    return max((r["torch"] for r in tables["torch/release"].rows if natural(r["torch"]) < natural(torch)), key=natural)


def add_conda(o, tables, ask):
    for channel in ("conda-forge",):
        home = f"{o.conda_url.rstrip('/')}/{channel}" if o.conda_url else home_of(tables, channel, None, "home")
        try:
            n = conda.add(tables, channel, home, o.date, ask)
            print(f"{channel}: {n} new builds")
        except Gone as e:
            ask.not_reached(channel, e)


# --- the last releases once more

def again(o, indexes, measure):
    """The rows of the last releases made anew, from tables without them. What differs, by cell."""
    last = sorted((r["torch"] for r in Tables(o.tables)["torch/release"].rows), key=natural)[-o.again:]
    count = dict.fromkeys(("rows", "same", "grade", "open", "contradict", "hand", "unreached"), 0)
    for torch in last:
        was, now = Tables(o.tables), Tables(o.tables)
        without(now, torch)
        make(o, now, indexes, measure, torch)
        for name, old, new in compared(was, now, torch):
            where = f"data/{name}.csv {' '.join(filter(None, was[name].key_of(old)))}"
            if indexes.pytorch is None and not on_pypi(was, old, torch):
                count["unreached"] += 1
                continue
            count["rows"] += 1
            cells = [c for c in was[name].columns if new and old[c] != new[c]]
            how = "hand" if not new else "same" if not cells else "grade" if set(cells) <= GRADES else \
                "contradict" if any(old[c] and new[c] for c in set(cells) - GRADES - ASKED.get(name, set())) else "open"
            count[how] += 1
            if how in ("hand", "open", "contradict"):
                print(f"{WORDS[how]}: {where}" + "".join(
                    f"\n   {c}: {old[c] or '(empty)'} | {new[c] or '(empty)'}" for c in cells if c not in GRADES))
        for name in MADE + ("torch/companion_code",):
            if not same_order(was[name], now[name]):
                count["contradict"] += 1
                print(f"order: the rows of torch {torch} in data/{name}.csv are made in another one")
    print("{}: {rows} rows, {same} the same byte for byte, {grade} but for source or grade, {open} with a cell that is "
          "written by hand, {hand} written by hand, {contradict} that contradict what was measured; {unreached} further "
          "ones rest on what was not reached".format(", ".join(last), **count))
    return FAILED if count["contradict"] else DONE


def same_order(was, now):
    """Whether the rows that both have follow each other in the same way."""
    old, new = ([t.key_of(r) for r in t.rows] for t in (was, now))
    both = set(old) & set(new)
    return [k for k in old if k in both] == [k for k in new if k in both]


GRADES = {"source", "confidence", "kind", "seen"}
ASKED = {"torch/library_gap": {"hits", "effect"}}  # as the same gap had them before; a person is asked
WORDS = {"hand": "by hand", "open": "a cell by hand", "contradict": "contradicts"}


def on_pypi(tables, row, torch):
    """Whether a row is of a build that the index of PyPI has."""
    if row.get("channel") == "pytorch-index" or row.get("kind", "measured") != "measured":
        return False
    there = {(r["variant"], p) for r in tables["torch/build"].find(torch=torch, channel="pypi") for p in r["platforms"].split()}
    return row.get("variant") in (None, "", "*") or any(
        row["variant"] == v and row.get("platform", p) == p for v, p in there)


MADE = ("torch/release", "torch/build", "torch/wheel", "torch/arch", "torch/wheel_code", "torch/lib", "torch/pin",
        "torch/pair", "torch/triton", "torch/library_gap")


def of_release(row, torch):
    return row.get("torch") == torch


def without(tables, torch):
    for name in MADE:
        drop(tables[name], lambda r: of_release(r, torch))
    drop(tables["torch/companion_code"], lambda r: r["torch"].partition("+")[0] == torch)


def drop(table, unwanted):
    stay = [i for i, r in enumerate(table.rows) if not unwanted(r)]
    table.lines = [table.lines[0]] + [table.lines[i + 1] for i in stay]
    table.rows = [table.rows[i] for i in stay]


def make(o, tables, indexes, measure, torch):
    quiet = Questions()
    release = Release(tables, indexes, measure, o.date, quiet)
    beside = Beside(release)
    variant, pins, _ = release.add(torch)
    beside.pair(torch)
    beside.torchcodec(torch)
    if variant:
        beside.triton(torch, variant, pins)
        beside.nvidia(torch, variant, pins)
    for row in tables["torch/pair"].find(torch=torch):
        if variant:
            beside.companion_code(row["package"], row["version"], torch, variant)


def compared(was, now, torch):
    for name in MADE + ("torch/companion_code",):
        for old in was[name].rows:
            if of_release(old, torch) or name.endswith("companion_code") and old["torch"].partition("+")[0] == torch:
                key = was[name].key_of(old)
                yield name, old, next((r for r in now[name].rows if now[name].key_of(r) == key), None)


def main():
    o = arguments()
    begin = time.monotonic()
    tables = Tables(o.tables)
    pypi = Index(o.index_url or configured() or home_of(tables, "pypi", None, "home"))
    measure = Measure(os.path.abspath(o.program), o.keep, o.most << 20)
    ask = Questions()
    try:
        indexes = Indexes(pypi, pytorch_index(tables, o.pytorch_url, ask))
        if o.again:
            return again(o, indexes, measure)
        add_new(o, tables, indexes, measure, ask)
        if "conda" in o.only.split():
            add_conda(o, tables, ask)
    except Gone as e:
        print(f"refresh: {e}\nnothing was written; what was measured is kept, run it again", file=sys.stderr)
        return FAILED
    finally:
        print(f"{time.monotonic() - begin:.1f} s, {(measure.received + pypi.received) / 1e6:.1f} MB received; "
              f"{measure.again} files were measured again, as what reads them has changed since")
    ask.show(sys.stdout)
    touched = tables.touched()
    if o.report and (touched or not os.path.exists(o.report)):  # a second run asks nothing
        with open(o.report, "w", encoding="utf-8") as f:
            ask.show(f)
    if o.check or not touched:
        print("nothing new: nothing was changed" if not touched else "nothing was written")
        return whole(o, ask, DONE if o.check else NOTHING)
    dated(tables, o.date)
    for t in tables.touched():
        cells = sum(1 for r in t.added for v in r.values() if v)
        print(f"data/{t.name}.csv: {len(t.added)} rows, {cells} cells; {len(t.changed)} cells changed")
    tables.write()
    return whole(o, ask, DONE)


def whole(o, ask, rc):
    return NOT_WHOLE if ask.unreached and not o.partly else rc


if __name__ == "__main__":
    sys.exit(main())
