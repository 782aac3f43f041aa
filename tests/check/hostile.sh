#!/bin/sh
# hostile.sh PROGRAM: archives that lie (tests/make-zip.c), one with 1,000,000 entries, bombs, a cut
# one, a library of the other byte order. The address space is limited to 64 MiB beyond what the
# program itself takes, stacks included; nothing may be written.
set -eu
# A sanitizer's shadow takes more address space than any limit that would mean something.
room=$((112 * 1024))
! grep -q __asan_init "$1" || room=unlimited
program=$(realpath "$1")
make_zip=$(dirname "$program")/make-zip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wheel=x-1.0-py3-none-any.whl
cp tests/files/binary/libplain.so "$work/big.so"
printf '\002' | dd of="$work/big.so" bs=1 seek=5 conv=notrunc 2>/dev/null
cp tests/files/binary/libplain.so "$work/plain.so"
mkdir "$work/in"
cd "$work/in"
bad=0
tried=0
# answer FILE CODE WORDS: the exit code, and words of what is said
answer() {
	rc=0
	# shellcheck disable=SC3045
	(ulimit -v "$room"; timeout 60 "$program" inspect --depth exact "../$1") \
		>"$work/out" 2>&1 || rc=$?
	tried=$((tried + 1))
	if [ "$rc" != "$2" ] || ! tr -s ' \n' ' ' <"$work/out" | grep -q -e "$3"; then
		echo "hostile: ${case:-$1}: exit $rc instead of $2, or no '$3':"
		head -n 5 "$work/out"
		bad=1
	fi
	[ -z "$(ls -A .)" ] || { echo "hostile: ${case:-$1}: something was written"; bad=1; }
}

while read -r case code words; do
	"$make_zip" "$case" >"$work/$wheel"
	answer "$wheel" "$code" "$words"
done <<'CASES'
plain 0 none: no GPU code
directory-size 1 CP402 .* decompresses to more than the 10 bytes
both-sizes 1 CP402 .* decompresses to more than the 10 bytes
checksum 1 CP402 .* its checksum is wrong
local-name 1 CP402 .* another name in the entry than in the directory
overlap 3 CP403 .* reach into what follows
nested 3 CP403 .* reach into what follows
doubled 3 CP403 .* is there twice
upwards 1 CP405 .* leaves the folder
absolute 1 CP405 .* an absolute path
backslash 1 CP405 .* a backslash
symbolic 1 CP405 .* a symbolic link
nul 1 CP405 .* a NUL byte
not-utf8 1 CP405 .* not UTF-8
fake-end 3 two end records
prefix 0 CP408 .* 10 bytes
trailing 3 no ZIP directory at the end
joined 3 two archives
too-many 3 claims 60000 entries
too-big 3 CP403 .* 1099511627776 bytes
encrypted 1 CP402 .* is encrypted
zstd-method 1 CP402 .* method 93
million 3 CP404 .* 1000000 entries
bomb 1 CP402 .* the limit is 8388608
libraries 1 CP404
far 0 none: no GPU code
needy 1 CP404 .* say of themselves
CASES
[ "$("$make_zip" | wc -l)" = "$tried" ] || { echo 'hostile: a case is not tried'; bad=1; }
case=
"$make_zip" bomb | head -c 100000 >"$work/cut-1.0-py3-none-any.whl"
answer cut-1.0-py3-none-any.whl 3 'no ZIP directory at the end'
answer big.so 0 'GPU code'
"$make_zip" plain >"$work/x-1.0-0.conda"
answer x-1.0-0.conda 3 'is no whole package'
# bzip2 of what libarchive would start lrzip for; of 30 GiB that are not there
mkdir "$work/bin"
printf '#!/bin/sh\n: >"%s/started"\n' "$work" >"$work/bin/lrzip"
chmod +x "$work/bin/lrzip"
PATH=$work/bin:$PATH
printf "\102\132\150\071\061\101\131\046\123\131\016\042\276\020\000\000\004\116\000\101\000\000\
\004\000\044\020\020\040\000\042\036\246\020\206\000\061\033\134\276\056\344\212\160\241\
\040\034\105\174\040" >"$work/lrzip-1.0-0.tar.bz2"
answer lrzip-1.0-0.tar.bz2 3 'cut or damaged'
[ ! -e "$work/started" ] || { echo 'hostile: a program was started'; bad=1; }
printf "\102\132\150\071\061\101\131\046\123\131\112\302\057\102\000\000\046\133\300\330\200\100\
\001\365\000\040\000\162\141\236\020\100\000\004\000\040\000\124\120\000\000\006\215\006\
\211\265\107\244\144\032\064\310\036\327\047\045\120\006\233\264\114\003\050\202\105\354\
\157\123\263\200\224\304\015\330\254\351\202\167\156\045\351\360\022\004\267\104\132\043\
\116\233\342\356\110\247\012\022\011\130\105\350\100" >"$work/zeros-1.0-0.tar.bz2"
answer zeros-1.0-0.tar.bz2 1 'unpacks to more than the limit'
# folders: more libraries than are read, one folder in another, a link to what is above it, odd names
mkdir "$work/many" "$work/many/0" "$work/deep" "$work/odd"
for i in $(seq 150); do
	ln "$work/plain.so" "$work/many/0/$i.so"
done
for i in $(seq 140); do
	cp -rl "$work/many/0" "$work/many/$i"
done
answer many 1 'CP404 .* more than 20000 libraries'
(
	cd "$work/deep"
	for i in $(seq 30); do
		mkdir d
		cd d
	done
)
cp "$work/big.so" "$work/deep/"
ln -s .. "$work/deep/up"
answer deep 1 'CP404 .* more than 24 deep'
cp "$work/big.so" "$work/odd/$(printf 'lib\nCP404\033[31m.so')"
answer odd 0 'in 1 library'
[ "$bad" = 0 ] && echo "hostile: $tried archives and libraries within 64 MiB"
