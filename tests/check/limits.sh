#!/bin/sh
# limits.sh PROGRAM: little stack, few descriptors, little time and memory for texts of 10 MB.
# Nothing may crash, nor blame what it could not look at.
set -u
program=$(realpath "$1")
files=$(realpath tests/files)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
	echo "limits: $*"
	failed=1
}

# The sanitizer's own frames are larger.
small() {
	# shellcheck disable=SC3045 # dash, bash, ksh and busybox have it
	(ulimit -s 128; exec "$program" "$@") >out 2>&1 </dev/null
	[ $? -lt 70 ] || fail "with 128 KiB of stack: $*"
}
if ! grep -q __asan_init "$program"; then
	cp "$program" torch-2.0.0-cp39-cp39-linux_x86_64.whl
	small inspect "$program"
	small inspect torch-2.0.0-cp39-cp39-linux_x86_64.whl
	small inspect --compare "$program" "$program"
	small suggest --gpu 'RTX 4090' --driver 550
	small explain 'no kernel image is available'
	small matrix sm=61
	for f in "$files"/env/* "$files"/host/*; do
		small doctor "$f" --gpu 'RTX 4090' --driver 550
		small detect --host "$f"
		small explain "$f"
	done
fi

# What looks at the machine, with what a thread of a small system has.
mkdir -p env/lib/python3.11/site-packages/torch-2.1.0.dist-info env/bin
: >env/bin/python3
printf 'Metadata-Version: 2.1\nName: torch\nVersion: 2.1.0\n' \
	>env/lib/python3.11/site-packages/torch-2.1.0.dist-info/METADATA
if ! grep -q __asan_init "$program"; then
	for words in detect verify doctor 'doctor --env env' suggest; do
		# shellcheck disable=SC3045,SC2086
		(ulimit -s 64; exec "$program" $words) >out 2>&1 </dev/null
		[ $? -lt 70 ] || fail "with 64 KiB of stack: $words"
	done
fi

# No file may be written: an answer that does not reach its file is said and is no success.
# shellcheck disable=SC3045
(ulimit -f 0; exec "$program" suggest --gpu T4 --driver 535 >full 2>/dev/null </dev/null)
rc=$?
[ "$rc" = 4 ] || [ "$rc" = 70 ] || fail "where no file may be written: exit $rc"

# A file that claims 60 GB; one that comes through a pipe.
cp "$files/binary/libsuffix.so" sparse.so
truncate -s 60G sparse.so
timeout 5 "$program" inspect sparse.so >out 2>&1 </dev/null
rc=$?
[ "$rc" = 3 ] && grep -q 'larger than the limit of 16 GiB' out || fail "60 GB of holes: exit $rc: $(sed 1q out)"
rm sparse.so
mkfifo pipe
cat "$files/binary/libsuffix.so" >pipe &
"$program" inspect pipe >out 2>&1 </dev/null && grep -q sm_90a out || fail "a pipe: $(sed 1q out)"

# shellcheck disable=SC3045
(ulimit -n 40; exec "$program" verify) >out 2>&1 </dev/null
[ $? = 4 ] && grep -q 'ulimit -n' out || fail "verify with few descriptors: $(sed 1q out)"

# Within 10 MB many things of a kind on few lines, or each to be found among all others. A sanitizer finds
# nothing more in four times as many, and takes eight times as long.
part=1
grep -q __asan_init "$program" && part=4
many() { # COUNT UNIT: the unit as often, "@" being its number
	awk -v n=$(($1 / part)) -v s="$2" 'BEGIN { k = split(s, v, "@"); for (i = 0; i < n; i++) {
		printf "%s", v[1]; for (j = 2; j <= k; j++) printf "%d%s", i, v[j] } }'
}
# A million lines, and as many names of machines, are kept once.
many 999000 'a
' >lines.txt
many 800000 'word@: 1
' >named.txt
for f in lines.txt named.txt; do
	grep -q __asan_init "$program" && break
	# shellcheck disable=SC3045
	(ulimit -v 160000; exec "$program" detect --host "$f") >out 2>&1 </dev/null
	[ $? = 3 ] && grep -q 'no facts about a machine' out || fail "memory of $f: $(sed 1q out)"
	rm "$f"
done
project() {
	printf '[project]\nname="x"\ndependencies=["torch"]\n'
}
{ project; printf '[tool.x]\nx={'; many 400000 'a=1,'; many 500000 'b.c=1,'; echo 'd=1}'; } >dotted.toml
{ project; printf '[tool.uv]\nindex=['; many 120000 '{name="n@",url="https://h/@"},'
	printf ']\nsources={'; many 200000 'p@={index="z"},'; echo '}'; } >sources.toml
{ printf '[project]\nname="x"\ndependencies=['; many 300000 '"p@",'
	printf ']\n[tool.uv]\nsources={'; many 200000 'p@={index="z"},'; echo '}'; } >declared.toml
{ printf '[tool.poetry]\nname="x"\ndependencies={'; many 700000 'p@="1",'; echo '}'; } >poetry.toml
{ printf '[project]\nname="x"\nchannels=["a"]\nplatforms=["linux-64"]\n[dependencies]\n'
	many 240000 'package-with-a-long-name-@="1.2.*"\n'; } >pixi.toml
{ printf 'channels: [a]\ndependencies: ['; many 399000 'p@=1,'; echo 'q]'; } >flow.yml
{ printf 'dependencies:\n'; many 130000 '  - &a@ x\n'; many 130000 '  - *a0\n'; } >anchors.yml
many 240000 'package-with-a-long-name-@==1.2\n' >freeze.txt
many 137000 '{"schema_version":1,"node":"n@","gpus":[],"ok":true,"findings":[]}\n' >verify.json
within() {
	(
		# shellcheck disable=SC3045
		ulimit -t "$seconds"
		# shellcheck disable=SC3045
		[ "$seconds" != 4 ] || ulimit -v 300000
		exec "$program" "$@"
	) >out 2>&1 </dev/null
	[ $? -lt 70 ] || fail "10 MB in $seconds s and 256 MiB: $*: $(cut -c1-200 out)"
}
seconds=4
grep -q __asan_init "$program" && seconds=60
for f in *.toml flow.yml anchors.yml freeze.txt verify.json; do
	within doctor --gpu T4 --driver 535 "$f"
	within explain "$f"
	within detect --host "$f"
	within suggest --gpu T4 --driver 535 -r "$f"
done

# A line whose package brings others that bring torch is solved for each torch and each Python.
printf 'pyannote-audio\ntorch==2.15.0\ntorchaudio==2.11.0\n' >brings.txt
# shellcheck disable=SC3045
(ulimit -t $((seconds / 4)); exec "$program" suggest --platform win-64 --gpu T4 --driver 535 -r brings.txt) \
	>out 2>&1 </dev/null
[ $? -lt 70 ] || fail "three lines in $((seconds / 4)) s: $(cut -c1-200 out)"

# 100,000 machines of 600 kinds, in 366,800 lines as pdsh prints them, or in a table of sinfo: two seconds
# and 100 MiB, none is left out.
awk 'BEGIN { split("A100-SXM4-80GB H100 L4 T4 V100-SXM2-32GB A40 L40S P100-PCIE-16GB A10 A30", g)
	split("1 3 7", many)
	for (i = 0; i < 100000; i++) for (k = 0; k < many[int(i / 200) % 3 + 1]; k++)
		printf "n%06d: NVIDIA %s, 5%d.%d.%02d\n", i, g[i % 10 + 1], 35 + int(i / 10) % 2 * 15,
			54 + int(i / 20) % 10, int(i / 200) % 3 + 1 }' >fleet.txt
if [ "$seconds" = 4 ]; then
	# shellcheck disable=SC3045
	(ulimit -t 2; ulimit -v 104000; exec "$program" suggest --platform linux-64 --host fleet.txt) >out 2>&1 </dev/null
	[ $? -lt 2 ] && grep -q '^Machines  100000 in 600 groups' out || fail "100,000 machines: $(sed 2q out)"
	awk 'BEGIN { print "NODELIST GRES STATE"
		for (i = 0; i < 100000; i++) printf "n%06d gpu:%s:%d idle\n", i, i % 2 ? "h100" : "a100", i % 5 + 1 }' >fleet.txt
	# shellcheck disable=SC3045
	(ulimit -t 2; ulimit -v 104000; exec "$program" suggest --platform linux-64 --host fleet.txt) >out 2>&1 </dev/null
	grep -q '^Machines  100000 in 10 groups' out || fail "100,000 nodes of sinfo: $(sed 2q out)"
	# and what scontrol says of some of them below it
	awk 'BEGIN { print ""
		for (i = 0; i < 100000; i += 1000) printf "NodeName=n%06d Arch=x86_64\n   Gres=gpu:a100:%d\n\n", i, i % 5 + 1 }' >>fleet.txt
	# shellcheck disable=SC3045
	(ulimit -t 2; ulimit -v 104000; exec "$program" suggest --platform linux-64 --host fleet.txt) >out 2>&1 </dev/null
	grep -q '^Machines  100000 in 10 groups' out || fail "100,000 nodes of sinfo and scontrol: $(sed 2q out)"
fi

# 10,000 nodes as kubectl prints them, 53 MB, through a pipe: what is kept of them, and one more.
kubectl() {
	awk 'BEGIN { print "{\n    \"apiVersion\": \"v1\",\n    \"items\": ["
		for (k = 0; k < 120; k++)
			image = image sprintf("            {\"sizeBytes\": %d},\n", k * 1000003)
		for (i = 0; i < 10000; i++) printf "%s        {\n            \"kind\": \"Node\",\n" \
			"            \"metadata\": {\"name\": \"n%05d\", \"labels\": {\n" \
			"                \"nvidia.com/gpu.count\": \"8\",\n" \
			"                \"nvidia.com/gpu.product\": \"NVIDIA-A100-SXM4-80GB\",\n" \
			"                \"nvidia.com/cuda.driver-version.full\": \"535.%d.01\"}},\n" \
			"            \"status\": {\"images\": [\n%s            null]}\n        }", \
			i ? ",\n" : "", i, 100 + i % 5, image
		print "\n    ],\n    \"kind\": \"List\"\n}" }'
}
if [ "$seconds" = 4 ]; then
	# shellcheck disable=SC3045
	kubectl | (ulimit -v 52000; exec "$program" suggest --platform linux-64 --host -) >out 2>&1
	grep -q '^Machines  10000 in 5 groups' out || fail "10,000 nodes: $(sed 2q out)"
fi

# 300,000 names in the folder of packages: what was left out is said, and the answer stays short.
mkdir -p many/bin many/lib/python3.11/site-packages
: >many/bin/python
printf 'home = /usr/bin\nversion = 3.11.1\n' >many/pyvenv.cfg
python3 - many/lib/python3.11/site-packages <<'END'
import os, sys
for i in range(150000):
    for name in (f"~ame{i}", f"lib{i}.so.1"):
        os.close(os.open(f"{sys.argv[1]}/{name}", os.O_CREAT | os.O_WRONLY))
END
for words in 'doctor --env many --gpu T4 --driver 535' 'inspect many' 'detect --env many' \
	'suggest --host many/lib/python3.11/site-packages'; do
	# shellcheck disable=SC2086
	timeout 20 "$program" $words >out 2>&1 </dev/null
	rc=$?
	[ "$rc" -lt 70 ] && [ "$(wc -l <out)" -lt 400 ] || fail "300,000 names: $words: exit $rc, $(wc -l <out) lines"
done
"$program" doctor --env many --gpu T4 --driver 535 >out 2>&1
grep -q 'more than 100 folders' out && grep -q 'more than 200000 names' out || fail "300,000 names: $(sed 8q out)"
rm -r many

# A project whose files do not all fit into the memory of one run: what is left out is named.
python3 - <<'END'
import os
for r in range(300):
    os.makedirs(f"folder/r{r:03}")
    with open(f"folder/r{r:03}/requirements.txt", "w") as f:
        f.write("torch==2.1.0\n" + "".join(f"torch-geometric>={i % 3}.{i}\n" for i in range(990)))
END
"$program" doctor folder --json --gpu T4 --driver 535 >out 2>&1
[ $? -lt 2 ] && grep -q '^note: [0-9]* files, from folder/r[0-9]*/requirements.txt on, are not judged' out &&
	grep -q '"not_judged":.*of one run does not hold them' out || fail "a large folder: $(cut -c1-300 out | head -3)"
rm -r folder

# An image in each line of a file.
awk 'BEGIN { print "services:"; for (i = 0; i < 100000; i++)
	print "  x:\n    image: pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime" }' >compose.yml
within doctor --gpu T4 --driver 535 compose.yml

# However many commands stand before it, one that cannot be met is told.
part=1
for n in 3100 19000; do
	{ echo 'FROM python:3.12'; many "$n" 'RUN pip install package-@==1.0
'; echo 'RUN pip install torch==2.4.0 torchvision==0.20.1'; } >Dockerfile
	"$program" doctor --gpu T4 --driver 535 --platform linux-64 Dockerfile >out 2>&1
	[ $? = 1 ] && grep -q CP218 out || fail "a torch behind $n commands: $(sed 2q out)"
done

[ "$failed" = 0 ] && echo 'limits: little stack, few descriptors, little time and memory'
exit "$failed"
