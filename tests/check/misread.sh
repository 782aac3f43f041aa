#!/bin/sh
# misread.sh PROGRAM: packages whose names, beginnings or halves contradict each other. What Python's
# zipfile opens is read as it reads it, and what pip or conda would refuse gets no all-clear.
set -u
program=$(realpath "$1")
library=$(realpath tests/files/binary/libsuffix.so)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
python3 - "$library" <<'END' || exit 1
import io
import sys
import os
import tarfile
import zipfile

with open(sys.argv[1], "rb") as f:
    library = f.read()


def wheel(path, before=b"", info=("x-1.0",), name="x", version="1.0", comment=b"", many=False):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as z:
        z.writestr("x/libx.so", library)
        for i in range(70000 if many else 0):
            z.writestr(f"x/{i}", "")
        for folder in info:
            z.writestr(f"{folder}.dist-info/METADATA",
                       f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
            z.writestr(f"{folder}.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            z.writestr(f"{folder}.dist-info/RECORD", "")
        z.comment = comment
    with open(path, "wb") as f:
        f.write(before + data.getvalue())
    assert zipfile.ZipFile(path).read("x/libx.so") == library


for folder in ("mz", "elf", "text", "zip64", "twice"):
    os.mkdir(folder)


def conda(path, parts):
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("metadata.json", '{"conda_pkg_format_version": 2}')
        for part in parts:
            z.writestr(part, b"")


wheel("x-1.0-py3-none-any.whl")
wheel("mz/x-1.0-py3-none-any.whl", before=b"MZ" + bytes(998))
wheel("elf/x-1.0-py3-none-any.whl", before=b"\177ELF" + bytes(99), comment=b"c" * 999)
wheel("text/x-1.0-py3-none-any.whl", before=b"#!/bin/sh\nexit\n")
wheel("zip64/x-1.0-py3-none-any.whl", before=b"MZ" + bytes(98), many=True)
wheel("y-1.0-py3-none-any.whl")
wheel("x-2.0-py3-none-any.whl")
wheel("X-1.0.0-py3-none-any.whl")
wheel("twice/x-1.0-py3-none-any.whl", info=("x-1.0", "y-1.0"))
with tarfile.open("empty-1-0.tar.bz2", "w:bz2"):
    pass
with tarfile.open("other-1-0.tar.bz2", "w:bz2") as t:
    member = tarfile.TarInfo("lib/libx.so")
    member.size = len(library)
    t.addfile(member, io.BytesIO(library))
conda("x-1-0.conda", ["info-x-1-0.tar.zst", "pkg-x-1-0.tar.zst", "pkg-y-1-0.tar.zst"])
END
failed=0

# found FILE EXIT WORDS: what inspect says of it
found() {
	"$program" inspect "$1" >out 2>&1 </dev/null
	rc=$?
	[ "$rc" = "$2" ] && grep -q "$3" out && return
	echo "misread: $1: exit $rc, expected $2 and '$3': $(head -n 9 out)"
	failed=1
}
code() {
	"$program" inspect --json "$1" 2>/dev/null </dev/null | grep -o '"device_code":.*"files"'
}
"$program" inspect x-1.0-py3-none-any.whl >out 2>&1 || { echo 'misread: a sound wheel'; failed=1; }
! grep CP408 out || failed=1
! "$program" inspect X-1.0.0-py3-none-any.whl | grep CP408 || failed=1
for f in mz elf text zip64; do
	found "$f/x-1.0-py3-none-any.whl" 0 'bytes stand before the archive'
	[ "$(code "$f/x-1.0-py3-none-any.whl")" = "$(code x-1.0-py3-none-any.whl)" ] ||
		{ echo "misread: $f: other device code"; failed=1; }
done
found y-1.0-py3-none-any.whl 0 'says y, METADATA says x'
found x-2.0-py3-none-any.whl 0 'says 2.0, METADATA says 1.0'
found twice/x-1.0-py3-none-any.whl 0 'x-1.0.dist-info and y-1.0.dist-info'
found empty-1-0.tar.bz2 3 'nothing in this archive'
found other-1-0.tar.bz2 0 'no info/index.json'
found x-1-0.conda 3 'pkg-x-1-0.tar.zst and pkg-y-1-0.tar.zst'

# A library that a full disk or an end of the download has cut is not read whole, alone or among others.
mkdir libraries
cp "$library" libraries/whole.so
"$program" inspect libraries >out 2>&1 || { echo 'misread: a sound library'; failed=1; }
for part in 4 63 5000 half; do
	[ "$part" != half ] || part=$(($(stat -c %s "$library") / 2))
	head -c "$part" "$library" >libraries/cut.so
	for from in libraries/cut.so libraries; do
		found "$from" 1 'CP402 .*cut.so says that more bytes are in it'
		found "$from" 1 'read      not all'
	done
done

[ "$failed" = 0 ] && echo 'misread: 12 packages that contradict themselves, 4 libraries that are cut'
exit "$failed"
