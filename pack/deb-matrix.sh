#!/bin/sh
# deb-matrix.sh SHARE OUT: the matrix alone as OUT/cudaplan-matrix_VERSION_all.deb, of what make dist-matrix
# laid below SHARE. Its maintainer and its date are those of deb.sh.
set -eu
share=$1 out=$2
manifest=$(echo "$share"/cudaplan/matrix/matrix-*.manifest)
version=$(sed -n 's/^version //p' "$manifest")
date=$(sed -n 's/^date //p' "$manifest")
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -ud "$date" +%s)}
export SOURCE_DATE_EPOCH
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/DEBIAN" "$root/usr/share/cudaplan" "$out"
cp -R "$share/cudaplan/matrix" "$root/usr/share/cudaplan"
cat >"$root/DEBIAN/control" <<END
Package: cudaplan-matrix
Version: $version
Architecture: all
Maintainer: ${DEBFULLNAME:-cudaplan maintainers} <${DEBEMAIL:-maintainers@cudaplan.invalid}>
Installed-Size: $(du -ks "$root/usr" | cut -f 1)
Enhances: cudaplan
Section: utils
Priority: optional
Description: which PyTorch runs on which GPU, as of $date
 The matrix that cudaplan makes its plans from, signed. The newest of this
 package, of cudaplan update and of the program itself counts.
END
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/cudaplan-matrix_${version}_all.deb" >/dev/null
echo "$out/cudaplan-matrix_${version}_all.deb"
