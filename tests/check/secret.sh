#!/bin/sh
# secret.sh PROGRAM: credentials in every place that is printed (URLs of lists, manifests,
# Dockerfiles, settings, options, environment variables, messages, records). None may be printed but
# by commands, which need them, and by the lines that a diff changes; by nothing with --redact.
set -u
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
n=0
host='--gpu RTX_4090 --driver 575 --platform linux-64'
url='http://user:S3CRET@h.corp/t/S3CRET/pytorch/linux-64'
query='https://h.corp/t/S3CRET/torch-2.3.0%2Bcpu-cp310-cp310-linux_x86_64.whl?token=S3CRET&sig=S3CRET'

fail() {
	echo "secret: $*"
	failed=1
}

# What is left when commands are taken away: argument vectors in JSON, lines of an installer in text.
told() {
	sed -E 's/"(commands|cure|undo|cleanup)":\[(\[[^]]*\],?)*\]//g; s/"[a-z]*_shell":\[("([^"\\]|\\.)*",?)*\]//g
		/^ *(undo +)?[^ ]*(conda|mamba|pip|uv|pixi|python3?|py) /d' out err
}

no_secret() {
	what="$1 $2"
	shift 2
	n=$((n + 1))
	env HOME="$PWD/nobody" PIP_INDEX_URL="$url" "$program" "$@" >out 2>err </dev/null
	[ $? -lt 90 ] || fail "$what: ended by itself: $(tail -n 2 err)"
	[ -s out ] || [ -s err ] || fail "$what: nothing is printed"
	case " $* " in
	*" --redact "*) ! grep -q S3CRET out err || fail "$what: $(grep -hom 1 '.\{0,60\}S3CRET' out err)" ;;
	*) ! told | grep -q S3CRET || fail "$what: $(told | grep -om 1 '.\{0,60\}S3CRET')" ;;
	esac
}

everywhere() {
	for how in '' --json --redact '--json --redact' -v; do
		no_secret "$1" "$how" $2 $host $how
	done
}

all_ways() {
	what=$1
	shift
	no_secret "$what" '' "$@"
	no_secret "$what" --json "$@" --json
	no_secret "$what" --redact "$@" --redact
	no_secret "$what" '--json --redact' "$@" --json --redact
}

cat >r.txt <<END
--index-url $url
--extra-index-url $query
torch @ $query
torchvision==0.1
END
cat >env.yml <<END
channels:
  - $url
  - http://conda.anaconda.org/t/S3CRET/free
  - defaults
dependencies:
  - $url::pytorch=2.3.0=py3.10_cpu_0
  - pip:
    - --index-url $url
    - torchvision @ $query
END
cat >Dockerfile <<END
FROM nvidia/cuda:12.1.0-base
ENV PIP_INDEX_URL=$url
RUN pip install torch==2.3.0 --index-url $url
RUN conda install -c $url pytorch=2.3.0
END
cat >explicit.txt <<END
@EXPLICIT
$url/pytorch-2.3.0-py3.10_cpu_0.tar.bz2
END
cat >pyproject.toml <<END
[project]
name = "x"
version = "1"
dependencies = ["torch @ $query", "torchvision==0.1"]
[[tool.uv.index]]
name = "corp"
url = "$url"
[tool.uv.sources]
torch = { index = "corp" }
END
cat >.condarc <<END
channels: ["$url", defaults]
channel_alias: $url
proxy_servers: {http: "http://user:S3CRET@proxy:80"}
END
for file in r.txt env.yml Dockerfile explicit.txt pyproject.toml .condarc; do
	everywhere "doctor $file" "doctor $file"
done
everywhere 'the environment' doctor
for file in r.txt env.yml pyproject.toml; do
	everywhere "suggest of $file" "suggest -r $file"
done
for option in '-i' '--channel' '--mirror' '--host' '--env'; do
	everywhere "suggest $option" "suggest $option $url"
	everywhere "suggest $option, conda" "suggest --installer conda $option $url"
done
everywhere 'a spec' "suggest $url::pytorch=2.3.0"
all_ways 'a message' explain "HTTP 000 CONNECTION FAILED for url <$url/repodata.json> no kernel image"
all_ways 'a build' explain "torch @ $query"
all_ways 'records' match "$url::pytorch" "$url/pytorch-2.3.0-py3.10_cpu_0.tar.bz2" "$url::x"
for how in '--offline' '--depth names' '--depth names --emit-rows'; do
	all_ways "inspect $how" inspect $how "$query" "$url/pytorch-2.3.0-py3.10_cpu_0.tar.bz2"
done
all_ways 'a server' inspect 'http://user:S3CRET@127.0.0.1:1/t/S3CRET/x.whl?token=S3CRET'
all_ways 'a filter' matrix "$url"
all_ways 'a matrix' detect --matrix "$url"
no_secret 'a command' '' "$url"
no_secret 'an option' '' suggest "--$url"

# A file that is written needs them, as a command does; what is said beside it does not.
emitters=$("$program" suggest --help | sed -n 's/.*--emit \([a-z|]*\).*/\1/p' | tr '|' ' ')
for kind in $emitters; do
	n=$((n + 1))
	for more in '' -q; do
		"$program" suggest --emit "$kind" $more -r r.txt -i "$url" -i "$url/simple" $host >out 2>err </dev/null
		! grep -q S3CRET err || fail "--emit $kind says $(grep -om 1 '.\{0,60\}S3CRET' err)"
	done
	no_secret "--emit $kind" --redact suggest --emit "$kind" -r r.txt -i "$url" -i "$url/simple" $host --redact
done

# A diff keeps only what it changes, or what a line is added to, and applies without guesses.
for file in r.txt env.yml Dockerfile; do
	"$program" doctor --fix-file $host "$file" >out 2>err </dev/null
	! grep '^ ' out | grep -v '^ *- .*/t/S3CRET/pytorch/linux-64$' | grep -q S3CRET ||
		fail "a diff of $file shows $(grep -m 1 '^ .*S3CRET' out)"
	no_secret "a diff of $file" --redact doctor --fix-file $host "$file" --redact
	[ ! -s out ] || patch -s --dry-run -F0 -p0 <out || fail "the diff of $file does not apply"
done

# --- what is a secret by the name before it: each kind in what every reader reads ---------------

cat >kinds <<'END'
HF_TOKEN=S3CRET
export WANDB_API_KEY="S3CRET"
AWS_SECRET_ACCESS_KEY=S3CRET
DB_PASSWORD='S3CRET'
MYSQL_PWD=S3CRET
PASSPHRASE=S3CRET
SECRET=S3CRET
KEY=S3CRET
PASS=S3CRET
-e "GITHUB_TOKEN=S3CRET"
--password S3CRET
--token=S3CRET
--api-key S3CRET
Authorization: Bearer S3CRET
-H "Authorization: Basic S3CRET"
-H 'authorization: token S3CRET'
Proxy-Authorization: Basic S3CRET
X-Api-Key: S3CRET
PRIVATE-TOKEN: S3CRET
Cookie: S3CRET
"Bearer S3CRET"
machine h.corp login me password S3CRET
https://user:S3CRET@h.corp/simple
https://S3CRET@h.corp/simple
https://h.corp/t/S3CRET/pytorch
https://h.corp/T/S3CRET/x
https://h.corp/x.whl?token=S3CRET
git+https://S3CRET@h.corp/x/y.git
ssh://user:S3CRET@h.corp
user:S3CRET@proxy:3128
--proxy=user:S3CRET@proxy:3128
curl -u user:S3CRET
curl --user user:S3CRET
ENV HF_TOKEN S3CRET
setenv HF_TOKEN S3CRET
$env:HF_TOKEN = "S3CRET"
os.environ["HF_TOKEN"] = "S3CRET"
{"auths":{"h":{"auth":"S3CRET"}}}
{"name":"HF_TOKEN","value":"S3CRET"}
["--password","S3CRET"]
password: S3CRET
"client_secret": "S3CRET"
global.password='S3CRET'
<password>S3CRET</password>
//h.corp/:_authToken=S3CRET
AccountKey=S3CRET;
| HF_TOKEN | S3CRET |
END

# form NAME TEXT: what a reader reads, "@" being where the kinds stand; "\" as in printf
form() {
	printf "$2\n" >"forms/$1"
}
mkdir forms planted
form Dockerfile 'FROM python:3.8\nRUN @ pip install torch==2.3.0 torchvision==0.1\nRUN @\nENV A=1 B="@"'
form build.sh 'set -e\n@ pip install torch==2.3.0 torchvision==0.1 # @\nconda install pytorch=99 @'
form requirements.txt 'torch==2.3.0 # @\ntorchvision==0.1 @\n@\n'
form environment.yml 'channels: [defaults]\ndependencies:\n  - pytorch=2.3.0=py3.10_cpu_0 # @\n  - @\n  - pip:\n    - torchvision==0.1 @'
form project.toml '[project]\nname = "x"\nversion = "1"\n# @\ndependencies = ["torch==2.3.0", "torchvision==0.1"] # @'
form pip.conf '[global]\nindex-url = https://h.corp/simple\nx = @\n@'
form .condarc 'channels: [defaults]\n# @\nx: @'
form workflow.yml 'jobs:\n  x:\n    env:\n      @\n    steps:\n      - run: @ pip install torch==2.3.0 torchvision==0.1'
form session '$ @ pip install torch==2.3.0 torchvision==0.1\nERROR: No matching distribution found for torchvision==0.1 @'
form log 'Traceback (most recent call last): @\nRuntimeError: CUDA error: no kernel image is available @\n@'
form asked 'I run @ pip install torch==2.3.0 on an RTX 4090 with @ and get no kernel image is available'
form collect_env 'Collecting environment information...\nPyTorch version: 2.3.0 @\nCUDA used to build PyTorch: 12.1\n@\nGPU 0: Tesla T4 @\n[pip3] torch==2.3.0 @'
form smi 'GPU 0: Tesla T4 @ (UUID: GPU-1)\n@'
form freeze 'torch==2.3.0\ntorchvision==0.1 @\n@'
form conda_list '# packages in environment at /x: @\npytorch 2.3.0 py3.10_cpu_0\n@'
form METADATA 'Metadata-Version: 2.1\nName: torch\nVersion: 2.3.0\nRequires-Dist: @\nHome-page: @\n\n@'
form names 'torch-2.3.0-cp310-cp310-linux_x86_64.whl\n@'

# plant FILE KIND: the form with the kind where "@" stands
plant() {
	KIND=$2 awk '{ at = ""; rest = $0
		while ((i = index(rest, "@"))) { at = at substr(rest, 1, i - 1) ENVIRON["KIND"]; rest = substr(rest, i + 1) }
		print at rest }' "forms/$1" >"planted/$1"
}

# What is said of a planted file, by all who read it.
hidden() {
	n=$((n + 1))
	env HOME="$PWD/nobody" "$program" "$@" >out 2>err </dev/null
	[ $? -lt 90 ] || fail "$kind: $*: ended by itself: $(tail -n 2 err)"
	! grep -qi S3CRET out err || fail "$kind: $*: $(grep -hoi '.\{0,60\}S3CRET' out err | sed q)"
}

# One way for each, another for the next: all kinds see all readers, and all readers all ways.
planted() {
	f=planted/$1
	turn=$((turn + 1))
	case $1$((turn % 2)) in
	METADATA? | names?) hidden inspect "$f" ${turned:+--json --redact} ;;
	smi?) hidden detect --host "$f" --json ;;
	collect_env0) hidden suggest --host "$f" --redact ;;
	session? | log? | asked?) hidden explain "$f" ${turned:+--json --redact} ;;
	*0) hidden doctor "$f" $host -v ;;
	*) hidden doctor "$f" $host --json ;;
	esac
	turned=$([ $((turn % 3)) = 0 ] || echo 1)
	case $1$((turn % 3)) in
	Docker*0 | *.txt0 | *.yml0 | *.toml0) hidden doctor --fix-file "$f" $host --redact ;;
	Docker*1 | *.txt1 | *.yml1 | *.toml1) hidden doctor --format sarif "$f" $host ;;
	Docker*2 | *.txt2 | *.yml2 | *.toml2) hidden doctor --format github "$f" $host ;;
	esac
	case $1 in
	*.txt | *.yml | *.toml)
		for emit in $(echo $emitters | cut -d ' ' -f "$((turn % 3 + 1)),$((turn % 3 + 4)),$((turn % 3 + 7))"); do
			hidden suggest --emit "$emit" -r "$f" $host --redact
		done
		;;
	esac
}
turn=0
turned=''
awk "NR % ${EVERY:-1} == 0" kinds >asked # each of them reads the same texts: EVERY=3 takes every third
while read -r kind; do
	for f in forms/* forms/.condarc; do
		plant "${f##*/}" "$kind"
		planted "${f##*/}"
	done
	hidden explain "cannot do it: $kind"
	hidden suggest --gpu "RTX $kind" $host
	CUDA_VISIBLE_DEVICES=$kind hidden detect --json
done <asked

# With --redact no home folder is left either, in commands, causes, diffs and errors of any command.
mkdir -p homes/env/bin homes/env/lib/python3.12/site-packages
: >homes/env/bin/python
printf 'home = /home/NAMED/py\nversion = 3.12.1\n' >homes/env/pyvenv.cfg
cat >homes/r.txt <<END
--find-links /home/NAMED/wheels
torch @ file:///home/NAMED/torch-2.3.0%2Bcpu-cp310-cp310-linux_x86_64.whl
xformers==0.0.20
-e /Users/NAMED/x
END
printf 'channels: ["file:///home/NAMED/c"]\ndependencies: [pytorch=2.3.0=py3.10_cpu_0]\nprefix: C:\\Users\\NAMED\\x\n' >homes/env.yml
printf 'File "/home/NAMED/x.py", line 1\nImportError: /home/NAMED/env/lib/libcudnn.so.8: cannot open shared object file\n' >homes/log
nameless() {
	n=$((n + 1))
	for how in '' --json -v; do
		HOME=$work/homes "$program" "$@" --redact $how >out 2>err </dev/null
		[ -s out ] || [ -s err ] || fail "homes of $*: nothing is printed"
		! grep -qE "NAMED|$work/homes" out err ||
			fail "homes of $* $how: $(grep -hoEm 1 ".{0,60}(NAMED|$work/homes)" out err)"
	done
}
nameless doctor "$work/homes/r.txt" $host
nameless doctor "$work/homes/env.yml" $host
nameless doctor --env "$work/homes/env" $host --cleanup
nameless suggest --env "$work/homes/env" $host
nameless suggest --env /home/NAMED/none --installer conda $host
nameless suggest -r "$work/homes/r.txt" $host
nameless suggest --host /home/NAMED/none
nameless explain "$work/homes/log"
nameless inspect /home/NAMED/x.whl "$work/homes/env"
nameless verify --env "$work/homes/env"
HOME=$work/homes "$program" doctor --fix-file $host "$work/homes/r.txt" --redact >out 2>err
! grep -qE "NAMED|$work/homes" out err || fail "homes of a diff: $(grep -hE NAMED out err)"

[ "$failed" = 0 ] && echo "secret: $(wc -l <asked) kinds, $n runs, none is printed"
exit "$failed"
