"""real-conda.py PROGRAM N [SEED]: the conda lines of random plans, solved by rattler over repodata.json
that is made from data/conda/*.csv alone: every build with what it asks of Python, CUDA, torch, NumPy and
MKL, companions of conda-forge by their build numbers. A line must be solved, and to the build, the
Python and the companions that the plan names, with channels kept apart and put together.
"""
import asyncio
import csv
import fnmatch
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import rattler
from rattler.exceptions import InvalidMatchSpecError, SolverError

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
PYTHONS = ["2.7"] + [f"3.{n}" for n in range(5, 15)]
PLATFORMS = {"linux-64": ["__linux", "__unix"], "linux-aarch64": ["__linux", "__unix"], "win-64": ["__win"]}
DRIVERS = {"linux-64": ["450.80.02", "470.82.01", "525.60.13", "535.104.05", "550.54.15", "570.124.06", "580.65.06"],
           "linux-aarch64": ["525.60.13", "550.54.15", "580.65.06"],
           "win-64": ["452.39", "472.12", "528.33", "551.61", "572.16", "580.88"]}
GPUS = ["K80", "P100", "V100", "T4", "A100", "RTX 3090", "L4", "RTX 4090", "H100", "RTX 5090"]
WISHES = [[], [], ["torchvision"], ["torchaudio"], ["torchvision", "torchaudio"], ["torchcodec"], ["flash-attn"],
          ["xformers"], ["torch-scatter"], ["torch-scatter", "torchvision"]]
ASSUMED = "assumed"
# What is made here whole; of other names the tables have some builds, so that nothing is asked of them.
OWN = {"pytorch", "pytorch-gpu", "pytorch-cpu", "pytorch-cuda", "pytorch-mutex", "cpuonly", "torchvision", "torchaudio"}
MODELLED = OWN | {"python", "cuda-version", "cudatoolkit", "numpy", "mkl", "blas", "libtorch", "cudnn", "libcudnn",
                  "libcudnn-dev", "__cuda", "__glibc", "__linux", "__unix", "__win"}


def rows(name):
    with open(DATA / f"{name}.csv", newline="") as f:
        return list(csv.DictReader(f))


class Repodata:
    """The packages of each channel and subdir."""

    def __init__(self):
        self.of = {}

    def put(self, channel, subdir, name, version, build, number=0, depends=(), constrains=()):
        kept = [[d for d in of if d.split()[0] in MODELLED] for of in (depends, constrains)]
        self.of.setdefault((channel, subdir), {})[f"{name}-{version}-{build}.tar.bz2"] = {
            "name": name, "version": version, "build": build, "build_number": number, "subdir": subdir,
            "depends": kept[0], "constrains": kept[1]}

    def write(self, folder):
        for (channel, subdir), packages in self.of.items():
            place = folder / channel / subdir
            place.mkdir(parents=True)
            (place / "repodata.json").write_text(json.dumps(
                {"info": {"subdir": subdir}, "packages": packages, "packages.conda": {}, "repodata_version": 1}))


def next_minor(version):
    major, minor = version.split(".")[:2]
    return f"{major}.{int(minor) + 1}"


def runtime(cuda, channel, torch):
    """What a build asks for CUDA, where its own list is not known."""
    major = int(cuda.split(".")[0])
    if channel == "conda-forge":
        name = "cuda-version" if major >= 12 else "cudatoolkit"
        return [f"{name} >={cuda},<{major + 1}", "__cuda"]
    return [f"pytorch-cuda {cuda}.*" if tuple(map(int, torch.split(".")[:2])) >= (1, 13) else
            f"cudatoolkit >={cuda},<{next_minor(cuda)}"]


def base(repo, channel, subdir):
    for p in PYTHONS:
        repo.put(channel, subdir, "python", f"{p}.1", "0_cpython")
    for v in ("1.11.3", "1.19.5", "1.23.5", "1.26.4", "2.0.2", "2.3.5"):
        repo.put(channel, subdir, "numpy", v, "py_0")
    for v in ("2018.0.3", "2020.4", "2021.4.0", "2022.2.1", "2023.2.0", "2024.0.0", "2024.2.2", "2025.3.0",
              "2026.0.0", "2026.1.0"):
        repo.put(channel, subdir, "mkl", v, "0")
    # Since 9.10 cudnn is what brings the two others along.
    for v in ("7.6.5", "8.2.1.32", "8.4.1.50", "8.8.0.121", "8.9.7.29", "9.3.0.75", "9.8.0.87", "9.10.2.21",
              "9.13.1.26", "9.19.0.56"):
        split = tuple(map(int, v.split(".")[:2])) >= (9, 10)
        repo.put(channel, subdir, "cudnn", v, "0", 0, [f"libcudnn-dev {v}"] * split)
        if split:
            repo.put(channel, subdir, "libcudnn-dev", v, "0", 0, [f"libcudnn {v}"])
            repo.put(channel, subdir, "libcudnn", v, "0")
    for of in ("mkl", "openblas"):
        repo.put(channel, subdir, "blas", "2.1", of)
    for t in rows("driver/toolkit"):
        # A toolkit of 12 and later is cuda-version's.
        if int(t["version"].split(".")[0]) < 12:
            repo.put(channel, subdir, "cudatoolkit", t["version"], "0")
    for c in {r["cuda"] for r in rows("driver/cuda")}:
        major = int(c.split(".")[0])
        if channel == "conda-forge" and major >= 11:
            repo.put(channel, subdir, "cuda-version", c, "0", 0, [],
                     [f"cudatoolkit {c}|{c}.*"] + [f"__cuda >={major}"] * (major >= 12))


def torch_of(pairs, row):
    """The torch that a companion of the channel of PyTorch was made for, and its CUDA."""
    asked = pairs.get((row["name"], row["version"]))
    if not asked:
        return None
    return [f"pytorch {asked}"] + (runtime(row["cuda"], row["channel"], asked)
                                   if re.match(r"\d", row["cuda"]) else ["cpuonly"] * (row["cuda"] == "cpu"))


def builds(repo, subdir):
    pairs = {(r["package"], r["version"]): r["torch"] for r in rows("torch/pair")} | {
        (r["name"], r["version"]): r["requires_version"] for r in rows("conda/pair") if r["requires"] == "pytorch"}
    numbered = {(r["name"], r["version"]) for r in rows("conda/companion")}
    seen, torches, there = set(), [], set()
    for r in rows("conda/build"):
        if r["subdir"] not in (subdir, "noarch") or r["name"] not in OWN or "*" in r["build"]:
            continue
        if r["channel"] == "conda-forge" and (r["name"], r["version"]) in numbered:
            continue
        depends = [d.strip() for d in r["depends"].split(";") if d.strip()]
        if not depends and r["name"] == "pytorch":
            depends = [f"python {r['python']}.*"] * bool(r["python"]) + \
                (runtime(r["cuda"], r["channel"], r["version"]) if re.match(r"\d", r["cuda"]) else [])
        elif not depends and r["name"] in ("torchvision", "torchaudio"):
            made = torch_of(pairs, r)
            if not made:
                continue
            depends = [f"python {r['python']}.*"] * bool(r["python"]) + made
        if r["name"] == "pytorch" and re.match(r"\d", r["cuda"]):
            torches.append((r["channel"], r["version"], r["cuda"], r["python"]))
        there.add((r["channel"], r["name"], r["version"], r["cuda"], r["python"]))
        for d in depends:
            if d.startswith("libtorch ") and d not in seen:
                seen.add(d)
                version, build = (d.split() + ["0"])[1:3]
                repo.put(r["channel"], subdir, "libtorch", re.sub(r"[=*.]*$|^[<>=]+", "", version),
                         build.replace("*", "0"))
        number = r["build_number"] or re.sub(r".*_", "", r["build"])
        repo.put(r["channel"], r["subdir"], r["name"], r["version"], r["build"], int(number) if number.isdigit() else 0,
                 depends, [c.strip() for c in r["constrains"].split(";") if c.strip()])


    assumed(repo, subdir, pairs, torches, there, numbered)


def assumed(repo, subdir, pairs, torches, there, numbered):
    """Companions whose builds no table has: of what is printed of them the version alone is held."""
    for channel, torch, cuda, python in set(torches):
        for name, version in [of for of, made in pairs.items() if made == torch and of[1] != "none"]:
            if (channel, name, version, cuda, python) not in there and python and \
                    not (channel == "conda-forge" and (name, version) in numbered):
                label = f"py{python.replace('.', '')}_cu{cuda.replace('.', '')}_{ASSUMED}"
                repo.put(channel, subdir, name, version, label, 0, [f"python {python}.*", f"pytorch {torch}.*"] +
                         runtime(cuda, channel, torch))


def patterns(repo, subdir):
    """Builds of which the pattern alone is known, one for each Python."""
    for r in rows("conda/recipe") + rows("conda/pattern"):
        if r["subdir"] != subdir or r.get("arm_variant") == "tegra" or not re.match(r"\d", r["cuda"]):
            continue
        for p in r["pythons"].split():
            build = f"cuda{r['cuda'].replace('.', '')}_{r.get('blas') or 'generic'}_py{p.replace('.', '')}_h0000000_0"
            if r.get("glob"):
                build = r["glob"].replace("py*", f"py{p}").replace("*", "0")
            repo.put(r["channel"], subdir, "pytorch", r["version"], build, 0, [f"python {p}.*"] +
                     runtime(r["cuda"], r["channel"], r["version"]))


def companions(repo, subdir):
    for r in rows("conda/companion"):
        if not fnmatch.fnmatchcase(subdir, r["subdir"]) or r["arm_variant"] or not r["version"]:
            continue
        listed = r["pythons"].split() or PYTHONS[6:]
        if listed[0].endswith("+"):
            listed = PYTHONS[PYTHONS.index(listed[0][:-1]):]
        for p in listed:
            tag = f"py{p.replace('.', '')}{re.sub('[^a-z0-9]', '', r['cuda'])}h0000000"
            build = re.sub(r"py\*|\*", tag, r["pattern"], count=1).replace("*", "") or f"{tag}_{r['build_number'] or 0}"
            build = build if tag in build else f"{tag}_{build}"
            cuda = [f"{'cuda-version' if float(r['runtime']) >= 12 else 'cudatoolkit'} "
                    f">={r['runtime']},<{int(float(r['runtime'])) + 1}"] if r["runtime"] else []
            repo.put("conda-forge", subdir, r["name"], r["version"], f"{build}.{r['torch']}" if not r["pattern"] else
                     build, int(r["build_number"] or 0), [f"python {p}.*",
                     f"pytorch >={r['least']},<{next_minor(r['torch'])}.0a0"] +
                     ([f"pytorch * {r['torch_build']}"] if r["torch_build"] else []) + cuda)


def lines(plan):
    """Channels and specs of each line that makes or changes the environment."""
    channels = []
    for words in plan["commands"]:
        specs, rest = [], iter(words[1:])
        for w in rest:
            if w in ("-c", "--channel"):
                channels.append(next(rest))
            elif w in ("-n", "-p", "--manifest-path", "--platform", "--cuda", "--name", "--prefix"):
                next(rest)
            elif not w.startswith("-"):
                specs.append(w)
        if specs and specs[0] in ("create", "install", "add"):
            yield list(dict.fromkeys(channels)), specs[1:]


async def solved(folder, subdir, cuda, channels, specs, priority):
    kept = [rattler.SparseRepoData(rattler.Channel(c), of, folder / c / of / "repodata.json")
            for c in channels for of in (subdir, "noarch") if (folder / c / of / "repodata.json").exists()]
    virtual = [rattler.GenericVirtualPackage(rattler.PackageName(n), rattler.Version(v), rattler.BuildString("0"))
               for n, v in [("__glibc", "2.39"), ("__cuda", cuda)] + [(n, "0") for n in PLATFORMS[subdir]]]
    found = await rattler.solve_with_sparse_repodata([rattler.MatchSpec(s, strict=False) for s in specs], kept,
                                                     virtual_packages=virtual, channel_priority=priority)
    return {r.name.normalized: (str(r.version), str(r.build)) for r in found}


def wrong(plan, found, specs):
    """What was solved otherwise than the plan says; nothing where it is the same."""
    if not fnmatch.fnmatchcase(found.get("pytorch", ("", ""))[1], plan["build"]) and \
            not fnmatch.fnmatchcase(found.get("pytorch-gpu", ("", ""))[1], plan["build"]):
        return f"pytorch {found.get('pytorch')}"
    if not found["python"][0].startswith(plan["python"] + "."):
        return f"python {found['python']}"
    for name in ("torchvision", "torchaudio"):
        if any(s.startswith(name + "=") for s in specs) and found.get(name, ("",))[0] != plan[name]:
            return f"{name} {found.get(name)}"
    for x in plan.get("packages", []):
        name = x["name"].replace("torch-", "pytorch_")
        if found.get(name, ("",))[0] != x["version"]:
            return f"{name} {found.get(name)}, not {x['version']}"
    return None


def try_plan(folder, plan, cuda):
    specs, why = [], None
    for channels, more in lines(plan):
        specs = list(dict.fromkeys(specs + more))
        for priority in (rattler.ChannelPriority.Strict, rattler.ChannelPriority.Disabled):
            try:
                found = asyncio.run(solved(folder, plan["platform"], cuda, channels, specs, priority))
                why = wrong(plan, found, specs)
            except (SolverError, InvalidMatchSpecError) as e:
                why = str(e)
            if why:
                return f"{why}\n   {' '.join(channels)}: {' '.join(specs)} ({priority.name})", False
    if not specs:
        return "no line that makes an environment", False
    return None, any(build.endswith(ASSUMED) for _, build in found.values())


def random_ask(rng, torches):
    platform = rng.choice(["linux-64"] * 3 + ["linux-aarch64", "win-64"])
    ask = ["--gpu", rng.choice(GPUS), "--driver", rng.choice(DRIVERS[platform]), "--platform", platform,
           "--installer", rng.choice(["conda", "mamba", "micromamba", "pixi"])]
    ask += [] if platform == "win-64" else ["--glibc", "2.39"]
    ask += rng.choice(WISHES)
    if rng.random() < .7:
        ask.append(f"torch=={rng.choice(torches)}")
    if rng.random() < .3:
        ask += ["--python", rng.choice(PYTHONS[4:])]
    if rng.random() < .3:
        ask += ["--channel", rng.choice(["conda-forge", "pytorch"])]
    return ask


def main():
    program, n = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 29)
    torches = sorted({r["version"] for r in rows("conda/build") if r["name"] == "pytorch" and
                      re.fullmatch(r"\d+\.\d+\.\d+", r["version"]) and r["version"] >= "1"})
    printed = {r["branch"]: r["cuda"] for r in rows("driver/branch")}
    with tempfile.TemporaryDirectory() as at:
        folder, repo = pathlib.Path(at), Repodata()
        for subdir in PLATFORMS:
            for channel in ("conda-forge", "defaults", "pytorch"):
                base(repo, channel, subdir)
            builds(repo, subdir)
            patterns(repo, subdir)
            companions(repo, subdir)
        repo.write(folder)
        same = bad = tried = none = without = 0
        while same + bad < n and tried < 20 * n:
            ask = random_ask(rng, torches)
            tried += 1
            said = json.loads(subprocess.run([program, "suggest", "--json", *ask], capture_output=True, text=True,
                                             check=False).stdout)
            plans = [p for p in said["plans"] if p["build"] and p["certain"] and p["variant"] != "cpu"]
            none += not plans
            for plan in plans[:n - same - bad]:
                cuda = printed.get(ask[ask.index("--driver") + 1].split(".")[0]) or \
                    {"452": "11.0", "472": "11.4", "528": "12.0", "551": "12.4", "572": "12.8"}[ask[3][:3]]
                why, by = try_plan(folder, plan, cuda)
                without += by
                same += why is None
                bad += why is not None
                if why:
                    print("WRONG", " ".join(ask), why, sep="\n   ", flush=True)
    print(f"conda plans: {tried} asked, {same} solved to what the plan names ({without} with a companion of which "
          f"no table has the build), {bad} otherwise, {none} asks without a certain plan of conda")
    return bad > 0 or same < n


if __name__ == "__main__":
    sys.exit(main())
