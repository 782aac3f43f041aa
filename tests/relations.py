"""What holds of any two answers, whatever the matrix: relations.py PROGRAM COUNT [SEED].

Random machines and wishes; each relation says which other question has which answer. What fails is
made smaller as long as it fails, and printed as a scenario.
"""
import collections
import json
import random
import re
import shlex
import subprocess
import sys

PROGRAM, COUNT = sys.argv[1], int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
GPUS = {"Tesla K80": "37", "GTX 980": "52", "GTX 1080 Ti": "61", "V100": "70", "T4": "75",
        "A100": "80", "RTX 3090": "86", "RTX 4090": "89", "H100": "90", "RTX 5090": "120"}
DRIVERS = ["390.157", "418.226.00", "450.80.02", "470.256.02", "525.60.13", "535.183.01",
           "550.54.15", "570.86.15", "580.65.06"]
WISHES = ["torch>=2", "torch==2.1.*", "torch<2", "torchvision", "torchaudio", "torchtext",
          "flash-attn", "xformers", "torch-scatter", "bitsandbytes"]
LAST_DRIVER = {"37": 470, "52": 580, "61": 580, "70": 580}


def version(text):
    return [int(x) for x in re.findall(r"\d+", text)]


def options(case):
    ret = list(case["wishes"])
    for g in case["gpus"]:
        ret += ["--gpu", g]
    for name in ("driver", "platform", "python", "installer"):
        if case[name]:
            ret += ["--" + name, case[name]]
    return ret


class Broken(Exception):
    """The program ended without an answer."""


def run(args, text=None):
    p = subprocess.run([PROGRAM, *args], input=text, capture_output=True, text=True, check=False)
    if p.returncode not in (0, 1, 2, 3):
        raise Broken("exit code %d" % p.returncode)
    return p.returncode, p.stdout


def held_by(relation, case):
    try:
        return relation(case)
    except Broken as e:
        return str(e)


def ask(case, *more):
    code, out = run(["suggest", "--json", *options(case), *more])
    return code, json.loads(out) if out else {"plans": [], "instead": []}


def first(answer):
    """The plans that stand together, each as what is installed."""
    plans = answer["plans"]
    parts = [p for p in plans if p.get("part") is not None and
             p["installer"] == plans[0]["installer"]] or plans[:1]
    return [(p["torch"], p["variant"], p["python"], p["channel"], p["build"]) for p in parts]


def without(case, **what):
    return dict(case, **what)


def own_version(case):
    code, answer = ask(case)
    if code or not answer["plans"]:
        return None
    p = answer["plans"][0]
    if p["build"] or not p["certain"]:
        return None
    others = [w for w in case["wishes"] if not re.match(r"torch[<>=]", w)]
    again = without(case, wishes=others + ["torch==%s+%s" % (p["torch"], p["variant"])])
    have = first(ask(again)[1])
    if [x[:3] for x in have] != [x[:3] for x in first(answer)]:
        return "own version as wish: %s, before %s" % (have, first(answer))
    return True


def newer_driver(case):
    at = DRIVERS.index(case["driver"]) + 1 if case["driver"] in DRIVERS else len(DRIVERS)
    if at >= len(DRIVERS) or case["platform"] == "win-64":
        return None
    branch = int(DRIVERS[at].split(".")[0])
    if any(branch > LAST_DRIVER.get(GPUS[g], 999) for g in case["gpus"]):
        return None
    code, answer = ask(case)
    if code or not answer["plans"] or not answer["plans"][0]["certain"]:
        return None
    newer, then = ask(without(case, driver=DRIVERS[at]))
    if newer or version(then["plans"][0]["torch"]) < version(answer["plans"][0]["torch"]):
        return "driver %s: exit %d, %s; before %s" % (DRIVERS[at], newer, first(then),
                                                      first(answer))
    return True


def another_gpu(case):
    code, answer = ask(case)
    if code or not answer["plans"] or not answer["plans"][0]["certain"]:
        return None
    gpu = list(GPUS)[len(json.dumps(case)) % len(GPUS)]
    more, then = ask(without(case, gpus=case["gpus"] + [gpu]))
    if more or not then["plans"]:
        return None
    if version(then["plans"][0]["torch"]) > version(answer["plans"][0]["torch"]):
        return "with %s as well: %s, before %s" % (gpu, first(then), first(answer))
    return True


def hosts_of(case):
    """Each GPU as a machine of its own; where no driver is told, with one of its own, too."""
    return [{"source": "x", "name": "n%d" % i, "platform": case["platform"] or "linux-64",
             "glibc": "2.39", "driver": case["driver"] or DRIVERS[sum(map(ord, g)) % len(DRIVERS)],
             "gpus": [{"index": 0, "name": g, "sm": GPUS[g], "sm_candidates": [GPUS[g]]}]}
            for i, g in enumerate(case["gpus"])]


def ask_hosts(case, hosts):
    more = options(without(case, gpus=[], driver=None, platform=None))
    code, out = run(["suggest", "--json", *more, "--host", "-"],
                    json.dumps({"schema_version": 1, "hosts": hosts}))
    return code, json.loads(out) if out else {"plans": [], "instead": []}


def host_twice(case):
    hosts = hosts_of(case)
    once, twice = ask_hosts(case, hosts), ask_hosts(case, hosts + hosts[:1])
    if once[0] != twice[0] or first(once[1]) != first(twice[1]):
        return "a host twice: %s, once %s" % (first(twice[1]), first(once[1]))
    return True


def order(case):
    hosts = hosts_of(case)
    one = ask_hosts(case, hosts)
    other = ask_hosts(without(case, wishes=case["wishes"][::-1]), hosts[::-1])
    if one[0] != other[0] or sorted(first(one[1]), key=str) != sorted(first(other[1]), key=str):
        return "the other way round: %s, else %s" % (first(other[1]), first(one[1]))
    one, other = ask(case), ask(without(case, gpus=case["gpus"][::-1]))
    if one[0] != other[0] or sorted(first(one[1]), key=str) != sorted(first(other[1]), key=str):
        return "GPUs the other way round: %s, else %s" % (first(other[1]), first(one[1]))
    return True


def one_truth(case):
    code, answer = ask(case)
    plans = first(answer)
    text_code, text = run(["suggest", *options(case)])
    if not plans:
        return None if text_code == code else "text: exit %d, JSON %d" % (text_code, code)
    named = re.findall(r"^(?:Install|And) +torch ([\d.]+)", text, re.M)
    if text_code != code or named != [p[0] for p in plans]:
        return "text: %s, JSON %s" % (named, plans)
    if answer["plans"][0]["build"] or case["installer"] == "conda":
        return True
    # A list holds one plan; the parts of a project share the oldest Python of theirs.
    if len(plans) > 1 and len({p[2] for p in plans}) > 1:
        return True
    for kind in ("requirements", "uv")[len(plans) > 1:]:
        emit_code, out = run(["suggest", *options(case), "--emit", kind])
        have = set(re.findall(r'torch==([\d.]+)', out))
        if emit_code != code or have != {p[0] for p in plans}:
            return "--emit %s: exit %d, %s; text: exit %d, %s" % (kind, emit_code, have, code, plans)
    return True


def doctor_agrees(case):
    code, answer = ask(case)
    if code or not answer["plans"]:
        return None
    p = answer["plans"][0]
    if p["build"] or not p["certain"] or set(p["warnings"]) - {"CP111", "CP112", "CP116"}:
        return None
    lines = ["torch %s+%s" % (p["torch"], p["variant"])]
    for name in ("torchvision", "torchaudio"):
        if p[name] not in (None, "none"):
            lines.append("%s %s+%s" % (name, p[name], p["variant"]))
    machine = options(without(case, wishes=[], installer=None, python=p["python"]))
    code, out = run(["doctor", "--json", "--pip-list", "-", *machine], "\n".join(
        ["Package Version", "------- -------", *lines]) + "\n")
    bad = [f for f in json.loads(out)["findings"] if f["severity"] != "note"]
    if code or bad:
        return "doctor of %s: exit %d, %s" % (lines, code, [f["code"] for f in bad])
    return True


RELATIONS = [own_version, newer_driver, another_gpu, host_twice, order, one_truth, doctor_agrees]


def smaller(case):
    """Every case with one thing less."""
    for key in ("wishes", "gpus"):
        for i in range(len(case[key])):
            if key != "gpus" or len(case[key]) > 1:
                yield without(case, **{key: case[key][:i] + case[key][i + 1:]})
    for key in ("python", "installer", "platform", "driver"):
        if case[key]:
            yield without(case, **{key: None})


def shrink(relation, case):
    why = held_by(relation, case)
    for less in smaller(case):
        if isinstance(held_by(relation, less), str):
            return shrink(relation, less)
    return case, why


def random_case(rng):
    return {"gpus": [rng.choice(list(GPUS)) for _ in range(rng.choice([1, 1, 2, 3]))],
            "driver": rng.choice([None, *DRIVERS[2:], DRIVERS[-1]]),
            "platform": rng.choice(["linux-64"] * 5 + ["win-64", "linux-aarch64"]),
            "python": rng.choice([None, None, "3.10", "3.12", "3.13"]),
            "installer": rng.choice([None, "pip", "pip", "conda"]),
            "wishes": rng.sample(WISHES, rng.choice([0, 0, 1, 2]))}


def main():
    rng = random.Random(SEED)
    held, wrong = collections.Counter(), 0
    for i in range(COUNT):
        case = random_case(rng)
        if case["platform"] == "win-64" and case["driver"]:
            case["driver"] = "581.15"
        relation = RELATIONS[i % len(RELATIONS)]
        why = held_by(relation, case)
        if isinstance(why, str):
            wrong += 1
            case, why = shrink(relation, case)
            print("# %s: %s\nRun: cudaplan suggest %s\n" % (
                relation.__name__, why, shlex.join(options(case))))
        elif why:
            held[relation.__name__] += 1
    print("relations: %s; %d wrong" % (
        ", ".join("%s %d" % (r.__name__, held[r.__name__]) for r in RELATIONS), wrong))
    return 1 if wrong or min(held[r.__name__] for r in RELATIONS) < COUNT // 40 else 0


if __name__ == "__main__":
    sys.exit(main())
