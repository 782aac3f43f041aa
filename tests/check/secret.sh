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
	env HOME=/nonexistent PIP_INDEX_URL="$url" "$program" "$@" >out 2>err </dev/null
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
for kind in $("$program" suggest --help | sed -n 's/.*--emit \([a-z|]*\).*/\1/p' | tr '|' ' '); do
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

[ "$failed" = 0 ] && echo "secret: $n runs, none is printed"
exit "$failed"
