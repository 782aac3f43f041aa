"""Random wishes (SEED) for extensions against a search of its own: extensions.py PROGRAM COUNT.

Which wheels go with which torch is read from the tables of data/torch here anew; which torch runs
on a GPU at all is asked of the program, without extensions, once for each GPU, platform and Python.
The plan must have the newest torch for which all wishes have a wheel, certain ones before others,
and each wheel that it names must be one that goes with it.
"""
import csv
import functools
import json
import os
import random
import re
import subprocess
import sys

PROGRAM, COUNT = sys.argv[1], int(sys.argv[2])
TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "torch")
GPUS = {"T4": (7, 5), "A100": (8, 0), "RTX 4090": (8, 9), "H100": (9, 0), "RTX 5090": (12, 0),
        "V100": (7, 0)}
PYTHONS = ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"]
FIRST_CUDA = {(7, 0): 900, (7, 5): 1000, (8, 0): 1100, (8, 9): 1108, (9, 0): 1108, (12, 0): 1208}


def table(name):
    with open(os.path.join(TABLES, name + ".csv"), newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f))


@functools.lru_cache(None)
def version(text):
    """A key for the versions of the tables: releases, pre-releases, posts."""
    m = re.match(r"v?(\d+(?:\.\d+)*)(?:\.?(a|b|rc)(\d+))?(?:\.?post(\d+))?(?:\.?dev(\d+))?$", text)
    if not m:
        return None
    release = [int(x) for x in m[1].split(".")]
    while len(release) > 1 and release[-1] == 0:
        release.pop()
    pre = ({"a": 0, "b": 1, "rc": 2}[m[2]], int(m[3])) if m[2] else (3, 0)
    return (release, pre, int(m[4]) if m[4] else -1)


@functools.lru_cache(None)
def takes(specs, text):
    have = version(text)
    for spec in (specs or "").split(","):
        m = re.match(r"\s*(==|>=|<=|~=|!=|<|>)\s*([^\s]+)", spec)
        if not m:
            if spec.strip():
                raise ValueError(specs)
            continue
        op, other = m[1], m[2]
        if other.endswith(".*"):
            parts = [int(x) for x in other[:-2].split(".")]
            mine = [int(x) for x in re.match(r"[\d.]+", text)[0].strip(".").split(".")]
            mine += [0] * len(parts)
            if (mine[:len(parts)] == parts) != (op == "=="):
                return False
            continue
        want = version(other)
        if op == "~=":
            parts = other.split(".")
            if not (have >= want and takes("==" + ".".join(parts[:-1]) + ".*", text)):
                return False
        elif not {"==": have == want, ">=": have >= want, "<=": have <= want,
                  "!=": have != want, "<": have < want, ">": have > want}[op]:
            return False
    return True


def of_arch(text, platform):
    """What stands behind the name of an architecture, or None."""
    arch = "aarch64: " if platform == "linux-aarch64" else "x86_64: "
    for part in text.split(" | "):
        if (part + " ").startswith(arch):
            return (part + " ")[len(arch):].strip()
    return None


def wheels():
    """All of them, as dicts of what the tables say."""
    ret = [dict(r, source_row="file") for r in table("extension_file")]
    made = {(r["package"], r["version"]): r for r in table("extension_wheel")
            if r["platform"] == "linux-64"}
    index = {(r["package"], r["version"], r["platform"]): r["pythons"] for r in ret
             if r["place"] == "pytorch-index"}
    listed = {(r["package"], r["version"], r["platform"]) for r in ret if r["place"] == "pypi"}
    tags = {}
    for t in table("extension_tag"):
        tags.setdefault((t["package"], t["version"], t["platform"]), []).append(t)
    for r in table("extension"):
        if "wheel" not in r["form"] or r["yanked"] == "1":
            continue
        for platform in r["platforms"].split():
            pure = r["form"].startswith("pure") or platform == "any"
            if platform == "sdist" or (platform == "any" and r["form"].startswith("binary")):
                continue
            key = (r["package"], r["version"], platform)
            if (*key[:2], "*" if platform == "any" else platform) in listed:
                continue
            m = made.get(key[:2])
            libs = of_arch(r["cuda"], platform)
            majors = " ".join(n for n in ("11", "12", "13") if re.search(
                r"lib(cudart|nvrtc)\.so\." + n, r["cuda"] if libs is None else libs))
            asks = re.match(r"torch[ (]*([<>=!~][^;)]*)", r["requires_torch"])
            cubins, ptx = of_arch(r["sass"], platform), of_arch(r["ptx"], platform)
            code = "" if pure or not cubins or cubins == "none" else cubins + " " + (
                "" if not ptx or ptx == "none" else ptx.replace(":", "+PTX:"))
            named = re.match(r"by name: CUDA (\d+)", r["cuda"])
            if pure:
                cuda = "any"
            elif named:
                cuda = named[1]
            elif majors:
                cuda = majors
            elif m:
                cuda = "any" if m["cuda"] == "cpu" else m["cuda"]
            else:
                cuda = "any" if libs is not None else ""
            if m and m["torch"]:
                torch = m["torch"]
            else:
                free = pure or "loads no library of torch" in r["requires_torch"]
                torch = asks[1].replace(" ", "") if asks else "any" if free else ""
            metadata = "" if r["requires_python"] == "(none)" else r["requires_python"]
            files = [] if pure else tags.get(key, [])
            by_file = [(t["tag"], f">={t['pythons'][:-1]},{metadata}" if metadata and
                        t["pythons"].endswith("+") else t["pythons"] or metadata or ">=3") for t in files]
            if not files:
                by_file = [("", metadata if pure else index.get(key) or metadata)]
            if pure:
                confidence = r["confidence"]
            elif platform == "linux-64":
                confidence = m["confidence"] if m else r["confidence"]
            else:
                confidence = r["confidence"] if libs is not None else "low"
            ret += [{"package": r["package"], "version": r["version"], "torch": torch,
                     "cuda": cuda, "abi": "", "pythons": pythons, "tag": tag, "place": "pypi",
                     "platform": "*" if platform == "any" else platform, "url": "",
                     "label": "", "sha256": "", "code": code, "confidence": confidence}
                    for tag, pythons in by_file]
    return [compiled_for(r, ret, made) for r in ret]


def compiled_for(r, every, made):
    """A floor of a compiled wheel, where other releases pin a later torch: what it was made for."""
    floor = re.match(r">=(\d+)\.(\d+)(\.\d+)?$", r["torch"])
    if r["place"] != "pypi" or not floor or r["platform"] == "*":
        return r
    known = floor[0][2:] if floor[3] else floor[0][2:] + ".0"
    if known not in RELEASES:
        return r
    pins = [o["torch"][2:] for o in every if o["package"] == r["package"] and
            o["torch"].startswith("==") and o["torch"][2:] in RELEASES]
    low = re.match(r"\d", r["cuda"]) and (r["package"], r["version"]) not in made
    belongs = r["package"] in PAIRED and not any(k[0] == r["package"] for k in made)
    if belongs or any(version(p) > version(known) for p in pins):
        r = dict(r, torch="==%s.%s.*" % (floor[1], floor[2]))
    return dict(r, confidence="low") if low else r


RELEASES = {r["torch"] for r in table("release")}
PAIRED = {r["package"] for r in table("family") if r["paired"] == "1"}
WHEELS = {}
for w in wheels():
    w["number"] = len(WHEELS.setdefault(w["package"], []))
    WHEELS[w["package"]].append(w)
LEAST = table("extension_gpu")
ABIS = table("abi")


def takes_python(w, python):
    text = w["pythons"]
    number = tuple(int(x) for x in python.split("."))
    if not text:
        return True
    if text.endswith("+"):
        return number >= tuple(int(x) for x in text[:-1].split("."))
    if text[0].isdigit():
        return python in text.split()
    return takes(text, python + ".0") or takes(text, python + ".99")


def pythons_known(w):
    """From the names of its files; METADATA alone tells it of what is compiled for none."""
    return bool(w["pythons"]) and (w["pythons"][0].isdigit() or bool(w["tag"]) or
                                   w["platform"] == "*")


def takes_cuda(w, variant):
    cuda = w["cuda"]
    if cuda in ("", "any"):
        return True
    if cuda.startswith("cu"):
        return cuda == variant
    return cuda == "cpu" and variant == "cpu" or \
        variant.startswith("cu") and variant[2:-1] in cuda.split()


def runs(w, sm, variant):
    """None: it does not; False: perhaps; True."""
    least = None
    for r in LEAST:
        if r["package"] == w["package"] and r["platform"] in ("*", w["platform"]) and \
                r["confidence"] != "low" and (r["versions"] == "*" or
                                              takes(r["versions"], w["version"])):
            least = (int(r["sm"][:-1]), int(r["sm"][-1]))
            break
    if least and sm < least:
        return None
    words = [x for x in w["code"].split() if x[0].isdigit()]
    if not any("(" not in x and ":" not in x for x in words):
        if w["cuda"] in ("", "any"):
            return True
        newest = FIRST_CUDA[sm]
        if w["cuda"].startswith("cu"):
            known = int(w["cuda"][2:-1]) * 100 + int(w["cuda"][-1]) >= newest
        else:
            known = any(int(x) >= newest // 100 for x in w["cuda"].split() if x != "cpu")
        return bool(least) and known
    for x in words:
        m = re.match(r"(\d+)(\d)([af]?)(\(.*|\+PTX(:.*)?)?$", x)
        code, ptx, alone = (int(m[1]), int(m[2])), "+PTX" in x, ":" in x
        if m[3] == "a":
            if code == sm:
                return True
            continue
        if m[3] == "f" and code[0] == sm[0] and code <= sm:
            return True
        if not m[3] and not alone and code[0] == sm[0] and code[1] <= sm[1]:
            return True
        if ptx and code <= sm:
            return True
    return None


@functools.lru_cache(None)
def cuda_of(cuda, variant):
    return takes_cuda({"cuda": cuda}, variant)


@functools.lru_cache(None)
def runs_of(package, number, sm, variant):
    return runs(WHEELS[package][number], sm, variant)


@functools.lru_cache(None)
def there(package, platform, python):
    """Those for that platform and Python, by number."""
    return [w["number"] for w in WHEELS[package]
            if w["platform"] in ("*", platform) and takes_python(w, python)]


def goes(w, torch, variant, sm):
    """None: it does not; else whether that is certain."""
    if not cuda_of(w["cuda"], variant):
        return None
    if w["torch"] not in ("", "any") and not takes(w["torch"], torch):
        return None
    if w["abi"]:
        new = any(version(torch) >= version(a["first"]) and a["variant"] in ("*", variant)
                  and a["platform"] in ("*", w["platform"]) for a in ABIS)
        if (w["abi"] == "TRUE") != new:
            return None
    known = runs_of(w["package"], w["number"], sm, variant)
    if known is None:
        return None
    return known and w["confidence"] in ("high", "medium") and bool(
        w["torch"] and w["cuda"]) and pythons_known(w)


def ask(args):
    p = subprocess.run([PROGRAM, "suggest", "--json", *args], capture_output=True, text=True,
                       check=False)
    return p.returncode, json.loads(p.stdout)


BUILDS = {}


def builds(gpu, platform, python):
    """Those of pip that run: torch, variant, certain, without a gap."""
    key = (gpu, platform, python)
    if key not in BUILDS:
        _, j = ask(["--gpu", gpu, "--driver", "580", "--platform", platform, "--python", python,
                    "--installer", "pip", "--all"])
        BUILDS[key] = [] if j["instead"] else [
            (p["torch"], p["variant"], p["certain"], "CP121" not in p["warnings"])
            for p in j["plans"] if p["variant"] != "cpu" and p["python"] == python]
    return BUILDS[key]


def asked_of(rng, package):
    versions = sorted({w["version"] for w in WHEELS[package]}, key=version)
    pick = rng.choice(versions)
    form = rng.randrange(4)
    if form < 2:
        return ""
    if form == 2:
        return "==" + pick
    return ">=" + pick


def candidates(package, spec):
    ret = WHEELS[package]
    pre = all(version(w["version"])[1] != (3, 0) for w in ret)
    taken = [w for w in ret if takes(spec, w["version"]) and
             (pre or version(w["version"])[1] == (3, 0) or re.search(r"\d(a|b|rc)\d", spec))]
    bound = {w["platform"] for w in taken if w["torch"].startswith("==")}
    return [w for w in taken if w["torch"] or w["platform"] not in bound]


def best(wishes, gpu, platform, pythons):
    ret = None
    taken = [{w["number"] for w in candidates(p, s)} for p, s in wishes]
    for python in pythons:
        lists = [[WHEELS[p][n] for n in there(p, platform, python) if n in numbers]
                 for (p, _), numbers in zip(wishes, taken)]
        if not all(lists):
            continue
        for torch, variant, certain, whole in builds(gpu, platform, python):
            key = (certain, whole, version(torch))
            if ret and (whole and key < ret or (True, whole, version(torch)) < ret):
                continue
            sure = certain
            for of in lists:
                found = [goes(w, torch, variant, GPUS[gpu]) for w in of]
                if all(f is None for f in found):
                    break
                sure = sure and any(found)
            else:
                key = (sure, whole, version(torch))
                if ret is None or key > ret:
                    ret = key
    return ret


def judge(wishes, gpu, platform, python):
    args = [p + s for p, s in wishes] + ["--gpu", gpu, "--driver", "580", "--platform", platform,
                                         "--installer", "pip"]
    code, j = ask(args + (["--python", python] if python else []))
    want = best(wishes, gpu, platform, [python] if python else PYTHONS)
    plan = j["plans"][0] if j["plans"] else None
    planned = [p["name"] for p in plan.get("packages", [])] if plan else []
    lacks = [i for i in j["instead"] if i["code"] in ("CP112", "CP109") and
             i["what"] in [name for name, _ in wishes] and i["what"] not in planned]
    if want is None:
        if plan and plan["variant"] == "cpu":
            return None if code == 1 else "a CPU build, and exit %d" % code
        if code != 1 or not lacks:
            return "a plan where there is none: %s" % plan
        if plan and len(plan.get("packages", [])) >= len(wishes):
            return "none left out"
        return None
    if lacks or not plan:
        return "no plan where there is one: %s" % (want,)
    have = (plan["certain"], "CP121" not in plan["warnings"], version(plan["torch"]))
    if have != want:
        return "%s instead of %s" % (have, want)
    if code != (0 if have[0] else 1):
        return "exit %d of a plan that is %scertain" % (code, "" if have[0] else "not ")
    if code and not j["instead"]:
        return "exit %d, and no word why" % code
    if [p["name"] for p in plan["packages"]] != [p for p, _ in wishes]:
        return "packages: %s" % plan["packages"]
    for (name, spec), p in zip(wishes, plan["packages"]):
        fits = [w for w in candidates(name, spec) if w["version"] == p["version"] and
                w["number"] in there(name, platform, plan["python"]) and goes(
                    w, plan["torch"], plan["variant"], GPUS[gpu]) is not None]
        tag = "cp" + plan["python"].replace(".", "")
        urls = {w["url"].replace("{py}", tag + "-" + tag) for w in fits}
        stable = {w["url"].replace("{py}", "cp" + w["pythons"][:-1].replace(".", "") + "-abi3")
                  for w in fits if w["pythons"].endswith("+")}
        if (p["url"] or p["index"] or "") not in urls | stable:
            return "%s: %s is none of %s" % (name, p["url"] or p["index"], sorted(urls)[:3])
    return None


def main():
    rng = random.Random(int(os.environ.get("SEED") or 17))
    names = [n for n in WHEELS if sum(w["platform"] != "*" for w in WHEELS[n])]
    popular = ["flash-attn", "xformers", "vllm", "torch-scatter", "mamba-ssm", "causal-conv1d",
               "bitsandbytes", "torchao", "pyg-lib", "flash-attn-3"]
    wrong = with_plan = 0
    for i in range(COUNT):
        few = rng.sample(popular if rng.random() < 0.7 else names, rng.choice([1, 1, 2, 2, 3]))
        wishes = [(n, asked_of(rng, n)) for n in few]
        gpu = rng.choice(list(GPUS))
        platform = rng.choice(["linux-64"] * 4 + ["win-64", "linux-aarch64"])
        python = rng.choice([None, None, *PYTHONS[2:6]])
        why = judge(wishes, gpu, platform, python)
        with_plan += best(wishes, gpu, platform, [python] if python else PYTHONS) is not None
        if why:
            wrong += 1
            print(i, wishes, gpu, platform, python, why)
    print("extensions: %d wishes, %d with a plan, %d wrong" % (COUNT, with_plan, wrong))
    return 1 if wrong or with_plan < COUNT // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
