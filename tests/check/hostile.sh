#!/bin/sh
# hostile.sh PROGRAM: archives that nobody commits: a real one with 1,000,000 entries, a bomb, a cut
# one. The address space is limited to 64 MiB beyond what the program itself takes, stacks included.
set -eu
# A sanitizer's shadow takes more address space than any limit that would mean something.
room=$((112 * 1024))
! grep -q __asan_init "$1" || room=unlimited
program=$1
command -v python3 >/dev/null || { echo "hostile: no python3, nothing was made"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$work" <<'PY'
import struct, sys, zipfile, zlib
work = sys.argv[1]
local = struct.Struct("<4s5H3I2H")
entry = struct.Struct("<4s6H3I5H2I")

def many(path, n):
    with open(path, "wb") as f:
        at, directory = 0, []
        for i in range(n):
            name = b"torch/lib/f%07d" % i
            f.write(local.pack(b"PK\3\4", 20, 0, 0, 0, 0, 0, 0, 0, len(name), 0) + name)
            directory.append(entry.pack(b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, len(name), 0, 0,
                                        0, 0, 0, at) + name)
            at += 30 + len(name)
        body = b"".join(directory)
        f.write(body)
        f.write(struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, n, n, len(body), at))
        f.write(struct.pack("<4sIQI", b"PK\6\7", 0, at + len(body), 1))
        f.write(struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 65535, 65535, len(body), at, 0))

many(work + "/million-1.0-py3-none-any.whl", 1000000)
with zipfile.ZipFile(work + "/bomb-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as z:
    with z.open("torch/lib/libbomb.so", "w", force_zip64=True) as f:
        f.write(b"\x7fELF\2\1\1")
        for _ in range(256):
            f.write(bytes(1 << 20))
    z.writestr("bomb-1.0.dist-info/METADATA", "Name: bomb\nVersion: 1.0\n" + "x" * (20 << 20))
with zipfile.ZipFile(work + "/libraries-1.0-py3-none-any.whl", "w") as z:
    for i in range(20500):
        z.writestr("%d.so" % i, b"")
whole = open(work + "/bomb-1.0-py3-none-any.whl", "rb").read()
open(work + "/cut-1.0-py3-none-any.whl", "wb").write(whole[:len(whole) // 2])
big = bytearray(open("tests/files/binary/libplain.so", "rb").read())
big[5] = 2
open(work + "/big.so", "wb").write(big)
PY
bad=0
# answer FILE CODE WORD: the exit code, and a word of what is said
answer() {
	rc=0
	# shellcheck disable=SC3045
	(ulimit -v "$room"; timeout 60 "$program" inspect --depth exact "$work/$1") \
		>"$work/out" 2>&1 || rc=$?
	if [ "$rc" != "$2" ] || ! grep -q "$3" "$work/out"; then
		echo "hostile: $1: exit $rc instead of $2, or no '$3':"
		head -n 5 "$work/out"
		bad=1
	fi
}
answer million-1.0-py3-none-any.whl 3 CP404
answer bomb-1.0-py3-none-any.whl 1 CP402
answer libraries-1.0-py3-none-any.whl 1 CP404
answer cut-1.0-py3-none-any.whl 3 'no ZIP directory at the end'
answer big.so 0 kernels
[ "$bad" = 0 ] && echo "hostile: 5 archives and libraries within 64 MiB"
