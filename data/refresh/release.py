"""The rows of a release of torch: what its files, their METADATA and their bytes say."""
import csv
import re

from index import Gone, normal
from tables import natural, spaced

ORDER = ["linux-64", "win-64", "linux-aarch64", "osx-arm64", "osx-64", "win-arm64"]
FINAL = re.compile(r"\d+(\.\d+)*(\.post\d+)?$")
PINS = re.compile(r"(nvidia-|cuda-|triton$|pytorch-triton$)")
USUAL = {'platform_system == "Linux"', 'platform_system == "Linux" and platform_machine == "x86_64"'}
CPU = {"linux-64": "x86", "linux-aarch64": "arm", "win-64": "win"}
REQUIREMENT = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[([^]]*)\])?\s*\(?([^;)]*)\)?\s*(?:;\s*(.*))?$")


def in_order(platforms):
    return spaced(sorted(platforms, key=lambda p: ORDER.index(p) if p in ORDER else len(ORDER)))


def requirement(text):
    """Name, extras, specifier and marker of a Requires-Dist."""
    name, extras, spec, marker = REQUIREMENT.match(text).groups()
    return normal(name), spaced(sorted(e.strip() for e in (extras or "").split(",") if e.strip())), \
        spec.strip(), (marker or "").strip()


def exact(spec):
    return spec[2:].strip() if spec.startswith("==") and "," not in spec and "*" not in spec else spec


def python_of(file):
    """3.13t of cp313-cp313t, 3.9+ of cp39-abi3, none of py3."""
    got = re.match(r"(?:cp|py)(\d)(\d+)$", file.python.split(".")[0])
    if not got or file.python.startswith("py"):
        return ""
    return f"{got[1]}.{got[2]}" + ("t" if file.abi.endswith("t") else "+" if file.abi == "abi3" else "")


def pythons_of(files):
    return spaced(sorted({python_of(f) for f in files} - {""}, key=natural))


def abis_of(files):
    return spaced(sorted({f.abi for f in files}, key=natural))


def likeliest(files):
    """Which file stands for all of a platform: that of Python 3.12, else the stable ABI, else the newest."""
    def rank(f):
        return (f.python == "cp312", f.abi == "abi3" or f.python.startswith("py"), natural(f.python))
    return max(files, key=rank)


def by_tag(files):
    groups = {}
    for f in files:
        groups.setdefault((f.tag, f.build, f.local), []).append(f)
    return dict(sorted(groups.items()))


class Release:
    """Adds the rows of releases of torch; `ask` takes what a person must answer."""

    def __init__(self, tables, indexes, measure, today, ask):
        self.t, self.indexes, self.m, self.today, self.ask = tables, indexes, measure, today, ask
        self.days = {}

    def source(self, file, sha256):
        """The row of a package that was read whole, and its key."""
        project = normal(file.name.split("-")[0])
        key = "-".join(filter(None, (project, file.version, file.build, CPU.get(file.platform))))
        self.t["torch/source"].add_sorted({"key": key, "kind": "package", "place": file.name,
                                           "revision": f"sha256:{sha256[:12]}", "seen": self.today})
        return key

    def listed(self):
        """The listing was read today: whatever rests on it is of today."""
        for key in ("pypi-list", "pypi-metadata", "fatbin-walk"):
            for row in self.t["torch/source"].find(key=key):
                self.t["torch/source"].set(row, "seen", max(row["seen"], self.today))

    def new(self):
        known = {r["torch"] for r in self.t["torch/release"].rows}
        there = {f.version for f in self.indexes.pypi.files("torch") if f.wheel and not f.yanked}
        newest = max(known, key=natural, default="0")
        return sorted((v for v in there - known if FINAL.match(v) and natural(v) > natural(newest)), key=natural)

    def wheels(self, torch, variant_on):
        files = [f for f in self.indexes.pypi.files("torch") if f.wheel and f.version == torch]
        for (tag, build, local), group in by_tag(files).items():
            if not self.t["torch/tag"].find(tag=tag):
                self.ask("torch/tag.csv", f"a row for the platform tag {tag}: platform, the glibc that it "
                         "promises and the glibc that the files need", group[0].name)
            platform = group[0].platform
            self.t["torch/wheel"].add({
                "torch": torch, "local": local, "dir": "pypi", "tag": tag, "build_tag": build, "release": torch,
                "channel": "pypi", "platform": platform, "variant": variant_on[platform],
                "pythons": pythons_of(group), "abi": abis_of(group), "files": str(len(group)),
                "listing": "complete", "requires_python": group[0].requires_python.replace(" ", ""),
                "yanked": str(int(any(f.yanked for f in group))), "source": "pypi-list"}, ["torch"])
        return files

    def pins(self, torch, files):
        """Requires-Dist of each Python; what is not the same for all is asked about. The pins, by package."""
        read = {}
        for f in files:
            needs = self.m.metadata(f)["requires"]
            read[f] = tuple(sorted(n for n in needs if PINS.match(requirement(n)[0])))
        if len(set(read.values())) > 1:
            common = set.intersection(*(set(v) for v in read.values()))
            self.ask("torch/pin.csv", f"what METADATA of torch {torch} asks for differs between its wheels: "
                     "a marker is missing here, or a row", "; ".join(
                         f"{f.name}: {', '.join(sorted(set(v) - common)) or 'nothing more'}" for f, v in read.items()))
        return {requirement(n)[0]: requirement(n)[1:] for n in read[likeliest(files)]}

    def measured(self, torch, file):
        """All that one wheel of Linux shows. Its variant."""
        got = self.m.whole(file)
        if not got:
            self.ask("torch/wheel_code.csv", f"{file.name} is larger than --most: nothing was measured", file.url)
            return None
        item, key = got["item"], self.source(file, got["sha256"])
        row = dict(zip(self.t["torch/wheel_code"].columns, next(csv.reader([got["row"]]))))
        variant = item["variant"] or "cpu"
        row.update(platform=file.platform, source=f"{key} fatbin-walk")
        self.t["torch/wheel_code"].add(row, ["torch", "filename"])
        code = item["device_code"]
        if variant != "cpu":
            ptx = [name[8:] for name in row["declared"].split() if name.startswith("compute_")]
            self.t["torch/arch"].add({
                "torch": torch, "variant": variant, "platform": file.platform, "sass": spaced(code["declared"] or []),
                "ptx": spaced(ptx) or "none", "all_libs": spaced(code["sass"]), "kind": "measured",
                "confidence": "high", "source": key}, ["torch"])
            self.lib(torch, variant, file, item, key)
            self.linalg(torch, variant, file, row)
        return variant

    def lib(self, torch, variant, file, item, key):
        own = re.compile(r"lib(torch|c10|caffe2|shm)|_C\.")
        names = [l["path"] for l in item["libraries"] if "/lib/" in l["path"] or l["path"].startswith("torch.libs/")]
        beside = sorted(p.rpartition("/")[2] for p in names if not own.match(p.rpartition("/")[2]))
        main = next(l for l in item["libraries"] if l["path"].endswith("libtorch_cuda.so"))
        hashed = [p.rpartition("/")[2] for p in names if p.startswith("torch.libs/")]
        nvidia = sorted(set(re.findall(r"nvidia/([a-z0-9_]+)/lib", main["runpath"] or "")))
        self.t["torch/lib"].add({
            "torch": torch, "variant": variant, "channel": "pypi", "platform": file.platform,
            "layout": "nvidia" if nvidia else "bundled", "files": spaced(n for n in beside if n not in hashed),
            "hashed": spaced(sorted(hashed)), "nvidia": spaced(nvidia), "rpath": main["runpath"] or "",
            "kind": "measured", "confidence": "high", "source": key}, ["torch"])

    def linalg(self, torch, variant, file, row):
        """sm numbers that torch declares and its library of linear algebra has no code for."""
        for sm in sorted(set(row["sass"].split()) - set(row["sass_linalg"].split()), key=natural):
            if row["sass_linalg"] and file.platform == "linux-64":
                self.gap(torch, variant, sm, "torch", "linalg", None, "none", "pytorch#190633",
                         f"{file.name}: libtorch_cuda_linalg.so has {row['sass_linalg']}, torch declares {row['sass']}")

    def gap(self, torch, variant, sm, package, library, version, code, why="", known=""):
        """A row with the words that the same gap had before; a gap of a new kind is asked about, and
        none is told of a version of which it was not told beside an older torch that declares that sm."""
        if self.judged(torch, sm, package, version):
            return
        like = self.t["torch/library_gap"].find(library=library, code=code)
        if not like:
            self.ask("torch/library_gap.csv", f"{library} of torch {torch}+{variant} has no code for sm_{sm} "
                     f"({code}): which programs fail, and how (hits, effect)", known or f"{package} {version}")
            return
        self.ask("torch/library_gap.csv", f"{library or package} of torch {torch}+{variant} has no code for sm_{sm} ({code}), as that "
                 f"of {like[-1]['torch']}: do the same calls fail (effect: {like[-1]['effect']})", known or f"{package} {version}")
        self.t["torch/library_gap"].add(dict(
            like[-1], torch=torch, variant=variant, sm=sm, package=package, version=version or like[-1]["version"],
            kind="measured", confidence="high", source=f"fatbin-walk {why}".strip()), ["variant", "torch"], ["library", "code"])

    def judged(self, torch, sm, package, version):
        before = [r for r in self.t["torch/pin"].find(package=package, version=version or "")
                  if natural(r["torch"]) < natural(torch) and
                  any(sm in a["sass"].split() for a in self.t["torch/arch"].find(torch=r["torch"], variant=r["variant"]))]
        return before and not any(self.t["torch/library_gap"].find(torch=r["torch"], sm=sm, package=package)
                                  for r in before)

    def builds(self, torch, platforms, pins):
        """The builds of PyPI as listed, and those of the index of PyTorch: listed where it answers, else
        only that they are not seen."""
        variants = sorted(set(platforms.values()))
        for variant in variants:
            on = {p for p, v in platforms.items() if v == variant}
            row = {"torch": torch, "variant": variant, "channel": "pypi", "platforms": in_order(on), "layout": "none",
                   "seen": "listing", "confidence": "high", "source": "pypi-list pypi-metadata"}
            if variant != "cpu":
                row.update(self.libraries(variant, pins), layout="nvidia")
            self.on_index(torch, variant, on, row)
            self.t["torch/build"].add(row, ["torch", "variant"])

    def libraries(self, variant, pins):
        def pin(*names):
            return next((exact(spec) for n, (_, spec, _) in sorted(pins.items())
                         for name in names if re.match(name + r"(-cu\d+)?$", n)), "")
        return {"cuda": f"{variant[2:-1]}.{variant[-1]}", "toolkit": pin("cuda-toolkit"),
                "cudnn": pin("nvidia-cudnn"), "nccl": pin("nvidia-nccl")}

    def on_index(self, torch, variant, on_pypi, row):
        old = [r for r in self.t["torch/build"].rows if r["channel"] == "pytorch-index" and
               natural(r["torch"]) < natural(torch) and r["variant"] == "cpu"]
        if self.indexes.pytorch is None and old:
            all_of_it = set(old[-1]["platforms"].split())
            there = all_of_it if variant == "cpu" else all_of_it - on_pypi
            if there:
                self.t["torch/build"].add(dict(
                    row, channel="pytorch-index", platforms=in_order(there), seen="unseen", confidence="low",
                    source="pypi-list" if variant == "cpu" else "pypi-list pypi-metadata"), ["torch", "variant"])

    def index_builds(self, torch):
        """What the index of PyTorch lists, one row a folder and tag."""
        files = [f for f in self.indexes.pytorch.files("torch") if f.wheel and f.version == torch and f.local]
        if not files:
            self.ask("torch/build.csv", f"the index of PyTorch lists no torch {torch}", self.indexes.pytorch.url)
        for local in sorted({f.local for f in files}):
            group = [f for f in files if f.local == local]
            if not re.match(r"(cpu|cu\d+)$", local):
                continue
            for (tag, build, _), some in by_tag(group).items():
                self.t["torch/wheel"].add({
                    "torch": torch, "local": local, "dir": local, "tag": tag, "build_tag": build, "release": torch,
                    "channel": "pytorch-index", "platform": some[0].platform, "variant": local,
                    "pythons": pythons_of(some), "abi": abis_of(some), "files": str(len(some)), "listing": "complete",
                    "requires_python": some[0].requires_python.replace(" ", ""), "yanked": "0",
                    "source": self.index_source()}, ["torch", "dir", "tag"])
            row = {"torch": torch, "variant": local, "channel": "pytorch-index", "layout": "none", "seen": "listing",
                   "platforms": in_order({f.platform for f in group}), "confidence": "high",
                   "source": self.index_source()}
            if local != "cpu":
                linux = [f for f in group if f.platform.startswith("linux")]
                pins = self.pins(torch, [likeliest(linux)]) if linux else {}
                row.update(self.libraries(local, pins), layout="nvidia")
            self.t["torch/build"].add(row, ["torch", "variant"])

    def index_source(self):
        key = "index-" + self.today[:7]
        self.t["torch/source"].add_sorted({"key": key, "kind": "listing", "place": "the index of PyTorch, whl/torch",
                                           "seen": self.today})
        return key

    def release(self, torch, files):
        day = self.days.get(torch) or min(filter(None, (self.indexes.pypi.day(f) for f in files)), default="")
        if not day:
            raise Gone(f"torch {torch}: the index tells no date; torch/release.csv needs one: --date-of {torch}=DAY")
        self.t["torch/release"].add({"torch": torch, "date": day, "pythons": pythons_of(files),
                                     "source": "pypi-list pypi-metadata"}, ["torch"])

    def add(self, torch):
        files = [f for f in self.indexes.pypi.files("torch") if f.wheel and f.version == torch]
        linux = [f for f in files if f.platform.startswith("linux")]
        groups = {p: [f for f in files if f.platform == p] for p in {f.platform for f in files}}
        self.release(torch, files)
        on = dict.fromkeys(groups, "cpu")
        for platform in sorted((p for p in groups if p.startswith("linux")), reverse=True):
            on[platform] = self.measured(torch, likeliest(groups[platform])) or "cpu"
        for platform in sorted(set(groups) - set(on)):
            self.pins(torch, groups[platform])
        self.wheels(torch, on)
        pins = {}
        for platform in sorted((p for p in groups if p.startswith("linux")), reverse=True):
            of_this = self.pins(torch, groups[platform])
            if pins and of_this != pins:
                self.ask("torch/pin.csv", f"torch {torch} asks for other packages on {platform}",
                         str(sorted(set(of_this.items()) ^ set(pins.items()))))
            pins = pins or of_this
        self.builds(torch, on, pins)
        if self.indexes.pytorch is not None:
            self.index_builds(torch)
        variant = next((v for v in on.values() if v != "cpu"), None)
        source = next((r["source"] for r in self.t["torch/arch"].find(torch=torch, platform="linux-64")), "pypi-metadata")
        for package, (extras, spec, marker) in sorted(pins.items()):
            if variant:
                self.t["torch/pin"].add({
                    "torch": torch, "variant": variant, "package": package, "version": exact(spec), "extras": extras,
                    "marker": "" if marker in USUAL else marker, "kind": "measured", "confidence": "high",
                    "source": source}, ["torch", "variant", "package"])
        self.listed()
        return variant, pins, linux
