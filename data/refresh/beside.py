"""What is installed with torch: its companions, NVIDIA's libraries, triton, extensions."""
import re

from index import Gone, normal
from release import FINAL, abis_of, by_tag, exact, likeliest, pythons_of, requirement
from tables import natural, spaced

COMPANIONS = ("torchvision", "torchaudio")
LIBRARIES = {"nvidia-cudnn": ("cudnn", "all"), "nvidia-cublas": ("cublas", "all"),
             "nvidia-nccl": ("nccl", "several"), "nvidia-cusparselt": ("cusparselt", "feature")}
PLATFORMS = ["linux-aarch64", "any", "linux-64", "macos", "sdist", "win-64", "win-arm64", ""]
CUDA = re.compile(r"lib(cudart|nvrtc|nvinfer|cublas|cudnn)\.so\.\d")
FORM = {"x86_64": "linux-64", "aarch64": "linux-aarch64"}


def served(sass, cc, own):
    """Whether a GPU of compute capability `cc` runs some of this code: its own sm, a lower one of its
    major, or that of its family."""
    major, minor = int(cc.split(".")[0]), int(cc.split(".")[1])
    for arch in sass:
        number = re.match(r"\d+", arch)[0]
        a, b = int(number[:-1]), int(number[-1])
        if arch.endswith("a") and (a, b) == (major, minor) or \
           arch.endswith("f") and cc in own.get(arch, ()) or \
           arch.isdigit() and a == major and b <= minor:
            return True
    return False


def codec_of(torch, table):
    """The versions of torchcodec in whose row a torch stands: all from one on, all of one minor, or some
    between two; empty where no row names it."""
    minor = natural(".".join(torch.split(".")[:2]))

    def named(spec):
        return natural(spec[2:]) <= minor if spec.startswith(">=") else natural(spec) == minor
    known = sorted(table, key=lambda row: natural(row[0]))
    there = [i for i, (_, spec) in enumerate(known) if named(spec)]
    if not there:
        return ""
    first, after = known[there[0]][0], known[there[-1] + 1][0] if there[-1] + 1 < len(known) else None
    if not after:
        return f">={first}"
    if len(there) == 1:
        return f"=={first}" + ".*" * (first.count(".") == 1)
    return f">={first},<{after}"


class Beside:
    def __init__(self, release):
        self.r, self.t, self.m, self.indexes, self.ask = \
            release, release.t, release.m, release.indexes, release.ask
        self.families = {}
        for row in self.t["driver/family"].rows:
            self.families.setdefault(row["target"], []).append(row["cc"])

    # --- torchvision and torchaudio

    def asked_of_torch(self, files):
        """What METADATA of each Python says of torch, where all say the same."""
        said = {}
        for f in files:
            needs = [requirement(n) for n in self.m.metadata(f)["requires"]]
            specs = [spec.replace(" ", "") for name, _, spec, marker in needs if name == "torch" and "extra" not in marker]
            said.setdefault("any" if not specs else specs[0] or "(no version: METADATA names torch without one)",
                            []).append(f.name)
        return said

    def companion(self, package, version):
        files = [f for f in self.indexes.pypi.files(package) if f.wheel and f.version == version]
        said = self.asked_of_torch(files)
        if len(said) > 1:
            self.ask("torch/companion.csv", f"{package} {version} asks for another torch from one Python to the next "
                     "(requires_torch)", str(said))
        for (tag, build, _), group in by_tag(files).items():
            own = self.asked_of_torch(group)
            self.t["torch/companion"].add({
                "package": package, "version": version, "tag": tag, "build_tag": build, "platform": group[0].platform,
                "pythons": pythons_of(group) or "*", "abi": abis_of(group), "files": str(len(group)),
                "requires_torch": next(iter(own)) if len(own) == 1 else "",
                "requires_python": group[0].requires_python.replace(" ", ""),
                "yanked": str(int(any(f.yanked for f in group))), "source": "pypi-list pypi-metadata"},
                ["version"], ["package"])
        self.r.listed()
        return said

    def new_companions(self):
        for package in COMPANIONS:
            known = {r["version"] for r in self.t["torch/companion"].find(package=package)}
            for version in sorted({f.version for f in self.indexes.pypi.files(package) if f.wheel} - known, key=natural):
                if FINAL.match(version) and natural(version) > max(map(natural, known)):
                    yield package, version

    def pair(self, torch):
        """Which torchvision belongs to a release: whose METADATA names it, else the one of the same day."""
        day = self.t["torch/release"].find(torch=torch)[0]["date"]
        for package in COMPANIONS:
            rows = self.t["torch/companion"].find(package=package)
            named = sorted({r["version"] for r in rows if r["requires_torch"] == "==" + torch}, key=natural)
            same = sorted({f.version for f in self.indexes.pypi.files(package) if f.wheel and f.uploaded and
                           f.version in {r["version"] for r in rows} and f.uploaded == day}, key=natural)
            version = (named or same or [None])[-1]
            if version:
                self.t["torch/pair"].add({"torch": torch, "package": package, "variant": "*", "version": version,
                                          "confidence": "high" if named else "medium",
                                          "source": "pypi-list pypi-metadata"}, ["torch"])
            if not named:
                self.ask("torch/pair.csv", f"which {package} works beside torch {torch}, or none: version, confidence "
                         "(high once it was imported and run beside it) and source",
                         f"{package} {version} came out on the same day; no METADATA names torch {torch}" if version else
                         f"no {package} names torch {torch}; the newest is "
                         f"{max((r['version'] for r in rows), key=natural, default='none')}")

    def companion_code(self, package, version, torch, variant):
        for platform in ("linux-64", "linux-aarch64"):
            files = [f for f in self.indexes.pypi.files(package)
                     if f.wheel and f.version == version and f.platform == platform]
            arch = self.t["torch/arch"].find(torch=torch, variant=variant, platform=platform)
            got = self.m.whole(likeliest(files)) if files else None
            if not got or not arch:
                continue
            item, source = got["item"], self.r.source(likeliest(files), got["sha256"])
            rows = [self.library_of(f, item, torch, variant, arch[0]) for f in item["device_code"]["files"]]
            base = {"package": package, "version": version, "platform": platform, "kind": "measured",
                    "confidence": "high", "source": source}
            for row in rows or [{"file": "*", "variant": "cpu", "torch": f"{torch}+cpu", "gap": "cpu-build"}]:
                self.t["torch/companion_code"].add(dict(base, **row), ["version"], ["package", "platform"])

    def library_of(self, f, item, torch, variant, arch):
        name, declared = f["path"].rpartition("/")[2], arch["sass"].split()
        library = next((x for x in item["libraries"] if x["path"] == f["path"]), {"needed": []})
        row = {"file": name, "sass": spaced(f["sass"]), "sass_complete": spaced(f["complete"] or []),
               "ptx": spaced(f"{p['arch']}:{p['isa']}" for p in f["ptx"]), "torch": f"{torch}+{variant}",
               "gap": "not-judged"}
        if ".libs/" in f["path"]:
            return row
        lower = {sm: [s for s in f["sass"] if s.isdigit() and s[:-1] == sm[:-1] and int(s) < int(sm)] for sm in declared}
        lacks = [sm for sm in declared if sm not in f["sass"] and not lower[sm]]
        return dict(row, variant=f"cu{item['cuda'].replace('.', '')}" if item["cuda"] else "",
                    cudart=next((n for n in library["needed"] if n.startswith("libcudart.so")), ""),
                    gap="gap" if lacks else "none",
                    covered=spaced(f"{sm}:{max(lower[sm], key=int)}" for sm in declared if lower[sm]))

    def torchcodec(self, torch):
        """Which versions of it belong to a release: by the table in its METADATA."""
        files = [f for f in self.indexes.pypi.files("torchcodec") if f.wheel and not f.yanked]
        newest = max((f.version for f in files), key=natural)
        got = self.m.whole(likeliest([f for f in files if f.version == newest and f.platform == "linux-64"]))
        table = re.findall(r"^\s*\|\s*`?([\d.]+)`?\s*\|\s*`?((?:>=)?[\d.]+)`?\s*\|", (got or {}).get("text", ""), re.M)
        spec = codec_of(torch, table)
        if not spec:
            self.ask("torch/release.csv", f"which torchcodec works beside torch {torch} (torchcodec)",
                     f"METADATA of torchcodec {newest}: {'; '.join(' '.join(r) for r in table[:3]) or 'no table'}")
            return
        row = self.t["torch/release"].find(torch=torch)[0]
        self.t["torch/release"].set(row, "torchcodec", spec)
        self.t["torch/release"].set(row, "source", row["source"] + " torchcodec-table")
        for source in self.t["torch/source"].find(key="torchcodec-table"):
            self.t["torch/source"].set(source, "place", re.sub(r"[\d.]+$", newest, source["place"]))
            self.t["torch/source"].set(source, "seen", max(source["seen"], self.r.today))

    # --- NVIDIA's libraries

    def nvidia(self, torch, variant, pins):
        """The libraries that a release pins, also through cuda-toolkit; what they serve, and what not."""
        pinned = {n: exact(spec) for n, (_, spec, _) in pins.items()}
        extras, spec, _ = pins.get("cuda-toolkit", ("", "", ""))
        if spec:
            files = [f for f in self.indexes.pypi.files("cuda-toolkit") if f.wheel and f.version == exact(spec)]
            for need in self.m.metadata(files[0])["requires"] if files else []:
                name, _, spec, marker = requirement(need)
                if re.search(r"extra == ['\"](%s)['\"]" % "|".join(extras.split()), marker):
                    pinned.setdefault(name, exact(spec))
        pinned = {n: self.newest_of(n, v) for n, v in pinned.items()}
        whole = any(n.startswith("nvidia-cudnn") for n in pinned)
        for package, version in sorted(pinned.items()):
            known = LIBRARIES.get(re.sub(r"-cu\d+$", "", package))
            if known and not self.nvidia_lib(torch, variant, package, version, *known):
                whole &= known[1] == "feature"  # of which coverage.csv tells nothing
        return whole

    def newest_of(self, package, version):
        """13.4.1.3 of ==13.4.1.3.*"""
        begin = re.match(r"==([\d.]+)\.\*$", version)
        if not begin or re.sub(r"-cu\d+$", "", package) not in LIBRARIES:
            return version
        there = [f.version for f in self.indexes.pypi.files(package) if (f.version + ".").startswith(begin[1] + ".")]
        return max(there, key=natural, default=version)

    def nvidia_lib(self, torch, variant, package, version, library, hits):
        """One of them on each platform. Whether it is known whom it serves."""
        done = True
        for platform in ("linux-aarch64", "linux-64"):
            at = {"package": package, "version": version, "platform": platform}
            arch = self.t["torch/arch"].find(torch=torch, variant=variant, platform=platform)
            if not arch:
                continue
            if not self.t["torch/nvidia_lib"].find(**at):
                self.nvidia_rows(at)
            rows = [r for r in self.t["torch/nvidia_lib"].find(**at) if r["file"] == "*"]
            done &= bool(rows)
            for sm in arch[0]["sass"].split() if rows else []:
                if f"{sm[:-1]}.{sm[-1]}" not in rows[0]["serves"].split():
                    code = "ptx" if any(r["ptx"] for r in self.t["torch/nvidia_lib"].find(**at)) else "none"
                    self.r.gap(torch, variant, sm, package, library, version, code)
        return done

    def nvidia_rows(self, at):
        try:
            files = [f for f in self.indexes.pypi.files(at["package"]) if f.wheel and f.version == at["version"]
                     and f.platform == at["platform"]]
            got = self.m.whole(likeliest(files)) if files else None
        except Gone as e:
            files, got = [], None
            self.ask("torch/nvidia_lib.csv", f"{at['package']} {at['version']} could not be read", str(e))
        if not got:
            return
        base = dict(at, kind="measured", confidence="high", source=self.r.source(likeliest(files), got["sha256"]))
        total, code = {}, {f["path"]: f for f in got["item"]["device_code"]["files"]}
        for library in sorted(got["item"]["libraries"], key=lambda x: x["path"].rpartition("/")[2]):
            f = code.get(library["path"])
            counts = {} if not f else self.counted(f, total)
            self.t["torch/nvidia_lib"].add(dict(
                base, file=library["path"].rpartition("/")[2], **(counts or {"serves": "no device code"})),
                ["version", "platform", "file"], ["package"])
        self.t["torch/nvidia_lib"].add(dict(
            base, file="*", sass=spaced(f"{a}:{n}" for a, n in sorted(total.items(), key=lambda x: natural(x[0]))),
            serves=self.serves(total)), ["version", "platform", "file"], ["package"])

    def counted(self, f, total):
        """Entries by sm, those of relocatable code apart: 75:28 | rel 75:106."""
        parts = {"sass": {}, "rel": {}, "ptx": {}, "relptx": {}}
        for e in f["entries"]:
            if e["kind"] not in ("sass", "ptx") or e["stub"]:
                continue
            rel = "rel" in e["section"]
            part = parts[("relptx" if rel else "ptx") if e["kind"] == "ptx" else "rel" if rel else "sass"]
            part[e["arch"]] = part.get(e["arch"], 0) + e["count"]
            if e["kind"] == "sass" and not rel:
                total[e["arch"]] = total.get(e["arch"], 0) + e["count"]
        isa = {p["arch"]: p["isa"] for p in f["ptx"]}

        def text(part):
            return spaced(f"{a}:{n}" + (f"({isa[a]})" if "ptx" in part and a in isa else "")
                          for a, n in sorted(parts[part].items(), key=lambda x: natural(x[0])))
        sass, rel, ptx, relptx = text("sass"), text("rel"), text("ptx"), text("relptx")
        return {"sass": " | rel ".join(filter(None, (sass, rel))) if sass else rel and "rel " + rel,
                "sass_complete": spaced(f["complete"] or []),
                "ptx": " rel ".join(filter(None, (ptx, relptx))) if ptx else relptx and "rel " + relptx,
                "serves": self.serves(parts["sass"]) or "no SASS"}

    def serves(self, sass):
        return spaced(r["cc"] for r in self.t["driver/cc"].rows
                      if r["own_code"] != "1" and served(sass, r["cc"], self.families))

    # --- triton

    def triton(self, torch, variant, pins):
        name = next((n for n in pins if n in ("triton", "pytorch-triton")), None)
        if not name:
            return
        version = re.sub(r"^(==|~=|>=)", "", pins[name][1]).strip()
        files = [f for f in self.indexes.pypi.files(name) if f.wheel and f.version == version and f.platform == "linux-64"]
        got = self.m.whole(likeliest(files)) if files else None
        like = self.t["torch/triton"].find(triton=version) or self.t["torch/triton"].rows[-1:]
        same = like and like[0]["triton"] == version
        isa = {r["cuda"]: r["ptx_isa"] for r in self.t["driver/cuda"].rows}
        ptxas = got["ptxas"] if got else {}
        row = {"triton": version, "torch": torch, "variants": variant, "min_cc": like[-1]["min_cc"]}
        for column, program in (("", "ptxas"), ("_blackwell", "ptxas-blackwell")):
            release = ptxas.get(program, "").lstrip("V")
            row["ptxas" + column] = release
            row["isa" + column] = isa.get(".".join(release.split(".")[:2]), "")
        if same:
            row.update(compiled=like[0]["compiled"], dot_fp16=like[0]["dot_fp16"])
        row["source"] = self.r.source(likeliest(files), got["sha256"]) if got else "pypi-list"
        if same or not got:
            row["source"] = like[0]["source"] if same else row["source"]
        self.t["torch/triton"].add(row, ["torch"])
        if not same:
            self.ask("torch/triton.csv", f"triton {version}: min_cc (its README names it; {row['min_cc']} is that of the "
                     "one before), compiled and dot_fp16 (a plain kernel and an fp16 product compiled for each sm)",
                     f"triton {version} has {ptxas}")

    # --- extensions

    def new_extensions(self):
        """Versions that came after the newest that the tables have, of packages that are listed on PyPI."""
        newest = {}
        for r in self.t["torch/extension"].rows:
            if "pypi-list" in r["source"]:
                newest[r["package"]] = max(newest.get(r["package"], "0"), r["version"], key=natural)
        for package, last in sorted(newest.items()):
            try:
                there = {f.version for f in self.indexes.pypi.files(package) if not f.yanked}
            except Gone as e:
                self.ask("torch/extension.csv", f"{package} is gone from the index", str(e))
                continue
            for r in self.t["torch/extension"].find(package=package):
                files = [f for f in self.indexes.pypi.files(package) if f.version == r["version"]]
                if files:
                    self.t["torch/extension"].set(r, "yanked", str(int(all(f.yanked for f in files))))
            for version in sorted((v for v in there if FINAL.match(v) and natural(v) > natural(last)), key=natural):
                yield package, version

    def extension(self, package, version):
        files = [f for f in self.indexes.pypi.files(package) if f.version == version]
        wheels, sdist = [f for f in files if f.wheel], any(not f.wheel for f in files)
        kinds = [k for k, has in (("binary wheel", any(f.tag != "any" for f in wheels)),
                                  ("pure wheel", any(f.tag == "any" for f in wheels)), ("sdist", sdist)) if has]
        said = self.asked_of_torch(wheels)
        if len(said) > 1:
            self.ask("torch/extension.csv", f"{package} {version}: requires_torch differs between its wheels", str(said))
        measured, sources = self.extension_code(wheels)
        platforms = {f.platform for f in wheels} | ({"sdist"} if sdist else set())
        names = {"macos" if p.startswith("osx") else p for p in platforms}
        torch = next(iter(said)) if len(said) == 1 else ""
        self.t["torch/extension"].add(dict({
            "package": package, "version": version, "form": "sdist only" if kinds == ["sdist"] else "+".join(kinds),
            "requires_torch": {"any": "(none in METADATA)"}.get(torch, torch and "torch" + torch.partition(" ")[0].strip("(no")),
            "requires_python": next((f.requires_python.replace(" ", "") for f in files if f.requires_python), "(none)"),
            "platforms": spaced(sorted(names, key=PLATFORMS.index)),
            "kind": "measured" if measured else "documented", "confidence": "high" if wheels else "medium", "yanked": "0",
            "source": spaced(["pypi-list"] + ["pypi-metadata"] * bool(wheels) + sources)}, **measured),
            ["version"], ["package"], newest_first=True)
        for (tag, _, _), group in reversed(by_tag(wheels).items()):
            self.t["torch/extension_tag"].add({
                "package": package, "version": version, "platform": group[0].platform, "tag": tag,
                "pythons": pythons_of(group), "source": "pypi-list"}, [], ["package"], newest_first=True)
        self.extension_wheel(package, version, wheels, torch)
        self.r.listed()

    def extension_code(self, wheels):
        """Device code and CUDA of a wheel of each Linux."""
        cells, sources = {"cuda": [], "sass": [], "ptx": []}, []
        for cpu, platform in FORM.items():
            files = [f for f in wheels if f.platform == platform]
            got = self.m.whole(likeliest(files)) if files else None
            if not got:
                if files:
                    self.ask("torch/extension.csv", f"{files[0].name} is larger than --most: its code was not measured",
                             f"{files[0].size} bytes")
                continue
            sources.append(self.r.source(likeliest(files), got["sha256"]))
            item, code = got["item"], got["item"]["device_code"]
            needed = sorted({n for x in item["libraries"] for n in x["needed"] if n.startswith("lib") and CUDA.match(n)})
            if needed:
                cells["cuda"].append(f"{cpu}: {spaced(needed)}")
            cells["sass"].append(f"{cpu}: {spaced(code['sass']) or 'none'}")
            cells["ptx"].append(f"{cpu}: {spaced(p['arch'] + ':' + p['isa'] for p in code['ptx']) or 'none'}")
        return ({k: " | ".join(v) for k, v in cells.items()}, sources) if sources else ({}, [])

    def extension_wheel(self, package, version, wheels, torch):
        """What the wheel of Linux was made for: its torch, and the CUDA without which it is not imported."""
        files = [f for f in wheels if f.platform == "linux-64"]
        like = self.t["torch/extension_wheel"].find(package=package)
        got = self.m.whole(likeliest(files)) if files and like else None
        if not got:
            return
        majors = {m[1] for x in got["item"]["libraries"] for n in x["needed"] if (m := re.match(r"libcudart\.so\.(\d+)", n))}
        if len(majors) > 1:
            self.ask("torch/extension_wheel.csv", f"{package} {version} has libraries for CUDA {spaced(sorted(majors))}: "
                     "without which is it not imported (cuda)", files[0].name)
            return
        spec = ",".join(sorted(torch.split(","), key=lambda s: s[:1] != ">")) if torch[:1] in "<>=~!" else ""
        self.t["torch/extension_wheel"].add({
            "package": package, "version": version, "platform": "linux-64", "torch": spec or like[-1]["torch"],
            "cuda": next(iter(majors), "cpu"), "label": like[-1]["label"], "kind": "measured" if spec else "inferred",
            "confidence": "high" if spec else "low",
            "source": "wheel-needed pypi-metadata"}, ["version"], ["package"])
        if not spec:
            self.ask("torch/extension_wheel.csv", f"which torch {package} {version} works with; its METADATA names none "
                     f"({like[-1]['torch']} is that of {like[-1]['version']})", files[0].name)
