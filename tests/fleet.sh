#!/bin/sh
# fleet.sh PROGRAM FAKE: the engines that clusters have, for real. A Slurm of six nodes on this machine
# (munged, slurmctld, six slurmd, each begun and ended here by its number), pdsh and clush with their
# exec worker, Ansible with local connections over twenty nodes. What the nodes have comes from
# stand-ins for NVIDIA's libraries. Manifests of Kubernetes are looked at and held against the public
# schemas of its API, which PyPI's kubernetes-validate has; no cluster judges them.
# shellcheck disable=SC2317
set -u
program=$(realpath "$1") FAKE=$(realpath "$2") FILES=$(realpath tests/files)
tmp=$(mktemp -d) pids=
# Not as "program", which wrappers of python3 set for themselves.
export CUDAPLAN="$program" FAKE FILES tmp
failed=0
ends() {
	for p in $pids; do
		kill "$p" 2>/dev/null
	done
	wait
	rm -rf "$tmp"
}
trap ends EXIT
trap 'exit 1' INT TERM
fail() {
	echo "fleet: $1"
	failed=1
}
same() {
	[ "$2" = "$3" ] || fail "$1: '$2', not '$3'"
}
for p in slurmctld slurmd munged srun scontrol clush pdsh ansible-playbook; do
	command -v "$p" >/dev/null || {
		echo "fleet: $p is not here: sh tests/deps.sh fleet"
		exit 1
	}
done
[ -f "$FAKE/nvml.so" ] || { echo "fleet: no $FAKE/nvml.so"; exit 1; }

# nvml NODE DRIVER CUDA COUNT NAME CC: what the libraries say there.
nvml() {
	printf 'driver %s\nlibrary %s\ncuda %s\n' "$2" "$2" "$3" >"$tmp/$1.nvml"
	printf 'version %s\nisa 84\n' "$3" >"$tmp/$1.cuda"
	i=0
	while [ "$i" -lt "$4" ]; do
		gpu=$(printf 'gpu %s\nname %s\nuuid GPU-00000000-0000-4000-8000-00000000000%s\ncc %s' "$i" "$5" "$i" "$6")
		printf '%s\nbus 0:%s:0\nmemory 16384\n' "$gpu" "$((i + 1))" >>"$tmp/$1.nvml"
		printf '%s\n' "$gpu" >>"$tmp/$1.cuda"
		i=$((i + 1))
	done
}
# One file for all nodes, copied nowhere: NODE COMMAND…
cat >"$tmp/node" <<'N'
#!/bin/sh
node=$1
shift
export CUDAPLAN_ROOT="$FILES/root/node" CUDAPLAN_NVML="$FAKE/nvml.so" CUDAPLAN_LIBCUDA="$FAKE/cuda.so"
export FAKE_NVML="$tmp/$node.nvml" FAKE_CUDA="$tmp/$node.cuda"
case $1 in verify)
	case $node in
	*bad) FAKE_CUDA=/nonexistent ;;
	*hang) exec sleep 60 ;;
	*cut) exec "$CUDAPLAN" "$@" | head -c 300 ;;
	esac ;;
esac
exec "$CUDAPLAN" "$@"
N
chmod +x "$tmp/node"

# --- Slurm --------------------------------------------------------------------------------------

h=$(hostname -s)
mkdir "$tmp/state" "$tmp/spool"
chmod 755 "$tmp"
dd if=/dev/urandom of="$tmp/key" bs=1024 count=1 2>/dev/null
chmod 400 "$tmp/key"
touch "$tmp/dev0" "$tmp/dev1"
nodes="v01 v02 v03 r01 r02 k01"
for n in v01 v02 v03; do nvml $n 535.183.01 12020 2 'Tesla V100-SXM2-16GB' 7.0; done
for n in r01 r02; do nvml $n 575.57.08 12090 1 'NVIDIA GeForce RTX 5090' 12.0; done
nvml k01 470.256.02 11040 1 'Tesla K80' 3.7
# The lines of the nodes with what --emit slurm says of their features, where it has said it.
conf() {
	cat <<-C
	ClusterName=check
	SlurmctldHost=$h(127.0.0.1)
	SlurmctldPort=17801
	SlurmUser=$(id -un)
	SlurmdUser=$(id -un)
	AuthType=auth/munge
	AuthInfo=socket=$tmp/munge.socket
	StateSaveLocation=$tmp/state
	SlurmdSpoolDir=$tmp/spool/%n
	SlurmctldPidFile=$tmp/slurmctld.pid
	SlurmdPidFile=$tmp/slurmd.%n.pid
	ProctrackType=proctrack/linuxproc
	TaskPlugin=task/none
	JobAcctGatherType=jobacct_gather/none
	SelectType=select/cons_tres
	SelectTypeParameters=CR_Core
	GresTypes=gpu
	MpiDefault=none
	ReturnToService=2
	SlurmdParameters=config_overrides
	PartitionName=all Nodes=ALL Default=YES State=UP
	C
	port=17811
	for n in $nodes; do
		gres=gpu:k80:1
		case $n in v*) gres=gpu:v100:2 ;; r*) gres=gpu:rtx5090:1 ;; esac
		feature=
		[ ! -f "$tmp/torch.conf" ] || feature=$(while read -r name what; do
			scontrol show hostnames "${name#NodeName=}" | grep -qx "$n" && echo "$what"
		done <"$tmp/torch.conf")
		echo "NodeName=$n NodeHostname=$h NodeAddr=127.0.0.1 Port=$port CPUs=2 Gres=$gres $feature"
		port=$((port + 1))
	done
}
export SLURM_CONF="$tmp/slurm.conf"
conf >"$tmp/slurm.conf.new"
mv "$tmp/slurm.conf.new" "$tmp/slurm.conf"
{
	echo "NodeName=v[01-03] Name=gpu Type=v100 File=$tmp/dev[0-1]"
	echo "NodeName=r[01-02] Name=gpu Type=rtx5090 File=$tmp/dev0"
	echo "NodeName=k01 Name=gpu Type=k80 File=$tmp/dev0"
} >"$tmp/gres.conf"
echo 'CgroupPlugin=cgroup/v1' >"$tmp/cgroup.conf"
munged --foreground --force --key-file="$tmp/key" --socket="$tmp/munge.socket" \
	--pid-file="$tmp/munged.pid" --log-file="$tmp/munged.log" --seed-file="$tmp/seed" 2>"$tmp/munged.err" &
pids="$!"
i=0
while [ ! -S "$tmp/munge.socket" ] && [ "$i" -lt 50 ]; do sleep 0.2; i=$((i + 1)); done
slurmctld -D >"$tmp/slurmctld.log" 2>&1 &
pids="$! $pids"
for n in $nodes; do
	slurmd -D -N "$n" >"$tmp/slurmd.$n.log" 2>&1 &
	pids="$! $pids"
done
i=0
while [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -lt 6 ] && [ "$i" -lt 60 ]; do
	sleep 0.5
	i=$((i + 1))
done
same 'nodes of Slurm that are up' "$(sinfo -h -N -t idle -o %N | sort | xargs)" 'k01 r01 r02 v01 v02 v03'

# A file a node, for srun cuts what nodes print into pieces and mixes them; %N is one name here.
mkdir "$tmp/nodes"
# shellcheck disable=SC2016
timeout 60 srun -N 6 --exclusive --ntasks-per-node=1 --output="$tmp/nodes/%n.json" env -u CUDA_VISIBLE_DEVICES sh -c \
	'"$tmp/node" "$SLURMD_NODENAME" detect --json | sed "s/^/$SLURMD_NODENAME: /"'
same 'answers of srun' "$(cat "$tmp"/nodes/*.json | wc -l)" 6
"$program" suggest --installer pip --json --host "$tmp/nodes" >"$tmp/plan.json"
ask() {
	python3 -c "import json, sys; d = json.load(open(sys.argv[1])); print($1)" "$tmp/plan.json"
}
same 'groups' "$(ask '" ".join(sorted(g["names"] for g in d["groups"]))')" 'k01 r[01-02] v[01-03]'
parts=$(ask 'd["fleet"]["environments"]')
same 'environments' "$parts" 2
same 'all are served' "$(ask 'd["fleet"]["serves_all"]')" True

"$program" suggest -q --host "$tmp/nodes" --emit slurm 2>/dev/null | grep '^NodeName=' >"$tmp/torch.conf"
same 'features' "$(wc -l <"$tmp/torch.conf")" "$parts"
conf >"$tmp/slurm.conf.new"
mv "$tmp/slurm.conf.new" "$tmp/slurm.conf"
scontrol reconfigure
sleep 2
# Jobs land by constraint where their plan runs: asked on the node itself.
while read -r name feature; do
	feature=${feature#Feature=}
	there=$(scontrol show hostnames "${name#NodeName=}" | sort | xargs)
	n=$(echo "$there" | wc -w)
	variant=$(ask "next(p['torch'] + '+' + p['variant'] for p in d['plans'] if p['part'] is not None and '${feature}' in ('torch-' + p['variant'], 'torch-' + p['variant'] + '-' + p['torch'].replace('.', '-')))")
	export variant
	# shellcheck disable=SC2016
	landed=$(timeout 60 srun -N "$n" --ntasks-per-node=1 --gpus-per-node=1 --constraint="$feature" --input=none sh -c \
		'"$tmp/node" "$SLURMD_NODENAME" explain "torch==$variant" >/dev/null && echo "$SLURMD_NODENAME"' |
		sort | xargs)
	same "jobs of $feature with torch $variant" "$landed" "$there"
done <"$tmp/torch.conf"
scontrol show node | "$program" suggest --installer pip --platform linux-64 --json --host - >"$tmp/plan.json" 2>/dev/null
same 'nodes of scontrol' "$(ask 'len(d["hosts"])')" 6
sinfo -N -o '%N %G %f' | "$program" detect --json --host - >"$tmp/plan.json"
same 'nodes of sinfo' "$(ask 'len(d["hosts"])')" 6
echo "fleet: Slurm $(slurmctld -V | cut -d' ' -f2), 6 nodes in 3 groups, $parts environments, jobs land where they run"

# --- pdsh and clush ----------------------------------------------------------------------------

twenty='n[01-17],n18bad,n19hang,n20cut'
for n in $(nodeset -e "$twenty"); do nvml "$n" 550.54.15 12040 2 'NVIDIA A100-SXM4-80GB' 8.0; done
for n in 05 06 07; do nvml "n$n" 470.256.02 11040 2 'Tesla T4' 7.5; done
clush -q -R exec -w "$twenty" "$tmp/node %h detect --json" >"$tmp/facts"
same 'answers of clush' "$(wc -l <"$tmp/facts")" 20
"$program" suggest --installer pip --json --host "$tmp/facts" >"$tmp/plan.json"
same 'groups of clush' "$(ask '" ".join(sorted(g["names"] for g in d["groups"]))')" \
	'n[01-04,08-17],n18bad,n20cut,n19hang n[05-07]'
pdsh -R exec -w "n[01-17]" "$tmp/node" %h detect --json >"$tmp/facts"
"$program" suggest --installer pip --json --host "$tmp/facts" >"$tmp/plan.json"
same 'nodes of pdsh' "$(ask 'len(d["hosts"])')" 17
clush -q -u 20 -R exec -w "$twenty" "$tmp/node %h verify --json" >"$tmp/proof" 2>"$tmp/clush.err"
"$program" verify --merge "$tmp/proof" >"$tmp/merged"
same 'exit of verify --merge' "$?" 1
same 'first lines of verify --merge' "$(head -1 "$tmp/merged")" '19 nodes, 2 failed'
same 'who failed' "$(sed -n 's/ *FAILS.*//p' "$tmp/merged" | sort | xargs)" 'n18bad n20cut'
same 'failures first' "$(sed -n 2,3p "$tmp/merged" | grep -c FAILS)" 2
grep -q n19hang "$tmp/clush.err" || fail 'clush does not name the node that hangs'
echo "fleet: pdsh and clush, 20 nodes, one fails, one hangs, one is cut"

# --- Ansible -------------------------------------------------------------------------------------

mkdir "$tmp/ansible"
nodeset -e "$twenty" | tr ' ' '\n' | sed 's/$/ ansible_connection=local/' >"$tmp/ansible/nodes.ini"
cat >"$tmp/ansible/cudaplan" <<'N'
#!/bin/sh
exec "$tmp/node" "${0##*/cudaplan-}" "$@"
N
(cd "$tmp/ansible" && ANSIBLE_NOCOLOR=1 ansible-playbook -f 10 -i nodes.ini "$OLDPWD/pack/example/fleet.yml" \
	-e cudaplan="$tmp/ansible/cudaplan" -e there_dir="$tmp/ansible" -e seconds=20 \
	-e ansible_python_interpreter="$(command -v python3)" >play.log 2>&1) || {
	tail -5 "$tmp/ansible/play.log"
	fail 'the playbook fails'
}
"$program" suggest --installer pip --json --host "$tmp/ansible/facts" >"$tmp/plan.json"
same 'groups of Ansible' "$(ask '" ".join(sorted(g["names"] for g in d["groups"]))')" \
	'n[01-04,08-17],n18bad,n20cut,n19hang n[05-07]'
"$program" verify --merge "$tmp"/ansible/proof/*.json >"$tmp/merged" 2>"$tmp/merged.err"
same 'who failed by Ansible' "$(sed -n 's/ *FAILS.*//p' "$tmp/merged" | sort | xargs)" 'n18bad n20cut'
grep -q n19hang "$tmp/merged.err" || fail 'the node that hangs is not named'
echo "fleet: Ansible, 20 nodes"

# --- Kubernetes ----------------------------------------------------------------------------------

"$program" suggest -q --host "$tmp/nodes" --emit k8s 2>/dev/null >"$tmp/k8s.yaml"
python3 - "$tmp/k8s.yaml" "$parts" <<'P' || fail 'the manifests are not as they should be'
import re, sys, yaml
text = open(sys.argv[1]).read()
docs = list(yaml.safe_load_all(text))
assert [d["kind"] for d in docs] == ["DaemonSet"] + ["Job"] * int(sys.argv[2])
name = re.compile(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
for d in docs:
    assert d["apiVersion"] == {"DaemonSet": "apps/v1", "Job": "batch/v1"}[d["kind"]]
    assert name.match(d["metadata"]["name"]) and len(d["metadata"]["name"]) < 64
    pod = d["spec"]["template"]["spec"]
    for c in pod["containers"]:
        assert {"name", "image", "command", "args"} <= set(c) <= {
            "name", "image", "command", "args", "env", "volumeMounts", "resources"}
        assert all(isinstance(x, str) for x in c["command"] + c["args"])
        volumes = {v["name"] for v in pod.get("volumes", [])}
        assert {m["name"] for m in c.get("volumeMounts", [])} <= volumes
    if d["kind"] == "DaemonSet":
        assert d["spec"]["selector"]["matchLabels"] == d["spec"]["template"]["metadata"]["labels"]
        continue
    label = pod["nodeSelector"]["torch"]
    assert isinstance(label, str) and name.match(label) and pod["restartPolicy"] == "Never"
    assert re.search(r"^#   kubectl label --overwrite nodes [-a-z0-9 ]+ torch=" + re.escape(label) + "$", text, re.M)
P
schemas='no schema of its API could be had'
if python3 -m venv "$tmp/validate" && "$tmp/validate/bin/pip" install -q --disable-pip-version-check \
	kubernetes-validate==1.37.0; then
	"$tmp/validate/bin/kubernetes-validate" --strict --quiet "$tmp/k8s.yaml" ||
		fail 'the manifests are not valid'
	schemas='valid by the schemas of 1.37'
fi
echo "fleet: manifests of Kubernetes parsed, $schemas"
exit "$failed"
