"""Whether every command says the same of a build and a machine: agree.py PROGRAM PAIRS [SEED].

Random wheels of the matrix on random machines. suggest is asked once of each machine for all of its
candidates, and of every fourth pair by the wish for that build; inspect of all names that fall to a
machine at once; explain and doctor of every pair. What disagrees is printed as what was asked.
"""
import collections
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile

PROGRAM, PAIRS = sys.argv[1], int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 29
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "torch", "wheel.csv")
GPUS = "35 37 50 61 70 75 80 86 89 90 100 120".split()
DRIVERS = {"linux-64": "418.87.01 450.80.02 470.82.01 525.60.13 535.104.05 550.54.15 570.124.06 580.65.06",
           "win-64": "452.39 472.12 528.33 537.58 551.61 572.16 580.88 591.44"}
UNREAD = "comes from a build script"
WORDS = {True: "yes", False: "no", None: "not known"}


def run(*args):
    p = subprocess.run([PROGRAM, *args], capture_output=True, text=True, check=False)
    if p.returncode not in (0, 1):
        raise SystemExit("agree: exit code %d: %s" % (p.returncode, " ".join(args)))
    return json.loads(p.stdout), p.stdout


def builds():
    """(torch, variant, platform, name of a file of it): None where no name tells the variant."""
    told = collections.defaultdict(set)
    with open(TABLE, newline="", encoding="utf-8") as f:
        for r in csv.DictReader(f):
            if r["abi"].startswith("cp"):
                abi = r["abi"].split()[0]
                version = r["torch"] + ("+" + r["local"] if r["local"] else "")
                told["torch-%s-%s-%s-%s.whl" % (version, re.match(r"cp\d+", abi)[0], abi, r["tag"].split()[0])].add(
                    (r["release"], r["variant"], r["platform"]))
    names = {builds.pop(): name for name, builds in told.items() if len(builds) == 1}
    keys = {(r["torch"], r["variant"], r["platform"])
            for r in run("matrix", "--json", "installer=pip")[0]["rows"]
            if r["variant"].startswith("cu") and r["platform"] in DRIVERS}
    return [(*k, names.get(k)) for k in sorted(keys)]


def of_plans(answer, torch, variant):
    """True, None (not certain) or False, by the plans for that build."""
    certain = [p["certain"] for p in answer["plans"] if (p["torch"], p["variant"]) == (torch, variant)]
    return True if any(certain) else None if certain else False


def of_doctor(answer):
    """False: an error; None: not known whether it runs; True: neither."""
    errors = [f for f in answer["findings"] if f["severity"] == "error"]
    unknown = any(f["code"] == "CP109" for f in answer["findings"])
    return False if errors else None if unknown else True


def disagree(build, machine, all_of, inspected, by_wish):
    """What the commands say of one pair, and each sentence that another contradicts."""
    torch, variant = build[:2]
    say = of_plans(all_of, torch, variant)
    ret = []
    asked = "torch==%s+%s" % (torch, variant)
    explain, explain_text = run("explain", "--json", asked, *machine)
    if explain["fits"] is not say:
        ret.append("explain says %s" % WORDS[explain["fits"]])
    if by_wish:
        wish = of_plans(run("suggest", "--json", "--installer", "pip", asked, *machine)[0], torch, variant)
        if wish is not say:
            ret.append("suggest by the wish says %s" % WORDS[wish])
    if inspected:
        runs = inspected["gpus"][0]["runs"]
        if runs is not say and not (say is None and runs is False):
            ret.append("inspect says %s" % WORDS[runs])
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("Package Version\n------- -------\ntorch %s+%s\n" % (torch, variant))
        f.flush()
        doctor, doctor_text = run("doctor", "--json", "--pip-list", f.name, *machine)
    have = of_doctor(doctor)
    if have is not say and not (say is None and have is False):
        ret.append("doctor says %s" % WORDS[have])
    plan = [p for p in all_of["plans"] if (p["torch"], p["variant"]) == (torch, variant)]
    said = {"suggest": UNREAD in json.dumps(plan), "explain": UNREAD in explain_text,
            "doctor": UNREAD in doctor_text}
    if inspected:
        said["inspect"] = UNREAD in json.dumps(inspected)
    if say is None and len(set(said.values())) > 1:
        ret.append("where the list of code is from says only %s" % [k for k in said if said[k]])
    return say, ret


def main():
    rng = random.Random(SEED)
    every = builds()
    machines = collections.defaultdict(list)
    for _ in range(PAIRS):
        b = rng.choice(every)
        machines[(rng.choice(GPUS), rng.choice(DRIVERS[b[2]].split()), b[2])].append(b)
    counts, wrong, named = collections.Counter(), 0, 0
    for (sm, driver, platform), of in machines.items():
        machine = ("--gpu", "sm_" + sm, "--driver", driver, "--platform", platform)
        all_of = run("suggest", "--json", "--all", "--installer", "pip", *machine)[0]
        names = sorted({b[3] for b in of if b[3]})
        items = run("inspect", "--json", *names, *machine)[0]["items"] if names else []
        inspected = dict(zip(names, items))
        for b in of:
            named += b[3] is not None
            say, bad = disagree(b, machine, all_of, inspected.get(b[3]), sum(counts.values()) % 4 == 0)
            counts[say] += 1
            wrong += len(bad)
            for why in bad:
                print("agree: suggest says %s of torch==%s+%s %s, %s" % (
                    WORDS[say], b[0], b[1], " ".join(machine), why))
    print("agree: suggest, explain and doctor of %d builds on %d machines, inspect of %d that a name tells: "
          "%d yes, %d no, %d not known; %d disagree" % (
              PAIRS, len(machines), named, counts[True], counts[False], counts[None], wrong))
    return 1 if wrong or named < PAIRS // 2 or min(counts.values()) < PAIRS // 100 else 0


if __name__ == "__main__":
    sys.exit(main())
