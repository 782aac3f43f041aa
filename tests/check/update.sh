#!/bin/sh
# update.sh PROGRAM: update takes what a trusted key has signed, and nothing else: from an index (nginx),
# a stick, through what strips, cuts or flips, again and again, with a full disk or none to write on.
set -u
program=$(realpath "$1")
here=${program%/*}
. tests/http/serve.sh
work=$(mktemp -d)
nginx=''
trap 'kill $nginx 2>/dev/null || :; chmod -R u+w "$work"; rm -rf "$work"' EXIT
signify=$(command -v signify-openbsd || command -v signify) || {
	echo 'update: skipped: there is no signify'
	exit 0
}
export ASAN_OPTIONS=verify_asan_link_order=0 # the clock is preloaded before the sanitizer
export HOME="$work/home" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=1000
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NETRC XDG_CACHE_HOME
unset XDG_DATA_HOME XDG_DATA_DIRS PIP_INDEX_URL UV_INDEX_URL CUDAPLAN_MATRIX
failed=0
n=0
mkdir "$work/home"
kept=$HOME/.local/share/cudaplan/matrix

complain() {
	printf 'update %s\n  %s\n' "$case" "$1"
	failed=1
}

# run EXIT WORDS ARGS...: the exit code, and words of what it says.
run() {
	want=$1 words=$2
	shift 2
	case=$*
	n=$((n + 1))
	timeout 60 "$program" update --signer "$work/a.pub" "$@" >"$work/out" 2>&1 </dev/null
	rc=$?
	[ "$rc" = "$want" ] || complain "exit code $rc, expected $want: $(tail -n 3 "$work/out")"
	grep -qF -- "$words" "$work/out" || complain "does not say '$words': $(cat "$work/out")"
}

# counts VERSION: the matrix that a start takes.
counts() {
	n=$((n + 1))
	got=$("$program" version 2>"$work/err" | sed 's/.*matrix \([^ ]*\) .*/\1/')
	[ "$got" = "$1" ] || complain "$got counts, expected $1"
}

# carrier VERSION KEY FOLDER: signed, with the tables of tests/matrix and this version.
carrier() {
	mkdir -p "$work/made"
	cp "$here/tests/matrix.db" "$work/made/matrix.db"
	chmod u+w "$work/made/matrix.db"
	sqlite3 "$work/made/matrix.db" "UPDATE meta SET value = '$1' WHERE key = 'version'"
	sh data/front.sh "$work/made/matrix.db" "$work/made/front.db"
	python3 pack/matrix.py "$work/made" "$work/$2.sec" "$3" "$work/a.pub" "$work/b.pub" >/dev/null
}

# refuses WORDS COMMAND...: what makes it says so and fails.
refuses() {
	words=$1
	shift
	case=$*
	n=$((n + 1))
	! "$@" >"$work/out" 2>&1 || complain 'it is made'
	grep -qF -- "$words" "$work/out" || complain "does not say '$words': $(cat "$work/out")"
}

for key in a b; do
	"$signify" -G -n -p "$work/$key.pub" -s "$work/$key.sec" || exit 1
done
said=$("$program" version)
own=$(echo "$said" | sed 's/.*matrix \([^ ]*\) .*/\1/')
carrier 2090.01.01 a "$work/one" && carrier 2090.02.01 a "$work/two" &&
	carrier 2090.03.01 b "$work/stranger" && carrier 2000.01.01 a "$work/old" || exit 1

# --- by no key that a program trusts ----------------------------------------------------------------
refuses 'no program would take this' python3 pack/matrix.py "$work/made" "$work/b.sec" "$work/none" "$work/a.pub"
[ ! -e "$work/none" ] || complain 'something was written'
for missing in KEY KEYS; do
	refuses 'signify-openbsd -G -n' env -u MAKEFLAGS make -n dist-matrix KEY=x KEYS=x "$missing="
done

# --- a matrix that is newer than the program: what was added is passed over ---------------------------
case='with more facts, columns and tables'
n=$((n + 1))
sqlite3 "$work/made/matrix.db" "INSERT INTO catalogue_fact VALUES ('later', 'a|b'); CREATE TABLE later (a);
	UPDATE catalogue_fact SET lines = replace(lines, char(10), '|later' || char(10)) WHERE part IN ('cc', 'branch', 'gap');
	ALTER TABLE driver_branch ADD COLUMN later"
"$program" suggest --matrix "$work/made/matrix.db" --gpu 'RTX 3090' --driver 535 >"$work/out" 2>&1 ||
	complain "$(cat "$work/out")"
"$program" suggest --gpu 'RTX 3090' --driver 535 --matrix "$here/tests/matrix.db" 2>&1 | cmp -s - "$work/out" ||
	complain 'another answer'

# --- a matrix that is older than the program --------------------------------------------------------
case='without facts that are newer'
n=$((n + 1))
sqlite3 "$work/made/matrix.db" "DELETE FROM catalogue_fact WHERE part = 'common'"
"$program" suggest --matrix "$work/made/matrix.db" --gpu none >"$work/out" 2>&1
rc=$?
[ $rc = 4 ] || complain "exit code $rc, expected 4"
grep -q "matrix.db: it lacks facts .* older than the program" "$work/out" || complain "$(cat "$work/out")"
case='without a column that is newer'
n=$((n + 1))
cp "$here/tests/matrix.db" "$work/made/matrix.db" && chmod u+w "$work/made/matrix.db"
sqlite3 "$work/made/matrix.db" "ALTER TABLE torch_extension DROP COLUMN yanked"
"$program" suggest --matrix "$work/made/matrix.db" --gpu T4 --driver 550 vllm >"$work/out" 2>&1
rc=$?
[ $rc = 4 ] || complain "exit code $rc, expected 4"
grep -q "matrix.db: it lacks facts .* older than the program" "$work/out" || complain "$(cat "$work/out")"

# --- from a stick ---------------------------------------------------------------------------------
run 0 'matrix 2090.01.01 is taken' "$work/one"
counts 2090.01.01
run 0 'nothing newer' "$work/one"
run 0 'matrix 2090.02.01 is taken' "$work"/two/*.whl
counts 2090.02.01
run 4 'an older one is taken with --allow-older only' "$work/one"
counts 2090.02.01
run 0 'matrix 2090.01.01 counts again' --undo
counts 2090.01.01
run 0 'matrix 2090.02.01 counts again' --undo
counts 2090.02.01
run 0 'matrix 2090.01.01 is taken' --allow-older "$work/one"
run 0 'matrix 2090.02.01 is taken' "$work/two"
[ "$(find "$kept" -name matrix.db | wc -l)" = 2 ] || complain 'more than two are kept'
mkdir "$work/installed" && unzip -q "$work"/two/*.whl -d "$work/installed" || exit 1
run 0 'nothing newer' "$work/installed"
run 0 'nothing newer' "$work/installed/cudaplan_matrix/matrix-1.db.zst"
n=$((n + 1))
[ "$(CUDAPLAN_MATRIX=embedded "$program" version)" = "$said" ] ||
	complain 'CUDAPLAN_MATRIX=embedded does not pin'

# --- signed, and of a form that this program does not read: what counts stays --------------------------
cp -r "$work/made" "$work/kept"
for part in "DELETE FROM catalogue_fact WHERE part = 'common'" "UPDATE catalogue_fact SET lines = '|' WHERE part = 'cc'"; do
	cp "$work/kept/matrix.db" "$work/made/matrix.db"
	sqlite3 "$work/made/matrix.db" "$part; UPDATE meta SET value = '2091.01.01' WHERE key = 'version'"
	sh data/front.sh "$work/made/matrix.db" "$work/made/front.db"
	rm -rf "$work/newer"
	python3 pack/matrix.py "$work/made" "$work/a.sec" "$work/newer" "$work/a.pub" >/dev/null
	run 4 'facts' --allow-older "$work/newer"
	counts 2090.02.01
done
run 0 'nothing newer' --allow-older "$work/two"

# --- of another major version: what to do is said, from a wheel, a folder and one of its files -----------
unzip -q "$work"/two/*.whl -d "$work/major" || exit 1
(cd "$work/major/cudaplan_matrix" && for file in matrix-1.* front-1.*; do
	mv "$file" "$(echo "$file" | sed 's/-1\./-2./')"
done && cd .. && zip -q -r ../cudaplan_matrix-2092.01.01-py3-none-any.whl .)
for path in "$work/cudaplan_matrix-2092.01.01-py3-none-any.whl" "$work/major" "$work/major/cudaplan_matrix"; do
	run 3 'it is of form 2, and this program reads form 1: take the cudaplan that came out with it' "$path"
done
rm "$work/cudaplan_matrix-2092.01.01-py3-none-any.whl"

# --- who signed, and what -------------------------------------------------------------------------
run 4 'which is not trusted here' "$work/stranger"
cp -r "$work/installed" "$work/flip"
(cd "$work/flip/cudaplan_matrix" && printf x | dd of=matrix-1.db.zst bs=1 seek=1000 conv=notrunc 2>/dev/null)
run 4 'not the bytes that were signed' "$work/flip"
(cd "$work/flip/cudaplan_matrix" && sed -i 's/^serial .*/serial 2999010100/' matrix-1.manifest)
run 4 'not the bytes that were signed' "$work/flip"
: >"$work/flip/cudaplan_matrix/matrix-1.manifest.sig"
run 4 'its signature is none of signify' "$work/flip"
head -c 300000 "$work"/two/*.whl >"$work/cudaplan_matrix-2090.02.01-py3-none-any.whl"
run 3 '' "$work/cudaplan_matrix-2090.02.01-py3-none-any.whl"
rm "$work/cudaplan_matrix-2090.02.01-py3-none-any.whl"
run 3 'no matrix that is signed' "$here/tests/matrix.db"
run 3 'no matrix that is signed' "$work/home"
run 3 'this is no public key of signify' --signer "$work/a.sec" "$work/one"
run 2 'takes one file or folder' "$work/one" "$work/two"
counts 2090.02.01

# --- what is kept -----------------------------------------------------------------------------------
matrix=$(find "$kept/2090020100" -name matrix.db)
touch -r "$matrix" "$work/time"
printf x | dd of="$matrix" bs=1 seek=5000 conv=notrunc 2>/dev/null
touch -r "$work/time" "$matrix"
counts 2090.02.01 # one byte with the old time is found by --check alone
run 1 'these are not the bytes that were signed' --check --offline
run 0 'matrix 2090.02.01 is taken' "$work/two"
run 4 'here: 2090.02.01' --check --offline
touch -d '2020-01-01' "$matrix"
counts "$own"
grep -q 'does not have the files that were written there' "$work/err" || complain 'a changed file is passed over silently'
run 0 'matrix 2090.02.01 is taken' "$work/two"
counts 2090.02.01
echo rubbish >"$kept/current"
counts "$own"
grep -q 'not what cudaplan update writes' "$work/err" || complain 'a damaged text is passed over silently'
rm -rf "$kept"
run 0 'matrix 2090.01.01 is taken' "$work/one"
case='on a full disk'
(ulimit -f 100 && "$program" update --signer "$work/a.pub" "$work/two") >"$work/out" 2>&1 &&
	complain 'was taken'
counts 2090.01.01
if [ "$(id -u)" = 0 ]; then
	mkdir -m 555 "$work/others"
	chmod 755 "$work"
	cp "$program" "$work/cudaplan"
	case='where another writes'
	XDG_DATA_HOME=$work/others setpriv --reuid=54321 --regid=54321 --clear-groups "$work/cudaplan" \
		update --signer "$work/a.pub" "$work/two" >"$work/out" 2>&1
	[ $? = 4 ] && grep -q 'cannot be written: Permission denied' "$work/out" || complain "$(cat "$work/out")"
else
	chmod -R a-w "$kept"
	run 4 'cannot be written' "$work/two"
	chmod -R u+w "$kept"
fi
counts 2090.01.01
case='a home that is read-only'
if mkdir "$work/ro" && unshare -m sh -c 'mount -t tmpfs -o ro none "$0"' "$work/ro" 2>"$work/out"; then
	n=$((n + 1))
	XDG_DATA_HOME=$work/ro/share unshare -m sh -c 'mount -t tmpfs -o ro none "$0" && exec "$@"' "$work/ro" \
		"$program" update --signer "$work/a.pub" "$work/two" >"$work/out" 2>&1
	[ $? = 4 ] && grep -q 'cannot be written: Read-only file system' "$work/out" || complain "$(cat "$work/out")"
fi
# At any moment: what counts then is one of both, whole.
for delay in 0.001 0.002 0.004 0.006 0.01 0.015 0.02 0.03 0.04 0.06; do
	for folder in two one; do
		case="killed after $delay s"
		n=$((n + 1))
		timeout -s KILL $delay "$program" update --allow-older --signer "$work/a.pub" "$work/$folder" \
			>"$work/out" 2>&1
		got=$("$program" version 2>"$work/err" | sed 's/.*matrix \([^ ]*\) .*/\1/')
		case $got in 2090.01.01 | 2090.02.01) ;; *) complain "$got counts" ;; esac
		[ ! -s "$work/err" ] || complain "$(cat "$work/err")"
	done
done
run 0 '' --allow-older "$work/one"
[ "$(find "$kept" -name matrix.db | wc -l)" -le 2 ] || complain 'what was killed leaves something'
# The clock stands at 1970.
case='with the clock set back'
FAULT_CLOCK=0 LD_PRELOAD="$here/fake/faults.so" "$program" update --signer "$work/a.pub" "$work/two" \
	>"$work/out" 2>&1 || complain "$(cat "$work/out")"
counts 2090.02.01
run 0 '' --allow-older "$work/one"
counts 2090.01.01
case='without a home'
(unset HOME && "$program" update --signer "$work/a.pub" "$work/two") >"$work/out" 2>&1 && complain 'was taken'
for folder in one two two one two; do
	"$program" update --signer "$work/a.pub" "$work/$folder" >/dev/null 2>&1 &
	pids="${pids:-} $!"
done
# shellcheck disable=SC2086 # several
wait $pids
case='of five at once'
counts 2090.02.01

# --- how old a matrix is ---------------------------------------------------------------------------------
cp "$here/tests/matrix.db" "$work/aged.db"
chmod u+w "$work/aged.db"
for due in 2000-01-01 2999-12-31; do
	sqlite3 "$work/aged.db" "UPDATE meta SET value = '$due' WHERE key = 'next-by'"
	for asked in 'explain CP107' 'suggest --gpu sm_86 --driver 570' 'matrix sm=61'; do
		case="$asked with a matrix whose next is due on $due"
		n=$((n + 1))
		# shellcheck disable=SC2086 # words of a command
		"$program" $asked --matrix "$work/aged.db" 2>&1 >/dev/null | grep -q 'a newer one is due: cudaplan update'
		is=$?
		[ "$is" = "$([ "$due" = 2000-01-01 ] && echo 0 || echo 1)" ] || complain 'the note is wrong'
	done
done

# --- packages of the machine ---------------------------------------------------------------------------
carrier 2090.05.01 a "$work/package"
case='a package'
XDG_DATA_DIRS=$work/package/share
export XDG_DATA_DIRS
counts 2090.05.01
if command -v dpkg-deb >/dev/null; then
	case='a package of Debian'
	deb=$(sh pack/deb-matrix.sh "$work/package/share" "$work/debs") && dpkg-deb -x "$deb" "$work/unpacked" ||
		complain 'it is not made'
	XDG_DATA_DIRS=$work/unpacked/usr/share
	counts 2090.05.01
fi
unset XDG_DATA_DIRS

# --- from an index ---------------------------------------------------------------------------------------
files=$work/files
mkdir -p "$files/simple/cudaplan-matrix"
carrier 2090.06.01 a "$files/simple/cudaplan-matrix"
wheel=cudaplan_matrix-2090.06.01-py3-none-any.whl
page() { # SHA256 [MORE]: of another size, or the server's ETag is that of the one before
	printf '<!DOCTYPE html><html><body>%s<a href="%s#sha256=%s">%s</a></body></html>\n' \
		"${2:-}" "$wheel" "$1" "$wheel" >"$files/simple/cudaplan-matrix/index.html"
}
page "$(sha256sum "$files/simple/cudaplan-matrix/$wheel" | cut -c 1-64)"
serve "$work/log" "$files" || exit 1
# shellcheck disable=SC2154 # set by serve
index=http://127.0.0.1:$port/simple
run 1 'has matrix 2090.06.01' --check --index-url "$index"
page "$(printf '%064d' 0)" '<br>'
run 4 'another SHA-256' --index-url "$index"
counts 2090.02.01
page "$(sha256sum "$files/simple/cudaplan-matrix/$wheel" | cut -c 1-64)" '<br><br>'
run 0 'matrix 2090.06.01 is taken' --index-url "$index"
counts 2090.06.01
run 0 'nothing newer' --index-url "$index"
run 0 'has matrix 2090.06.01' --check --index-url "$index"
run 4 'does not have cudaplan-matrix' --index-url "http://127.0.0.1:$port/none"
run 4 '' --index-url http://127.0.0.1:9 --timeout 1
# a proxy that strips ETags, dates and ranges; the same bytes, and another release later
bare=http://127.0.0.1:$port/bare/simple
run 0 'nothing newer' --index-url "$bare"
run 0 'matrix 2090.05.01 is taken' --allow-older "$work/package"
run 0 'matrix 2090.06.01 is taken' --index-url "$bare"
counts 2090.06.01
# a clock that stands at 2001, or far ahead: what counts is the serial, whatever the day is
for day in 978350400 4102444800; do
	run 0 'matrix 2090.05.01 is taken' --allow-older "$work/package"
	case="the clock at $day"
	n=$((n + 1))
	FAULT_CLOCK=$day LD_PRELOAD="$here/fake/faults.so" "$program" update --signer "$work/a.pub" \
		--index-url "$index" >"$work/out" 2>&1 ||
		complain "$(cat "$work/out")"
	counts 2090.06.01
done
case='a clock before the matrix'
n=$((n + 1))
FAULT_CLOCK=978350400 LD_PRELOAD="$here/fake/faults.so" "$program" suggest --gpu sm_86 --driver 570 \
	--json 2>"$work/err" |
	grep -q '"age_days":0' || complain "$(cat "$work/err")"
PIP_INDEX_URL=$index
export PIP_INDEX_URL
run 0 '"done":"same"' --json
"$here/json/validate" -s data/schema/update.json <"$work/out" || complain JSON
unset PIP_INDEX_URL
run 4 '--offline was given' --offline --index-url "$index"

[ "$failed" = 0 ] && echo "update: $n cases are as they should be"
exit "$failed"
