#!/bin/sh
# dist.sh FOLDER [PART...]: what `make dist` has made with FOLDER, tried where it is to run: symbols,
# debian11 (the scenarios on glibc 2.31), aarch64 (scenarios and units under qemu), wheels (by pip and
# uv), same (a second build), deb, conda. Takes the network, root for debian11, and half an hour.
# Scratch is below FOLDER/check; mounts are in namespaces of their own and end with them.
set -eu
cd "$(dirname "$0")/.."
b=$1
shift
[ $# -gt 0 ] || set -- symbols debian11 aarch64 wheels same deb conda
mkdir -p "$b/check"
check=$(realpath "$b")/check
version=$(sed -n 's/.*CUDAPLAN_VERSION "\(.*\)"/\1/p' src/version.h)
name=cudaplan-$version
FAKES='nvml nvml-old cuda cudart nvrtc stuck'

fail() {
	echo "dist: $*"
	exit 1
}

# What the stand-ins and the frozen matrix are for a target, beside its program.
build_tests() {
	fakes=
	for f in $FAKES; do fakes="$fakes $b/$1/fake/$f.so"; done
	# shellcheck disable=SC2086
	sh pack/program.sh "$b" "$1" "$b/$1/tests/matrix.db" $fakes
}

# The newest symbol of glibc that a program asks for, and the libraries.
symbols() {
	for program in dist/"$name"-linux-*; do
		newest=$(readelf --dyn-syms -W "$program" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
		[ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] ||
			fail "$program needs $newest"
		other=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
			grep -vE '^(lib(c|m|dl|pthread)\.so\.[0-9]+|ld-linux-.*)$' || :)
		[ -z "$other" ] || fail "$program needs $other"
		echo "dist: $program needs $newest, $(stat -c %s "$program") bytes"
	done
}

# A Debian 11 that lasts; where this machine's packages come from, its packages come from too.
# What the scenarios themselves use.
tools=binutils,bzip2,ca-certificates,curl,patch,sqlite3,unzip,xz-utils,zip,zstd

debian11_root() {
	root=$check/debian11
	[ ! -e "$root/made" ] || return 0
	# shellcheck disable=SC2016
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
	debootstrap --variant=minbase --include=$tools bullseye "$root" "$mirror" \
		>"$check/debootstrap.log" 2>&1 || fail "debootstrap: $(tail -n 3 "$check/debootstrap.log")"
	: >"$root/made"
}

debian11() {
	debian11_root
	build_tests x86_64
	rm -rf "$root/srv/cudaplan"
	mkdir -p "$root/srv/cudaplan/build"
	cp -R tests data "$root/srv/cudaplan"
	cp -R "$b/x86_64/cudaplan" "$b/x86_64/matrix.db" "$b/x86_64/tests" "$b/x86_64/fake" \
		"$root/srv/cudaplan/build"
	# shellcheck disable=SC2016
	unshare --mount --propagation private sh -c '
		mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount --rbind /sys "$1/sys" &&
		exec chroot "$1" sh -c "ldd --version | head -n 1; cd /srv/cudaplan &&
			sh tests/run.sh build/cudaplan tests/cli/*.test tests/plan/*.test tests/today/*.test"
	' sh "$root" >"$check/debian11.log" 2>&1 </dev/null || fail "debian11: $(tail -n 20 "$check/debian11.log")"
	sed 's/^/dist: Debian 11: /' "$check/debian11.log" | tail -n 2
}

# Under qemu a program is started by name: what runs it stands in the program's place.
emulated() {
	mkdir -p "$check/aarch64"
	mv -f "$check/aarch64/cudaplan" "$check/aarch64/old" 2>/dev/null || :
	cat >"$check/aarch64/$2" <<-END
		#!/bin/sh
		exec qemu-aarch64-static -L /usr/aarch64-linux-gnu '$(realpath "$1")' "\$@"
	END
	chmod +x "$check/aarch64/$2"
}

aarch64() {
	build_tests aarch64
	mkdir -p "$check/aarch64"
	for f in matrix.db tests fake; do ln -sfn "$(realpath "$b")/aarch64/$f" "$check/aarch64/$f"; done
	emulated "$b/aarch64/cudaplan" cudaplan
	sh tests/run.sh "$check/aarch64/cudaplan" tests/cli/*.test tests/plan/*.test tests/today/*.test \
		>"$check/aarch64.log" 2>&1 || aarch64=no
	echo "dist: aarch64: $(tail -n 1 "$check/aarch64.log")"
	[ -z "${aarch64:-}" ] || fail "aarch64: $(head -n 30 "$check/aarch64.log")"
}

for part in "$@"; do
	"$part"
done
