"""real-emit.py PROGRAM TOOLS [KIND...]: the files of suggest --emit given to the programs that they are
for, against an index of stand-ins that is served here: small wheels with the names and versions
of the plans, beside newer ones and builds of other variants. What is locked, and what is
installed of it, must be what the plan said. TOOLS is a folder of environments: uv, poetry, pdm."""
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
import zipfile

import stand_in

program = os.path.abspath(sys.argv[1])
tools = pathlib.Path(sys.argv[2]).resolve()
chosen = sys.argv[3:]
python = f"{sys.version_info.major}.{sys.version_info.minor}"
cp = f"cp{sys.version_info.major}{sys.version_info.minor}"
work = pathlib.Path(tempfile.mkdtemp())
root = work / "index"
base = getattr(sys, "_base_executable", sys.executable)
failed = []

TAGS = {
    "linux-64": f"{cp}-{cp}-manylinux_2_28_x86_64",
    "linux-aarch64": f"{cp}-{cp}-manylinux_2_28_aarch64",
    "win-64": f"{cp}-{cp}-win_amd64",
    "osx-arm64": f"{cp}-{cp}-macosx_11_0_arm64",
}
MARKERS = {
    "linux-64": {"sys_platform": "linux", "platform_machine": "x86_64"},
    "linux-aarch64": {"sys_platform": "linux", "platform_machine": "aarch64"},
    "win-64": {"sys_platform": "win32", "platform_machine": "AMD64"},
    "osx-arm64": {"sys_platform": "darwin", "platform_machine": "arm64"},
}
FAMILY = ("torch", "torchvision", "torchaudio")

# Hosts as options, one list for each; the file is to hold all of them.
SCENES = {
    "one": [["--gpu", "RTX 4090", "--driver", "550.54.15", "--platform", "linux-64"]],
    "pypi": [["--gpu", "B200", "--driver", "580.65.06", "--platform", "linux-64"]],
    "old": [["--gpu", "V100", "--driver", "470.82.01", "--platform", "linux-64"]],
    "cpu": [["--gpu", "none", "--platform", "linux-64"]],
    "platforms": [["--gpu", "RTX 4090", "--driver", "550.54.15", "--platform", "linux-64"],
                  ["--gpu", "RTX 4090", "--driver", "551.61", "--platform", "win-64"],
                  ["--gpu", "GH200", "--driver", "580.65.06", "--platform", "linux-aarch64"]],
    "generations": [["--gpu", "RTX 4090", "--driver", "550.54.15", "--platform", "linux-64"],
                    ["--gpu", "B200", "--driver", "580.65.06", "--platform", "linux-64"],
                    ["--gpu", "K80", "--driver", "470.82.01", "--platform", "linux-64"]],
    "both": [["--gpu", "B200", "--driver", "580.65.06", "--platform", "linux-64"],
             ["--gpu", "K80", "--driver", "470.82.01", "--platform", "linux-64"],
             ["--gpu", "RTX 4090", "--driver", "551.61", "--platform", "win-64"]],
}
SCENES["two"] = [["--gpu", "GTX 1060", "--gpu", "RTX 3060", "--driver", "580.95.05", "--platform", "linux-64"]]
SCENES["runners"] = [SCENES["one"][0], ["--gpu", "none", "--platform", "linux-64"],
                     ["--gpu", "none", "--platform", "osx-arm64"]]


def wheel(folder, name, version, tag, requires=()):
    stand_in.put(root / folder, name, version, tag, requires)


def family(folder, label, platform, torch, vision, audio):
    """Torch as its METADATA is: what it needs of NVIDIA by its platform, and others by name."""
    tag = TAGS[platform]
    needs = ["filelock", "numpy", "nvidia-cublas-cu12 ; platform_system == 'Linux' and "
             "platform_machine == 'x86_64'"]
    wheel(folder, "torch", torch + label, tag, needs)
    if vision:
        wheel(folder, "torchvision", vision + label, tag, ["numpy", f"torch=={torch}"])
    if audio:
        wheel(folder, "torchaudio", audio + label, tag, [f"torch=={audio}" if audio == torch else
                                                         "torch"])


def make_index(plans):
    for name, version in (("numpy", "2.2.0"), ("filelock", "3.20.0"), ("nvidia-cublas-cu12", "12.6.4.1")):
        wheel("simple", name, version, "py3-none-any")
    for p in plans:
        given = [None if v == "none" else v for v in (p["torchvision"], p["torchaudio"])]
        variants = {p["index_url"].rsplit("/", 1)[1]} if p["index_url"] else set()
        for platform in TAGS:
            # What an installer takes that looks elsewhere, or takes the newest.
            family("simple", "", platform, p["torch"], *given)
            family("simple", "", platform, "9.9.0", "9.9.0", "9.9.0")
            for variant in variants | {"cpu"}:
                label = "" if platform == "linux-aarch64" else "+" + variant
                family(f"whl/{variant}", label, platform, p["torch"], *given)
                family(f"whl/{variant}", label, platform, "9.9.0", "9.9.0", "9.9.0")
                for name, version in (("numpy", "1.26.3"), ("filelock", "3.13.1"),
                                      ("nvidia-cublas-cu12", "12.6.4.1")):
                    wheel(f"whl/{variant}", name, version, "py3-none-any")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve():
    handler = functools.partial(Quiet, directory=str(root))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def ask(scene, *more, check=True):
    args = ["--python", python, *more]
    for i, host in enumerate(SCENES[scene]):
        facts = work / f"{scene}.{i}.json"
        facts.write_text(subprocess.run([program, "detect", "--json", *host], text=True, check=True,
                                        stdout=subprocess.PIPE).stdout)
        args += ["--host", str(facts)]
    done = subprocess.run([program, "suggest", *args], text=True, capture_output=True)
    if check and done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return done


def plans_of(scene, installer):
    """The plans that stand together; machines without a GPU share one of their platform's."""
    answer = json.loads(ask(scene, "--json", "--installer", installer).stdout)["plans"]
    return [p for p in answer if p["part"] is not None] or answer[:1]


def want_of(plan):
    """What an installer is to bring: names and versions with the labels that the files have."""
    spec = [w for c in plan["commands"] for w in c if re.match(r"torch(vision|audio)?==", w)]
    return dict(s.split("==") for s in spec)


def extra_of(plans, plan):
    """Which extra it is in; None: plans of one platform are not several."""
    here = [p for p in plans if p["platform"] == plan["platform"]]
    if len({p["platform"] for p in plans}) == len(plans):
        return None
    same = [p for p in here if p["variant"] == plan["variant"]]
    return plan["variant"] if len(same) == 1 else \
        f"{plan['variant']}-{plan['torch'].replace('.', '-')}"


def run(folder, *argv, env=None):
    done = subprocess.run(argv, cwd=folder, text=True, capture_output=True, env={**os.environ, **(env or {})})
    if done.returncode:
        raise RuntimeError(" ".join(argv) + "\n" + done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


def fail(kind, scene, text):
    failed.append((kind, scene))
    print(f"FAILS   {kind:12} {scene:12} {text}", flush=True)


def same(what, got, want):
    if got != want:
        raise RuntimeError(f"{what}: {got}, and the plan said {want}")


def installed(folder, names):
    code = "import importlib; print(*(importlib.import_module(n).__version__ for n in %r))" % (names,)
    at = folder / ".venv/bin/python"
    return dict(zip(names, run(folder, str(at), "-c", code).split()))


def holds(marker, platform, extra, extras):
    """A marker of a lock, by the program's words for platforms and uv's for extras."""
    from packaging.markers import Marker
    env = {**MARKERS[platform], "platform_system":
           {"linux": "Linux", "win32": "Windows", "darwin": "Darwin"}[MARKERS[platform]["sys_platform"]],
           "os_name": "nt" if platform == "win-64" else "posix", "python_version": python,
           "python_full_version": python + ".9"}
    # uv writes "extra == 'extra-9-torch-env-cu118'" where extras exclude each other.
    return not marker or any(Marker(marker).evaluate({**env, "extra": e}) for e in (
        [""] if not extra else [extra, f"extra-9-torch-env-{extra}"]))


def uv_locked(folder, plan, extra):
    lock = tomllib.loads((folder / "uv.lock").read_text())
    (project,) = [p for p in lock["package"] if "virtual" in p["source"]]
    lines = project.get("dependencies", [])
    if extra:
        lines = project["optional-dependencies"][extra]
    got = {}
    for line in lines:
        if line["name"] not in FAMILY or not holds(line.get("marker"), plan["platform"], extra, None):
            continue
        versions = [p for p in lock["package"] if p["name"] == line["name"] and
                    line.get("version") in (None, p["version"]) and
                    line.get("source") in (None, p["source"])]
        same("packages for " + line["name"], len(versions), 1)
        got[line["name"]] = versions[0]["version"]
        url = versions[0]["source"]["registry"]
        want = at + ("/whl/" + plan["variant"] if plan["index_url"] else "/simple")
        same("the index of " + line["name"], url, want)
    return got


def try_uv(folder, scene, text, plans):
    (folder / "pyproject.toml").write_text(text)
    env = {"UV_CACHE_DIR": str(work / "uv"), "UV_PYTHON": base}
    uv = str(tools / "uv/bin/uv")
    run(folder, uv, "lock", env=env)
    lock = tomllib.loads((folder / "uv.lock").read_text())
    for p in lock["package"]:
        if p["name"] in ("numpy", "filelock"):
            same("the index of " + p["name"], p["source"]["registry"], at + "/simple")
    for plan in plans:
        extra = extra_of(plans, plan)
        same(f"locked for {plan['platform']} {extra or ''}", uv_locked(folder, plan, extra),
             want_of(plan))
        if plan["platform"] != "linux-64":
            continue
        chosen = ["--extra", extra] if extra else []
        for verb in (["sync"], ["run"], ["sync", "--locked"]):
            tail = ["python", "-c", ""] if verb == ["run"] else []
            run(folder, uv, *verb, *chosen, *tail, env=env)
            want = want_of(plan)
            same("installed by uv " + " ".join(verb), installed(folder, list(want)), want)
    run(folder, uv, "lock", "--check", env=env)


def pip_installs(folder, *args):
    """What pip would install, by its own report."""
    report = folder / "report.json"
    run(folder, str(venv()), "-m", "pip", "install", "--dry-run", "--quiet", "--isolated", "--no-cache-dir",
        "--ignore-installed", "--report", str(report), *args)
    return {i["metadata"]["name"]: (i["metadata"]["version"], i["download_info"]["url"])
            for i in json.loads(report.read_text())["install"]}


@functools.cache
def venv():
    subprocess.run([base, "-m", "venv", str(work / "pip")], check=True)
    return work / "pip/bin/python"


def same_by_pip(got, plan):
    want = want_of(plan)
    same("what pip takes", {n: got[n][0] for n in got if n in FAMILY}, want)
    for name in want:
        at_index = "/whl/" + plan["variant"] if plan["index_url"] else "/simple"
        same("the index of " + name, got[name][1].startswith(at + at_index + "/"), True)


def try_requirements(folder, scene, text, plans):
    (folder / "requirements.txt").write_text(text)
    for plan in plans:
        if plan["platform"] == "linux-64":
            same_by_pip(pip_installs(folder, "-r", "requirements.txt"), plan)


def try_constraints(folder, scene, text, plans):
    (folder / "constraints.txt").write_text(text)
    hint = re.search(r"^# pip install -c constraints.txt (.*) torch$", text, re.M)
    more = hint[1].split() if hint else []
    for plan in plans:
        if plan["platform"] == "linux-64":
            same_by_pip(pip_installs(folder, "-c", "constraints.txt", "--index-url", at + "/simple", *more,
                                     *want_of(plan)), plan)


def variant_wheels(plan):
    """Stand-ins of the plan's torch that differ by their properties: its own builds by CUDA, and none."""
    info = {"$schema": "https://variants-schema.wheelnext.dev/peps/825/v0.1.1.json",
            "default-priorities": {"namespace": ["nvidia"]},
            "providers": {"nvidia": {"requires": ["nvidia-variant-provider"],
                                     "plugin-api": "nvidia_variant_provider.plugin:NvidiaVariantPlugin"}},
            "variants": {"null": {}} | {
                label: {"nvidia": {"cuda_version_lower_bound": [cuda], "sm_arch": [f"{s}_real" for s in sms]}}
                for label, (cuda, sms) in codes_of(plan).items()}}
    to = work / "variants" / plan["torch"]
    to.mkdir(parents=True, exist_ok=True)
    for label, properties in info["variants"].items():
        at_info = f"torch-{plan['torch']}.dist-info"
        with zipfile.ZipFile(to / f"torch-{plan['torch']}-py3-none-any-{label}.whl", "w") as z:
            z.writestr(f"{at_info}/METADATA", f"Metadata-Version: 2.1\nName: torch\nVersion: {plan['torch']}\n")
            z.writestr(f"{at_info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            z.writestr(f"{at_info}/variant.json", json.dumps(info | {"variants": {label: properties}}))
            z.writestr(f"{at_info}/RECORD", "")
    (to / f"torch-{plan['torch']}-variants.json").write_text(json.dumps(info))
    return to


def codes_of(plan):
    """CUDA and code of each build of that release, by label."""
    rows = json.loads(subprocess.run([program, "matrix", "--json", f"torch={plan['torch']}", "platform=linux-64",
                                      "installer=pip"], capture_output=True, check=True, text=True).stdout)["rows"]
    return {r["variant"]: (r["cuda"], r["sass"]) for r in rows if r["cuda"] and r["sass"]}


def try_variants(folder, scene, text, plans):
    (plan,) = plans
    chosen = dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))
    log = run(folder, "sh", "-c", '"$0" "$@" 2>&1', str(tools / "uv/bin/uv"), "pip", "install", "-v", "--dry-run",
              "--no-index", "--python", str(venv()), "--preview-features", "wheel-variants", "--find-links",
              str(variant_wheels(plan)), f"torch=={plan['torch']}", env=chosen | {"UV_CACHE_DIR": str(work / "uv")})
    same("what uv takes", re.findall(r"none-any-(\w+)\.whl", log)[:1], [plan["variant"]])


def toml_locked(folder, name, plan, extra):
    """Of a lock of Poetry's or pdm's: the packages whose markers hold on that platform."""
    lock = tomllib.loads((folder / name).read_text())
    got = {}
    for p in lock["package"]:
        marker = p.get("markers") or p.get("marker")
        marker = marker.get("main") if isinstance(marker, dict) else marker
        if p["name"] in ("numpy", "filelock"):
            same("the version of " + p["name"], p["version"], {"numpy": "2.2.0", "filelock": "3.20.0"}[p["name"]])
        if p["name"] in FAMILY and holds(marker, plan["platform"], extra, None):
            same("one " + p["name"], p["name"] in got, False)
            got[p["name"]] = p["version"]
    return got


def try_poetry(folder, scene, text, plans):
    (folder / "pyproject.toml").write_text(text)
    env = {"POETRY_CACHE_DIR": str(work / "poetry"), "POETRY_VIRTUALENVS_IN_PROJECT": "1",
           "POETRY_KEYRING_ENABLED": "false", "POETRY_NO_INTERACTION": "1", "VIRTUAL_ENV": ""}
    poetry = str(tools / "poetry/bin/poetry")
    run(folder, poetry, "lock", env=env)
    run(folder, poetry, "check", env=env)
    for plan in plans:
        extra = extra_of(plans, plan)
        same(f"locked for {plan['platform']} {extra or ''}",
             toml_locked(folder, "poetry.lock", plan, extra), want_of(plan))
        if plan["platform"] == "linux-64":
            for verb in ("sync", "install"):
                run(folder, poetry, verb, *(["--extras", extra] if extra else []), env=env)
                same("installed by poetry " + verb, installed(folder, list(want_of(plan))), want_of(plan))
    run(folder, poetry, "check", "--lock", env=env)


def try_pdm(folder, scene, text, plans):
    (folder / "pyproject.toml").write_text(text)
    env = {"PDM_CHECK_UPDATE": "0", "PDM_CACHE_DIR": str(work / "pdm")}
    pdm = str(tools / "pdm/bin/pdm")
    run(folder, pdm, "use", "-f", base, env=env)
    run(folder, pdm, "lock", env=env)
    for plan in plans:
        same("locked", toml_locked(folder, "pdm.lock", plan, None), want_of(plan))
        for verb in (["sync", "--clean"], ["install"]):
            run(folder, pdm, *verb, env=env)
            same("installed by pdm " + verb[0], installed(folder, list(want_of(plan))), want_of(plan))


def try_dockerfile(folder, scene, text, plans):
    """Each stage's command, by pip instead of docker."""
    stages = re.split(r"^(?=FROM )", text, flags=re.M)[1:]
    same("stages", len(stages), len(plans))
    for plan, stage in zip(plans, stages):
        (command,) = re.findall(r"^RUN (\[.*\])$", stage, re.M)
        words = json.loads(command)
        same("the command", words[:4], ["python", "-m", "pip", "install"])
        if plan["platform"] == "linux-64":
            same_by_pip(pip_installs(folder, *words[4:]), plan)


def try_slurm(folder, scene, text, plans):
    """A feature for each plan; tests/fleet.sh gives the lines to a real Slurm."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    same("features", len(lines), len(plans))


def try_k8s(folder, scene, text, plans):
    """The DaemonSet, and a Job for each plan; tests/fleet.sh looks at them closely."""
    import yaml
    same("jobs", [d["kind"] for d in yaml.safe_load_all(text)], ["DaemonSet"] + ["Job"] * len(plans))


def try_actions(folder, scene, text, plans):
    """The list of each job by pip; the whole against the public schema of workflows."""
    import yaml
    (folder / "torch.yml").write_text(text)
    run(folder, str(tools / "rattler/bin/check-jsonschema"), "--builtin-schema", "vendor.github-workflows",
        "torch.yml")
    every = yaml.safe_load(text)["jobs"]["torch"]["strategy"]["matrix"]["include"]
    jobs = [j for j in every if not j["name"].endswith("-no-gpu")]
    same("jobs", len(jobs), len(plans))
    same("jobs without a GPU", len(every) - len(jobs), int(scene == "runners"))
    for plan, job in zip(plans, jobs):
        same("the Python", job["python"], python)
        if plan["platform"] == "linux-64":
            (folder / "list.txt").write_text(job["requirements"])
            same_by_pip(pip_installs(folder, "-r", "list.txt"), plan)


# --- conda and pixi: by rattler's solver, from a channel of stand-ins -----------------------------

def conda_specs(plan):
    (specs,) = [[w for w in c if re.match(r"[a-z-]+[=<]", w)] for c in plan["commands"][:1]]
    return specs


def records_of(plan):
    """What the plan names, beside a build for the CPU with a higher number, another CUDA, and a
    newer release."""
    made = {}
    cuda = plan["cuda"]

    def add(name, version, build, depends=(), number=0):
        made[f"{name}-{version}-{build}.conda"] = {
            "name": name, "version": version, "build": build, "build_number": number, "subdir": plan["platform"],
            "depends": list(depends), "constrains": [], "md5": "0" * 32, "sha256": "0" * 64, "size": 1,
            "timestamp": 1700000000000}

    for spec in conda_specs(plan):
        name, version, build = (spec.replace("==", "=").split("=") + [None, None])[:3]
        if "<" in spec:
            name, bound = spec.split("<")
            add(name, bound, "h1_0")
            add(name, "1.0" if not bound.startswith("1") else "0.9", "h0_0")
            continue
        build = (build or "h0_0").replace("*", "_x_0")
        needs = []
        if name == "pytorch":
            needs = [f"python {python}.*"] + ([f"__cuda >={cuda.split('.')[0]}"] if cuda else [])
            add(name, version, "cpu_generic_py_h9_999", [f"python {python}.*"], 999)
            add(name, "9.9.0", "cpu_h9_0", [f"python {python}.*"])
            add(name, "9.9.0", "cuda999_h9_0", ["__cuda >=99"])
        add(name, version + (".9" if name == "python" else ""), build, needs)
        if name == "cuda-version":
            add(name, "99.0", "h0_0")
        if name == "python":
            add(name, "3.99.0", "h0_0")
    return made


def solve(folder, plan, channels, specs, virtual):
    """Runs where rattler is installed; the records as name: (version, build)."""
    at = folder / "channels"
    own = plan["channel"].replace("defaults", "main")
    for channel in channels:
        for subdir in (plan["platform"], "noarch"):
            (at / channel / subdir).mkdir(parents=True, exist_ok=True)
            packages = records_of(plan) if channel == own and subdir != "noarch" else {}
            (at / channel / subdir / "repodata.json").write_text(json.dumps(
                {"info": {"subdir": subdir}, "packages": {}, "packages.conda": packages, "repodata_version": 1}))
    code = """
import asyncio, json, os, sys
import rattler
from rattler.package.build_string import BuildString
channels, specs, platform, virtual = json.load(sys.stdin)
found = asyncio.run(rattler.solve(
    [rattler.Channel(c) for c in channels], [rattler.MatchSpec(s) for s in specs],
    platforms=[platform, "noarch"], virtual_packages=[rattler.GenericVirtualPackage(
        rattler.PackageName(n), rattler.Version(v), BuildString("0")) for n, v in virtual.items()]))
print(json.dumps({r.name.normalized: [str(r.version), str(r.build)] for r in found}), flush=True)
os._exit(0)  # its threads outlive the interpreter
"""
    done = subprocess.run([str(tools / "rattler/bin/python"), "-c", code], text=True, capture_output=True,
                          input=json.dumps([[(at / c).as_uri() for c in channels], specs, plan["platform"], virtual]))
    if done.returncode:
        raise RuntimeError(f"exit {done.returncode}: " + done.stdout + done.stderr[-1500:])
    found = json.loads(done.stdout)
    for spec in conda_specs(plan):
        name, version, build = (spec.replace("==", "=").split("=") + [None, None])[:3]
        if "<" in spec:
            same("a bound", spec.split("<")[0] not in found, True) if spec.split("<")[0] not in found else None
            continue
        got = found[name]
        if build:
            same(name, got, [version, build.replace("*", "_x_0")])
        else:
            same(name, got[0].startswith(version), True)


def lowest_sm(plan):
    sms = [g["sm"] for g in plan["gpus"] if g["sm"]]
    return min((int(s.rstrip("af")) for s in sms), default=None)


def try_environment(folder, scene, text, plans):
    import yaml
    (plan,) = plans
    file = yaml.safe_load(text)
    channels = [c for c in file["channels"] if c != "nodefaults"]
    virtual = {"__cuda": plan["cuda"], "__cuda_arch": "%.1f" % (lowest_sm(plan) / 10)} if plan["cuda"] else {}
    solve(folder, plan, channels, [d for d in file["dependencies"] if isinstance(d, str)], virtual)


def pixi_specs(table, at_folder):
    for name, spec in table.items():
        spec = {"version": spec} if isinstance(spec, str) else spec
        channel = (at_folder / "channels" / spec["channel"]).as_uri() + "::" if "channel" in spec else ""
        yield f"{channel}{name} {spec['version']}" + (f" {spec['build']}" if "build" in spec else "")


def try_pixi(folder, scene, text, plans):
    file = tomllib.loads(text)
    (folder / "pixi.toml").write_text(text)
    if os.environ.get("PIXI_SCHEMA"):
        (folder / "pixi.json").write_text(json.dumps(file))
        run(folder, str(tools / "rattler/bin/check-jsonschema"), "--schemafile", os.environ["PIXI_SCHEMA"], "pixi.json")
    places = {p.get("name", p["platform"]): p for p in file["workspace"]["platforms"]}
    for plan in plans:
        extra = extra_of(plans, plan)
        tables = file["feature"][extra] if extra else file
        (name,) = [n for n, p in places.items() if p["platform"] == plan["platform"] and
                   p.get("cuda") == (plan["cuda"] and plan["cuda"].split(".")[0]) and
                   (not extra or n in tables["platforms"])]
        cuda = places[name].get("cuda")
        target = tables.get("target", {}).get(name, tables)
        solve(folder, plan, file["workspace"]["channels"], list(pixi_specs(target["dependencies"], folder)),
              {"__cuda": cuda} if cuda else {})


TRIES = {
    "uv": try_uv,
    "pixi": try_pixi,
    "environment": try_environment,
    "dockerfile": try_dockerfile,
    "actions": try_actions,
    "slurm": try_slurm,
    "k8s": try_k8s,
    "poetry": try_poetry,
    "pdm": try_pdm,
    "requirements": try_requirements,
    "constraints": try_constraints,
    "variants": try_variants,
}
# What one such file cannot hold.
REFUSED = {(kind, scene) for kind in ("requirements", "constraints", "pdm") for scene in ("generations", "both")} | {
    ("pdm", "platforms"), ("pdm", "runners")} | {
    (kind, s) for kind in ("dockerfile", "slurm", "k8s") for s in ("platforms", "both", "runners")} | {
    ("variants", s) for s in ("cpu", "platforms", "generations", "both", "runners")}

if __name__ == "__main__":
    every = {i: {s: plans_of(s, i) for s in SCENES} for i in ("pip", "conda")}
    make_index([p for plans in every["pip"].values() for p in plans])
    at = serve()
    for kind in chosen or TRIES:
        by = "conda" if kind in ("pixi", "environment") else "pip"
        for scene, plans in every[by].items():
            folder = work / f"{kind}.{scene}"
            folder.mkdir()
            done = ask(scene, "-q", "--emit", kind, "-i", at + "/whl", "-i", at + "/simple")
            try:
                if (kind, scene) in REFUSED or (kind == "environment" and len(plans) > 1):
                    same("exit code and length", (done.returncode, len(done.stdout)), (1, 0))
                    print(f"refused {kind:12} {scene}", flush=True)
                    continue
                if not done.stdout:
                    raise RuntimeError(done.stderr)
                TRIES[kind](folder, scene, done.stdout, plans)
                print(f"locked  {kind:12} {scene:12} " + ", ".join(
                    f"{p['torch']} {p['variant']} {p['platform']}" for p in plans), flush=True)
            except Exception as e:
                fail(kind, scene, e)
    shutil.rmtree(work)
    print(f"real files: {len(failed)} failed")
    sys.exit(bool(failed))
