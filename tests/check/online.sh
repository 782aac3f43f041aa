#!/bin/sh
# suggest --online asks indexes, pages of files and channels: good ones, by nginx, whose log says what
# a question costs, and broken ones, of which none may make it say that a file is not there.
set -u
program=$(realpath "$1")
here=${program%/*}
. tests/http/serve.sh
work=$(mktemp -d)
pids=''
trap 'kill $pids 2>/dev/null; rm -rf "$work"' EXIT
failed=0
n=0
export HOME="$work/home" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=1000
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NETRC XDG_CACHE_HOME
unset CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR PIP_INDEX_URL UV_INDEX_URL
files=$work/files
python3 tests/http/index.py make "$files" || exit 1
serve "$work/log" "$files" || exit 1
# shellcheck disable=SC2154 # set by serve
pids=$nginx
# shellcheck disable=SC2154
u=http://127.0.0.1:$port
python3 tests/http/index.py serve "$files" >"$work/port" 2>"$work/requests" &
pids="$pids $!"
until [ -s "$work/port" ]; do sleep 0.1; done
b=http://127.0.0.1:$(cat "$work/port")

complain() {
	printf '%s\n  %s\n' "$case" "$1"
	failed=1
}

# ask EXIT ARGS...: the answer is in $work/out, and is what the schema says.
ask() {
	want=$1
	shift
	case="suggest $*"
	n=$((n + 1))
	: >"$work/log/access.log"
	: >"$work/requests"
	# shellcheck disable=SC2086 # words of a command
	timeout 60 $hidden "$program" suggest --matrix "$here/tests/matrix.db" --json --online \
		--timeout 2 --gpu 'RTX 4090' --driver 570.86.15 --platform linux-64 --glibc 2.35 "$@" \
		>"$work/out" 2>"$work/err" </dev/null
	rc=$?
	[ "$rc" = "$want" ] || complain "exit code $rc, expected $want: $(tail -n 3 "$work/err")"
	"$here/json/validate" -s data/schema/suggest.json <"$work/out" || complain JSON
	grep -q 'pa55word\|secret' "$work/err" && complain 'shows a secret'
	return 0
}

# says NAME STATUS [WORDS]: what the first plan's answer has of it.
says() {
	python3 - "$work/out" "$1" "$2" "${3:-}" <<'END' || complain "not so: $*"
import json
import sys
out, name, status, words = sys.argv[1:]
with open(out) as f:
    plan = json.load(f)["plans"][0]
of = [x for x in plan["online"] if x["name"] == name]
if "pa55word" in json.dumps(plan["online"]):
    sys.exit("shows a secret")
if len(of) != 1 or of[0]["status"] != status or words not in json.dumps(of[0]):
    sys.exit(json.dumps(of))
if ("CP310" in plan["warnings"]) != any(x["status"] == "not there" for x in plan["online"]):
    sys.exit("CP310 goes with what is not there")
END
}

pip() {
	want=$1 url=$2
	shift 2
	ask "$want" --installer pip torch==2.5.1 --cuda 12.1 --python 3.12 --mirror "$url" "$@"
}

conda() {
	want=$1 url=$2
	shift 2
	ask "$want" --installer conda torch==2.5.1 --cuda 12.4 --python 3.12 -c "$url/pytorch" \
		-c "$url/nvidia" -c "$url/conda-forge" "$@"
}

# requests STATUS: how many were answered so.
requests() {
	awk -v s="$1" '$1 == s' "$work/log/access.log" | wc -l
}

hidden=

# Indexes of both kinds: what is there, what is there for another Python, what has no page.
pip 0 "$u/whl" --python 3.11
says torch there torch-2.5.1+cu121-cp311-cp311-linux_x86_64.whl
says torchvision there
says torchaudio there
[ "$(requests 200)" = 3 ] && [ "$(requests 206)" = 3 ] || complain "$(cat "$work/log/access.log")"
pip 0 "$u/whl" --python 3.11
[ "$(requests 304)" = 3 ] && [ "$(requests 200)" = 0 ] || complain 'asks for a page that it has'
for kind in whl json; do
	pip 1 "$u/$kind"
	says torch there torch-2.5.1+cu121-cp312-cp312-linux_x86_64.whl
	says torchvision 'not there' cp311
done
says torchaudio 'not there' 'has no page of torchaudio'
pip 1 "$u/moved/whl"
says torch there
pip 1 "$u/away/whl" --python 3.12
says torch there '"from": "localhost'
pip 4 "$u/locked/whl"
says torch 'not asked' 'a user and a password'
pip 0 "http://user:pa55word@127.0.0.1:$port/locked/whl" --python 3.11
says torch there
mkdir -p "$files/t" && ln -s .. "$files/t/secret-1"
pip 0 "$u/t/secret-1/whl" --python 3.11
says torch there
pip 0 "$u/t/secret-1/whl" --python 3.11
[ "$(requests 304)" = 3 ] || complain 'asks for a page below a token that it has'
# Whatever it is that names a secret in an address, none of it is kept.
mkdir -p "$files/T" && ln -s .. "$files/T/secret-2"
pip 0 "$u/T/secret-2/whl?token=secret-3&sig=secret-4" --python 3.11
pip 0 "http://secret-5@127.0.0.1:$port/whl" --python 3.11
http_proxy=$u pip 0 http://made-up.invalid/whl --python 3.11
says torch there
[ -n "$(find "$HOME/.cache/cudaplan" -type f)" ] || complain 'keeps nothing'

# From the internet nothing leads to this machine: the same page, asked of a server that is elsewhere.
http_proxy=$u pip 4 http://made-up.example.org/away/whl --python 3.12
says torch 'not asked' 'leads to an address of this machine'
grep -rq 'pa55word\|secret' "$HOME/.cache" && complain 'keeps a secret'
find "$HOME/.cache" -type f -exec sh -c 'echo damage >"$1"' - {} \;
pip 0 "$u/whl" --python 3.11
says torch there
[ "$(requests 200)" = 3 ] || complain 'takes what is damaged'

# What is old goes when something new is kept; what is not ours stays.
sum=0123456789012345678901234567890123456789
touch -d '31 days ago' "$HOME/.cache/cudaplan/$sum" "$HOME/.cache/cudaplan/notes"
touch -d '29 days ago' "$HOME/.cache/cudaplan/${sum%9}a"
find "$HOME/.cache" -type f -size +40c -delete
pip 0 "$u/whl" --python 3.11
[ ! -e "$HOME/.cache/cudaplan/$sum" ] || complain 'keeps what is old'
[ -e "$HOME/.cache/cudaplan/${sum%9}a" ] || complain 'takes away what is not old'
[ -e "$HOME/.cache/cudaplan/notes" ] || complain 'takes away what is not its own'

# Only the first plan is asked about, with -v all that are shown: at an index alone, or at channels too.
for more in '' -v; do
	ask 0 torch==2.5.1 --cuda 12.1 --python 3.11 --installer pip --mirror "$u/whl" --installer conda \
		-c "$u/packed/pytorch" -c "$u/packed/nvidia" -c "$u/packed/conda-forge" $more
	asked=$(grep -c '/packed/' "$work/log/access.log")
	if [ -z "$more" ]; then [ "$asked" = 0 ]; else [ "$asked" -gt 0 ]; fi ||
		complain "$asked requests of the other plan: $(cat "$work/log/access.log")"
	[ "$(grep -c '/whl/cu121/' "$work/log/access.log")" = 6 ] || complain "$(cat "$work/log/access.log")"
done

# A cache that cannot be written, of somebody else: asked as without one.
if [ "$(id -u)" = 0 ]; then
	chmod 755 "$work" && mkdir -m 700 "$work/others" && cp "$program" "$work/cudaplan"
	own=$program program=$work/cudaplan
	hidden="setpriv --reuid=54321 --regid=54321 --clear-groups"
	for home in "$work/others" /proc; do
		HOME=$home pip 0 "$u/whl" --python 3.11
		says torch there
		[ "$(requests 200)" = 3 ] || complain "$(cat "$work/log/access.log")"
	done
	program=$own hidden=
fi

# A page of files.
old() {
	ask "$1" --installer pip torch==1.9.1 --cuda 11.1 --python 3.8 --index-url "$2" \
		--index-url "$u/pypi/simple"
}
old 1 "$u/whl"
says torch there torch-1.9.1+cu111-cp38-cp38-linux_x86_64.whl
says torchaudio there "$u/pypi/simple"
says torchvision 'not there' 'lists no such file'

# Channels: by shards, packed, unpacked; torchaudio is in none of those that are named.
for form in sharded packed unpacked; do
	conda 1 "$u/$form"
	says pytorch there pytorch-2.5.1-py3.12_cuda12.4_cudnn9.1.0_0.tar.bz2
	says torchvision there
	says pytorch-cuda there pytorch-cuda-12.4-hc786d27_7.tar.bz2
	says torchaudio 'not there'
	conda 1 "$u/$form"
	[ "$(requests 200)" = 0 ] || complain "asks for what it has: $(cat "$work/log/access.log")"
done

# Broken ones: KIND WORDS. Only what is seen to be an index or a channel says that nothing is there.
while read -r kind words; do
	for at in whl json; do
		pip 4 "$b/$kind/$at"
		says torch 'not asked' "$words"
	done
	[ "$kind" = portal ] && words='no repodata'
	[ "$kind" = chopped ] || [ "$kind" = type ] || for form in sharded packed unpacked; do
		conda 4 "$b/$kind/$form"
		says pytorch 'not asked' "$words"
	done
done <<'END'
absent there is no such file (HTTP 404)
fails is not available (HTTP 503)
type text/plain
portal is no index
wrong304 HTTP 304
cut 
chopped 
slow 
gzip compressed, unasked
END
for kind in absent portal chopped slow; do
	old 4 "$b/$kind/whl"
	says torch 'not asked'
	says torchaudio there
	says torchvision 'not asked'
done
for at in whl json; do
	pip 4 "$b/other/$at"
	says torch 'not asked' 'is no index'
	pip 1 "$b/listed/$at"
	says torch 'not there' 'is listed, but there is no such file (HTTP 404)'
	pip 1 "$b/fake/$at"
	says torch 'not asked' 'sends something else'
done

# doctor: lines that pin, by the index of their file; and what is cured by commands that fail.
lines() {
	want=$1
	shift
	case="doctor $*: $(cat "$work/lines")"
	n=$((n + 1))
	timeout 60 "$program" doctor --matrix "$here/tests/matrix.db" --json --online --timeout 2 \
		--gpu 'RTX 4090' --driver 570.86.15 --platform linux-64 "$@" "$work/lines" \
		>"$work/out" 2>"$work/err" </dev/null
	rc=$?
	[ "$rc" = "$want" ] || complain "exit code $rc, expected $want: $(tail -n 3 "$work/err")"
	"$here/json/validate" -s data/schema/doctor.json <"$work/out" || complain JSON
}
has() {
	grep -qF -- "$1" "$work/out" || complain "not in it: $1: $(cat "$work/out")"
}
printf -- '--index-url %s\ntorch==2.5.1+cu121\nnumpy<2\n' "$u/whl/cu121" >"$work/lines"
lines 0 -r
has '"status":"there","file":"torch-2.5.1+cu121-cp312-cp312-linux_x86_64.whl"'
printf -- '--index-url %s\ntorch==2.5.0+cu121\ntorchvision==0.20.0+cu121\n' "$u/whl/cu121" >"$work/lines"
lines 1 -r
has '"code":"CP310","severity":"error"'
has '"line":3,"text":"torchvision==0.20.0+cu121"'
printf -- '--index-url %s\ntorch==2.5.1+cu121\n' "$b/cut/whl/cu121" >"$work/lines"
lines 4 -r
has '"status":"not asked"'
printf 'channels:\n- %s/pytorch\ndependencies:\n- python=3.12\n- pytorch=2.5.1=py3.12_cuda12.4_cudnn9.1.0_0\n- torchaudio=2.5.1=py312_cu124\n' \
	"$u/sharded" >"$work/lines"
lines 1 -f
has '"status":"there","file":"pytorch-2.5.1-py3.12_cuda12.4_cudnn9.1.0_0.tar.bz2"'
has '"name":"torchaudio","version":"2.5.1","build":"py312_cu124","status":"not there"'
printf 'torch @ %s/whl/cu121/files/torch-2.5.1%%2Bcu121-cp312-cp312-linux_x86_64.whl\n' "$u" >"$work/lines"
lines 0 -r
has '"status":"there"'
printf 'torch @ %s/whl/cu121/files/torch-2.5.1%%2Bcu124-cp312-cp312-linux_x86_64.whl\n' "$u" >"$work/lines"
lines 1 -r
has 'no such file (HTTP 404)'

[ "$failed" = 0 ] && echo "online: $n answers are right"
exit "$failed"
