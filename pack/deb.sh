#!/bin/sh
# deb.sh FOLDER OUT: a package for the Debian that this is, with that Debian's libraries, which is what
# its updates need; built in FOLDER, written as OUT/cudaplan_VERSION_ARCH.deb. Its maintainer is
# $DEBFULLNAME <$DEBEMAIL>, as Debian's tools have it. SOURCE_DATE_EPOCH dates it.
set -eu
cd "$(dirname "$0")/.."
b=$1 out=$2
version=$(sed -n 's/.*CUDAPLAN_VERSION "\(.*\)"/\1/p' src/version.h)
arch=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-cudaplan maintainers} <${DEBEMAIL:-maintainers@cudaplan.invalid}>"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
root=$b/root
doc=$root/usr/share/doc/cudaplan

make -s B="$b" LINK=shared CFLAGS='-O2 -g'
rm -rf "$root"
make -s B="$b" -o "$b/cudaplan" DESTDIR="$root" PREFIX=/usr install
rm "$root/usr/share/cudaplan/folders" # dpkg knows them
strip --remove-section=.comment --remove-section=.note "$root/usr/bin/cudaplan"
gzip -9n "$root"/usr/share/man/man*/* "$root"/usr/share/man/zh_CN/man*/*
mkdir -p "$doc" "$root/DEBIAN" "$out"

cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: cudaplan

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)
License: MIT

License: MIT
$(sed -n '/^Permission/,$p' LICENSE | sed 's/^$/./; s/^/ /')
END
gzip -9nc >"$doc/changelog.gz" <<END
cudaplan ($version) unstable; urgency=medium

  * Version $version.

 -- $maintainer  $(date -uR -d "@$SOURCE_DATE_EPOCH")
END

# depends FILE: what the program is linked with; dpkg-shlibdeps wants a source package around it.
depends() {
	mkdir -p "$b/shlibs/debian"
	printf 'Source: cudaplan\n\nPackage: cudaplan\nArchitecture: any\n' >"$b/shlibs/debian/control"
	program=$(realpath "$1")
	(cd "$b/shlibs" && dpkg-shlibdeps -O "$program" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
}

# The packages of libraries that are opened when they are needed, where this machine has them.
opened() {
	for library in libarchive.so.13 libcurl.so.4 libisal.so.2; do
		dpkg-query -S "*/$library" 2>/dev/null | head -n 1 | cut -d : -f 1
	done | sort -u | paste -sd , | sed 's/,/, /g'
}

cat >"$root/DEBIAN/control" <<END
Package: cudaplan
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -ks --exclude=DEBIAN "$root" | cut -f 1)
Depends: $(depends "$root/usr/bin/cudaplan")
Recommends: $(opened)
Section: utils
Priority: optional
Description: plan a PyTorch and CUDA installation before it is run
 Says which PyTorch runs on every GPU of a machine, and which command installs
 it: from NVML, from any pasted nvidia-smi output, or from a name and a driver
 version, with the number that decided each yes and each no. It also finds what
 is wrong with an environment, and what a wheel can do, and installs nothing
 itself.
END
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/cudaplan_${version}_$arch.deb" >/dev/null
echo "$out/cudaplan_${version}_$arch.deb"
