#!/bin/sh
# fleet.sh PROGRAM SAMPLES: texts of clusters held against their labels: the nodes by name, how many
# GPUs each has, their compute capabilities and driver. The number of right ones may only rise.
set -eu
program=$1
samples=$2/fleet
least=${3:-69}
[ -d "$samples" ] || exit 0
python3 - "$program" "$samples" "$least" <<'PY'
import json, subprocess, sys

program, samples, least = sys.argv[1], sys.argv[2], int(sys.argv[3])


def found(path):
    run = subprocess.run([program, "detect", "--json", "--host", path], capture_output=True)
    return json.loads(run.stdout)["hosts"] if run.stdout else None


def faults(label, hosts):
    if hosts is None:
        return ["refused"]
    if len(hosts) != len(label["nodes"]):
        return ["%d hosts, not %d" % (len(hosts), len(label["nodes"]))]
    names = {h["name"]: h for h in hosts if h["name"]}
    bad = []
    for i, node in enumerate(label["nodes"]):
        host = names.get(node["name"], hosts[i])
        gpus = node.get("gpus") or []
        count = sum(g.get("count") or 0 for g in gpus)
        sms = {g["sm"].replace(".", "") for g in gpus if g.get("sm")}
        if count and len(host["gpus"]) != count and not any(g.get("mig") for g in gpus):
            bad.append("%s: %d GPUs, not %d" % (node["name"], len(host["gpus"]), count))
        if sms and {g["sm"] for g in host["gpus"] if g["sm"]} != sms:
            bad.append("%s: not %s" % (node["name"], sms))
        if host["driver"] != node["driver"]:
            bad.append("%s: driver %s" % (node["name"], host["driver"]))
        if not gpus and host["gpus"]:
            bad.append("%s: GPUs that nobody told of" % node["name"])
    return bad


right = 0
labels = [json.loads(line) for line in open(samples + "/labels.jsonl")]
for label in labels:
    bad = faults(label, found(samples + "/" + label["file"]))
    right += not bad
    if bad:
        print(label["file"], "; ".join(bad[:3]))
print(right, "of", len(labels), "texts of clusters read")
sys.exit(right < least)
PY
