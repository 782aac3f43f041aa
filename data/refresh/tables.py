"""The tables of data/ as text: rows are added where they belong, and no other line is touched."""
import csv
import io
import os
import re

DATA = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def natural(text):
    """2.9 before 2.10, and a release before what was made after it."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part)
            for part in re.findall(r"\d+|[^\d]+", text)]


def spaced(items):
    return " ".join(items)


class Table:
    """One CSV file; `key` are the columns by which a row is told from another."""

    def __init__(self, name, key, folder=DATA):
        self.name, self.key = name, key
        self.path = os.path.join(folder, name + ".csv")
        with open(self.path, newline="", encoding="utf-8") as f:
            self.lines = f.read().splitlines()
        self.columns = next(csv.reader([self.lines[0]]))
        self.rows = [dict(zip(self.columns, cells)) for cells in csv.reader(self.lines[1:])]
        self.added, self.changed = [], []
        assert len(self.rows) == len(self.lines) - 1, self.path

    def line(self, row):
        out = io.StringIO()
        csv.writer(out, lineterminator="").writerow([row.get(c, "") for c in self.columns])
        return out.getvalue()

    def key_of(self, row):
        return tuple(row.get(c, "") for c in self.key)

    def find(self, **cells):
        return [r for r in self.rows if all(r[c] == v for c, v in cells.items())]

    def add(self, row, order, group=(), newest_first=False):
        """Behind the last row of the same group whose `order` columns are not higher, or before the
        first one of it. A row that is there already stays: somebody wrote it by hand."""
        row = {c: row.get(c, "") for c in self.columns}
        if any(self.key_of(r) == self.key_of(row) for r in self.rows):
            return False
        value = [natural(row[c]) for c in order]
        at, near = None, None
        for i, r in enumerate(self.rows):
            if any(r[c] != row[c] for c in group):
                continue
            near = i
            if not newest_first and [natural(r[c]) for c in order] <= value:
                at = i
        if at is None:  # before the first of its group, or at the end
            at = len(self.rows) - 1 if near is None else \
                next(i for i, r in enumerate(self.rows) if all(r[c] == row[c] for c in group)) - 1
        self.rows.insert(at + 1, row)
        self.lines.insert(at + 2, self.line(row))
        self.added.append(row)
        return True

    def add_sorted(self, row):
        """Where the file is in the order of the bytes of its first column."""
        row = {c: row.get(c, "") for c in self.columns}
        first = self.columns[0]
        if any(r[first] == row[first] for r in self.rows):
            return False
        at = sum(r[first].encode() < row[first].encode() for r in self.rows)
        self.rows.insert(at, row)
        self.lines.insert(at + 1, self.line(row))
        self.added.append(row)
        return True

    def set(self, row, column, value):
        """One cell of a row that is there."""
        if row[column] == value:
            return
        at = next(i for i, r in enumerate(self.rows) if r is row)
        self.changed.append((self.key_of(row), column, row[column], value))
        row[column] = value
        self.lines[at + 1] = self.line(row)

    def write(self):
        if not self.added and not self.changed:
            return
        with open(self.path + ".new", "w", newline="", encoding="utf-8") as f:
            f.write("\n".join(self.lines) + "\n")


class Tables:
    """The tables that are read or added to. They are written together, when all is known."""

    KEYS = {
        "torch/release": ("torch",), "torch/build": ("torch", "variant", "channel"),
        "torch/wheel": ("torch", "dir", "tag", "local", "build_tag"),
        "torch/arch": ("torch", "variant", "platform"), "torch/wheel_code": ("filename",),
        "torch/lib": ("torch", "variant", "channel", "platform"),
        "torch/pin": ("torch", "variant", "package"), "torch/pair": ("torch", "package", "variant"),
        "torch/companion": ("package", "version", "tag", "build_tag"),
        "torch/companion_code": ("package", "version", "platform", "file"),
        "torch/nvidia_lib": ("package", "version", "platform", "file"),
        "torch/library_gap": ("torch", "variant", "sm", "package"),
        "torch/triton": ("triton", "torch"), "torch/source": ("key",),
        "torch/extension": ("package", "version"),
        "torch/extension_tag": ("package", "version", "platform", "tag", "pythons"),
        "torch/extension_wheel": ("package", "version", "platform"),
        "torch/family": ("package",), "torch/tag": ("tag",), "torch/bring": ("package", "version"),
        "conda/build": ("channel", "name", "version", "build", "subdir"), "conda/source": ("key",),
        "driver/cc": ("cc",), "driver/family": ("target", "cc"), "driver/cuda": ("cuda",),
        "coverage": ("channel", "platform", "package", "first"), "channel": ("channel",),
        "meta": ("key",),
    }

    def __init__(self, folder=DATA):
        self.all = {name: Table(name, key, folder) for name, key in self.KEYS.items()}

    def __getitem__(self, name):
        return self.all[name]

    def touched(self):
        return [t for t in self.all.values() if t.added or t.changed]

    def write(self):
        """All or nothing but for a machine that stops between two renames."""
        for t in self.touched():
            t.write()
        for t in self.touched():
            os.replace(t.path + ".new", t.path)
