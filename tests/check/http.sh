#!/bin/sh
# Reads wheels over HTTP: from nginx, whose log says what a question costs, and from a server that
# lies, cuts and stalls. All of it by libcurl, then by the program curl, then with neither.
set -u
[ -n "${WAY:-}" ] || {
	for WAY in library program; do
		export WAY
		sh "$0" "$1" || exit 1
	done
	exit 0
}
program=$(realpath "$1")
liar=${program%/*}/http/liar
. tests/http/serve.sh
. tests/http/wheel.sh
work=$(mktemp -d)
pids=''
trap 'kill $pids 2>/dev/null; rm -rf "$work"' EXIT
failed=0
n=0
export HOME="$work/home" NO_COLOR=1 LC_ALL=C.UTF-8
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NETRC
unset CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR
files=$work/files

# No libcurl for the program: what the loader finds first is none. The program curl has its own.
hide_library() {
	mkdir -p "$work/none" "$work/bin"
	for f in libcurl.so.4 libcurl-gnutls.so.4; do
		echo 'not a library' >"$work/none/$f"
	done
	printf '#!/bin/sh\nunset LD_LIBRARY_PATH\necho "$@" >>%s\nexec %s "$@"\n' "$work/arguments" \
		"$(command -v curl)" >"$work/bin/curl"
	chmod +x "$work/bin/curl"
	hidden="env LD_LIBRARY_PATH=$work/none PATH=$work/bin:$PATH"
}

# Where the .dist-info is the first folder, and where there is no RECORD.
build_others() {
	(
		cd "$work/wheel" || exit 1
		zip -qrX "$files/first-2.8.0-py3-none-any.whl" torch-2.8.0.dist-info torch
		zip -qrX "$files/without-2.8.0-py3-none-any.whl" torch torch-2.8.0.dist-info -x '*/RECORD'
	)
}

# The same, built without CUDA: its list is empty, so the library need not be read.
build_cpu() {
	cp -r "$work/wheel" "$work/cpu"
	printf "__version__ = '2.8.0+cpu'\ncuda: Optional[str] = None\n" >"$work/cpu/torch/version.py"
	(cd "$work/cpu" && zip -qrX "$files/cpu-2.8.0-py3-none-any.whl" torch torch-2.8.0.dist-info)
}

# A wheel of the size that the matrix has for the hash of a link; its front is a hole.
build_known() {
	known_sha=$(sed -n 's/^torch-2\.5\.1-cp312-cp312-manylinux2014_aarch64\.whl,//p' data/torch/wheel_code.csv)
	known_size=$(echo "$known_sha" | cut -d , -f 5)
	known_sha=$(echo "$known_sha" | cut -d , -f 4)
	known='torch-2.5.1-cp312-cp312-manylinux2014_aarch64.whl'
	truncate -s $((known_size - $(wc -c <"$files/small-1.0-py3-none-any.whl"))) "$files/$known"
	cat "$files/small-1.0-py3-none-any.whl" >>"$files/$known"
	zip -qA "$files/$known"
}

build_small() {
	(cd "$work/wheel" && zip -qrX "$files/small-1.0-py3-none-any.whl" torch-2.8.0.dist-info)
	cp "$files/small-1.0-py3-none-any.whl" "$files/a space-1.0-py3-none-any.whl"
	: >"$files/empty-1.0-py3-none-any.whl"
	head -c 5000000 /dev/zero >"$files/zeros-1.0-py3-none-any.whl"
}

# conda packages of both forms; the files of the second are more than is read unasked.
build_conda() {
	w=$work/conda
	mkdir -p "$w/info" "$w/lib" "$w/big/lib"
	cp tests/files/binary/libplain.so tests/files/binary/liblz4.so "$w/lib"
	printf '{"name": "pytorch", "version": "2.5.1", "build": "cuda126_py312_0", "depends": []}\n' \
		>"$w/info/index.json"
	head -c 52000000 /dev/urandom >"$w/big/lib/libbig.so"
	(
		cd "$w" || exit 1
		echo '{"conda_pkg_format_version": 2}' >metadata.json
		tar cjf "$files/pytorch-2.5.1-cuda126_py312_0.tar.bz2" info lib
		tar c info | zstd -q -1 -o info-x.tar.zst
		tar c lib | zstd -q -1 -o pkg-x.tar.zst
		zip -q0X "$files/pytorch-2.5.1-cuda126_py312_0.conda" metadata.json info-x.tar.zst pkg-x.tar.zst
		tar c -C big lib | zstd -q -1 -f -o pkg-x.tar.zst
		zip -q0X "$files/pytorch-2.5.1-cuda126_py312_1.conda" metadata.json info-x.tar.zst pkg-x.tar.zst
		cp lib/liblz4.so big/lib/libbig.so "$files"
		cd "$files" || exit 1
		cat pytorch-2.5.1-cuda126_py312_0.tar.bz2 libbig.so >pytorch-2.5.1-cuda126_py312_1.tar.bz2
	)
}

complain() {
	printf '%s\n  %s\n' "$case" "$1"
	failed=1
}

# ask EXIT WORDS ARGS...: the exit code, and words in the answer or the talk; none has a secret.
ask() {
	want=$1 words=$2
	shift 2
	case="inspect $*"
	n=$((n + 1))
	: >"$work/log/access.log"
	# shellcheck disable=SC2086 # words of a command
	timeout 60 $hidden "$program" inspect "$@" >"$work/out" 2>"$work/err" </dev/null
	rc=$?
	[ "$rc" = "$want" ] || complain "exit code $rc, expected $want: $(tail -n 3 "$work/err")"
	cat "$work/out" "$work/err" >"$work/both"
	tr -s ' \n' '  ' <"$work/both" | grep -qF -- "$words" || complain "no words: $words: $(cat "$work/both")"
	grep -q 'pa55word\|secret' "$work/both" && complain 'shows a secret'
	return 0
}

# cost REQUESTS BYTES: at most, by the server's own count.
cost() {
	requests=$(grep -c '^206' "$work/log/access.log")
	bytes=$(awk '{ s += $2 } END { print s + 0 }' "$work/log/access.log")
	[ "$requests" -le "$1" ] || complain "$requests requests, at most $1 wanted"
	[ "$bytes" -le "$2" ] || complain "$bytes bytes, at most $2 wanted"
}

# took BYTES: at most, by the program's own count; what is on its way when it stops is the server's.
took() {
	bytes=$(grep -o '"bytes_read":[0-9]*' "$work/out" | cut -d : -f 2)
	[ "$bytes" -le "$1" ] || complain "$bytes bytes read, at most $1 wanted"
}

reset() {
	"$program" inspect --timeout 2 "http://127.0.0.1:$lies/reset/x.whl" >/dev/null 2>&1
}

lie() {
	want=$1 words=$2 kind=$3
	shift 3
	reset
	ask "$want" "$words" "$@" "http://127.0.0.1:$lies/$kind/$torch"
}

hidden=
[ "$WAY" = library ] || hide_library
torch='torch-2.8.0+cu126-cp312-cp312-linux_x86_64.whl'
torch_wheel "$work/wheel" "$files/$torch" 5000000
build_small
build_others
build_cpu
build_known
build_conda
small='small-1.0-py3-none-any.whl'
serve "$work/log" "$files" || exit 1
pids=$nginx
u=http://127.0.0.1:$port
"$liar" "$files/$torch" >"$work/liar.port" &
pids="$pids $!"
until [ -s "$work/liar.port" ]; do sleep 0.1; done
lies=$(cat "$work/liar.port")

# One that brings just enough never to count as silent, asked beside all else: each serves one at a time.
"$liar" "$files/$torch" >"$work/drips.port" &
pids="$pids $!"
until [ -s "$work/drips.port" ]; do sleep 0.1; done
timeout 60 $hidden "$program" inspect --timeout 1 \
	"http://127.0.0.1:$(cat "$work/drips.port")/drips/$torch" >"$work/drips" 2>&1 &
drips=$!

# What a question costs: names and metadata, torch's own list, everything.
size=$(wc -c <"$files/$torch")
ask 0 'sm_80' --depth names "$u/$torch"
cost 2 160000
for brief in first without; do
	ask 0 '"path":"torch/lib/libtorch_python.so"' --json --depth names "$u/$brief-2.8.0-py3-none-any.whl"
	cost 3 450000
done
ask 0 '"libraries_from":"record"' --json --depth names "$u/first-2.8.0-py3-none-any.whl"
ask 0 '"libraries_from":"archive"' --json --depth names "$u/without-2.8.0-py3-none-any.whl"
ask 0 '"declared":["75","80","90a"]' --json "$u/$torch"
cost 5 "$size"
took 2200000
ask 0 '"declared":[],"complete":null,"partial":[]' --json "$u/cpu-2.8.0-py3-none-any.whl"
cost 5 800000
took 600000
ask 0 '"scanned":"declared"' --json "$u/$torch"
ask 0 'sm_90a' --depth exact "$u/$torch"
cost 8 $((size + size / 10))
# What is behind a library's end that tells of its beginning does not make it come twice.
"${program%/*}/make-zip" far >"$files/far-1.0-py3-none-any.whl"
ask 0 '"soname":"libfar.so.1"' --json --depth exact "$u/far-1.0-py3-none-any.whl"
took 8600000
ask 0 '"name":"torch"' --json "$u/$small"
cost 1 10000
# the variants of a release, as an index has them beside its wheels
cp tests/files/variant/mytorch-1.0-variants.json "$files"
ask 0 'variants old: nvidia cuda_version_lower_bound 12.6' "$u/mytorch-1.0-variants.json"
ask 0 'takes new, which runs on every GPU' --gpu 4090 --driver 580 "$u/mytorch-1.0-variants.json"
ask 0 "\"source\":\"$u/$small\"" --json "$u/$small?X-Token=secret#sha256=secret"
ask 0 sm_75 "$u/$(echo "$torch" | sed 's/+/%2B/')"

# What an index has beside a wheel: its METADATA alone.
cp "$work/wheel/torch-2.8.0.dist-info/METADATA" "$files/$torch.metadata"
ask 0 '"requires_python":">=3.9"' --json "$u/$torch.metadata"
cost 1 1000

# The hash of a link: of a measured wheel of this size, of one of another size, and not given.
ask 0 '"scanned":"none","from_matrix":true' --json "$u/$known#sha256=$known_sha"
cost 1 140000
ask 0 '"scanned":"declared","from_matrix":false' --json "$u/$torch#sha256=$known_sha"
ask 0 '"from_matrix":false' --json --depth exact "$u/$known#sha256=$known_sha"

# conda packages and single libraries.
ask 0 '"scanned":"exact"' --json "$u/pytorch-2.5.1-cuda126_py312_0.conda"
ask 0 '"scanned":"exact"' --json "$u/pytorch-2.5.1-cuda126_py312_0.tar.bz2"
ask 0 '--depth exact reads it' "$u/pytorch-2.5.1-cuda126_py312_1.conda"
cost 3 300000
ask 0 libbig.so --json --depth exact "$u/pytorch-2.5.1-cuda126_py312_1.conda"
ask 2 'must be read; --depth exact does that' "$u/pytorch-2.5.1-cuda126_py312_1.tar.bz2"
cost 2 300000
ask 0 '"scanned":"exact"' --json "$u/liblz4.so"
ask 3 'not recognised' "$u/libbig.so"

# Redirects; later requests go to where they ended.
ask 0 sm_75 "$u/moved/$torch"
cost 5 "$size"
[ "$(grep -c '^301' "$work/log/access.log")" = 1 ] || complain 'follows the same redirect twice'
ask 0 sm_75 "$u/found/$torch"
ask 4 'redirects followed' "$u/loop/$torch"
[ "$(wc -l <"$work/log/access.log")" -le 11 ] || complain 'follows too many redirects'
ask 4 'not supported' "$u/down/$torch"

# Refusals.
ask 4 'there is no such file (HTTP 404)' "$u/absent/$torch"
ask 4 'the file is gone (HTTP 410)' "$u/gone/$torch"
ask 4 'the server refuses it (HTTP 403)' "$u/refused/$torch"
ask 4 'the server has failed (HTTP 500)' "$u/failed/$torch"
[ "$(wc -l <"$work/log/access.log")" = 3 ] || complain 'does not try three times'
# The second of two within a second is turned away; a machine under load may be slower than that.
for _ in 1 2 3 4 5; do
	ask 0 torch "$u/busy/$small"
	ask 0 torch "$u/busy/$small"
	grep -q '^429' "$work/log/access.log" && break
done
[ "$(cut -c 1-3 "$work/log/access.log" | tr '\n' ' ')" = '429 206 ' ] ||
	complain 'does not wait as it is asked to'
ask 4 'has had too many requests (HTTP 429); it asks to wait 3600 s' "$u/wait/$torch"
ask 4 'onnect' "http://127.0.0.1:1/$torch"
ask 4 'is on the network, and --offline was given' --offline "$u/$torch"
[ -s "$work/log/access.log" ] && complain 'uses the network'
ask 2 '--timeout takes seconds' --timeout 0 "$u/$torch"

# Passwords: of the address, of .netrc, none; a proxy.
ask 4 'asks for a user and a password' "$u/locked/$torch"
ask 0 sm_75 "http://user:pa55word@127.0.0.1:$port/locked/$torch"
ask 4 'asks for a user and a password' "http://user:secret@127.0.0.1:$port/locked/$torch"
mkdir -p "$HOME"
printf 'machine 127.0.0.1 login user password pa55word\n' >"$HOME/.netrc"
ask 0 sm_75 "$u/locked/$torch"
mv "$HOME/.netrc" "$work/other"
NETRC=$work/other ask 0 sm_75 "$u/locked/$torch"
http_proxy=http://user:pa55word@127.0.0.1:$port/ ask 0 sm_75 "http://made-up.invalid/$torch"
http_proxy=http://user:pa55word@127.0.0.1:1/ ask 4 onnect "http://made-up.invalid/$torch"
http_proxy=made-up://user:pa55word@127.0.0.1:1/ ask 4 onnect "http://made-up.invalid/$torch"
http_proxy=http://user:pa55word@:::: ask 4 'resolve proxy' "http://made-up.invalid/$torch"
https_proxy=http://user:pa55word@127.0.0.1:$port/ ask 4 'the proxy does not let it through (HTTP 4' \
	"https://made-up.invalid/$torch"
rm "$work/other"
ask 0 sm_75 "http://user:pa55word@127.0.0.1:$port/tolocked/$torch"
grep -q '^401' "$work/log/access.log" && complain 'goes where the password is needed without it'

# Addresses that are none, and a space.
for bad in 'user:pa55word/x@127.0.0.1' 'user:pa55word#x@127.0.0.1' '127.0.0.1:99999'; do
	ask 3 'this URL cannot be understood' "http://$bad/$torch"
done
ask 0 '"name":"torch"' --json "$u/a space-1.0-py3-none-any.whl"

# TLS: trusted or not, and never left for plain HTTP.
s=https://127.0.0.1:$tls
ask 4 ertificate "$s/$torch"
CURL_CA_BUNDLE=$work/log/cert.pem ask 0 sm_75 "$s/$torch"
SSL_CERT_FILE=$work/log/cert.pem ask 0 sm_75 "$s/moved/$torch"
CURL_CA_BUNDLE=$work/log/cert.pem ask 4 'not supported' "$s/plain/$torch"

# Servers without ranges: a small file comes whole, a big one not at all.
ask 4 'does not serve ranges' "$u/norange/$torch"
cost 0 2000000
ask 4 '"code":"CP409"' --json "$u/norange/$torch"
ask 0 '"name":"torch"' --json "$u/norange/$small"
ask 4 'compresses what it sends' "$u/gzip/$torch"
ask 0 sm_75 "$u/slow/$torch"
ask 4 'is empty' "$u/empty-1.0-py3-none-any.whl"
ask 3 'not recognised' "$u/zeros-1.0-py3-none-any.whl"

# Lies.
lie 0 sm_75 honest
lie 4 'and sends bytes' wrong
lie 4 'CP409' wrong --json
lie 4 'without saying which' unsaid
lie 4 'announces 132072 bytes and sends the range' announced
lie 4 'sends more than the range' endless
lie 0 sm_75 cut
lie 0 sm_75 cut --depth exact
lie 4 'cut at' nothing
lie 4 'changed on the server while it was read' changes
lie 4 'changed on the server while it was read' grows
lie 4 'changed on the server while it was read' swaps
lie 4 'error: http://127.0.0.1:'"$lies/fails/$torch: there is no such file" fails
grep -q CP402 "$work/both" && complain 'calls damage what is the network'
lie 0 sm_75 nosuffix
lie 4 'headers without end' headers
lie 0 sm_75 once
lie 0 sm_75 stalls --timeout 1
lie 4 'cut at 6' silent --timeout 1

case='inspect drips'
n=$((n + 1))
wait "$drips"
rc=$?
[ "$rc" = 4 ] || complain "exit code $rc, expected 4"
grep -q 'the server is too slow: [0-9]* bytes in [0-9]* seconds' "$work/drips" ||
	complain "no words of how slow: $(cat "$work/drips")"

# The JSON of an answer and of a refusal is what the schema says.
for what in "$torch" "norange/$torch" "absent/$torch"; do
	n=$((n + 1))
	# shellcheck disable=SC2086
	$hidden "$program" inspect --json "$u/$what" 2>/dev/null |
		"${program%/*}/json/validate" -s data/schema/inspect.json || { case=$what; complain 'JSON'; }
done

# What others may read while it runs has no password. With neither of the two: what would help, on any system. A curl that is found from where one stands is none.
if [ "$WAY" = program ]; then
	case='arguments of curl'
	grep -q 'pa55word\|secret\|127.0.0.1' "$work/arguments" && complain 'show an address'
	cp "$work/bin/curl" "$work/curl"
	for path in "$work/none" ":.:$work/none"; do
		hidden="env -C $work LD_LIBRARY_PATH=$work/none PATH=$path"
		ask 4 'neither its library (libcurl.so.4) nor the program curl' "$u/$torch"
	done
fi

[ "$failed" = 0 ] && echo "http by the $WAY: $n answers are right"
exit "$failed"
