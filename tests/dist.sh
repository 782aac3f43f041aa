#!/bin/sh
# dist.sh FOLDER [PART...]: what `make dist` has made with FOLDER, tried where it is to run: symbols,
# urls, debian11 (the scenarios on glibc 2.31), static (scenarios without a C library, and a root with
# nothing else), aarch64 (scenarios and units under qemu), wheels (by pip and uv), same (a second build),
# deb, conda. Takes the network, root for debian11 and static, and half an hour.
# Scratch is below FOLDER/check; mounts are in namespaces of their own and end with them.
set -eu
cd "$(dirname "$0")/.."
b=$1
shift
[ $# -gt 0 ] || set -- symbols urls debian11 static aarch64 wheels same deb conda
mkdir -p "$b/check"
check=$(realpath "$b")/check
version=$(sed -n 's/.*CUDAPLAN_VERSION "\(.*\)"/\1/p' src/version.h)
name=cudaplan-$version
scenarios='tests/cli/*.test tests/plan/*.test tests/today/*.test'
# What a scenario says that has a stand-in loaded, or code run on it.
loads='FAKE|two\.env|cudaplan verify( --env|\n)'
FAKES='nvml nvml-old cuda cudart nvrtc stuck'

fail() {
	echo "dist: $*"
	exit 1
}

# What the stand-ins and the frozen matrix are for a target, beside its program.
build_tests() { # TARGET [MORE...]
	target=$1
	shift
	for f in $FAKES; do set -- "$@" "$b/$target/fake/$f.so"; done
	sh pack/program.sh "$b" "$target" all "$b/$target/tests/matrix.db" "$@"
}

# The newest symbol of glibc that a program asks for, and the libraries.
symbols() {
	for program in dist/"$name"-linux-*; do
		newest=$(readelf --dyn-syms -W "$program" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
		[ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] ||
			fail "$program needs $newest"
		other=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
			grep -vE '^(lib(c|m|dl|pthread)\.so\.[0-9]+|ld-linux-.*)$' || :)
		case $program in *-static) other=$(readelf -lW "$program" | grep -w INTERP || :)$newest ;; esac
		[ -z "$other" ] || fail "$program needs $other"
		echo "dist: $program needs ${newest:-nothing}, $(stat -c %s "$program") bytes"
	done
}

# A Debian 11 that lasts; where this machine's packages come from, its packages come from too.
# What the scenarios themselves use.
tools=binutils,bzip2,ca-certificates,curl,gcc,libc6-dev,patch,python3,sqlite3,unzip,xz-utils,zip,zstd

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
			python3 tests/run.py build/cudaplan tests/cli/*.test tests/plan/*.test tests/today/*.test"
	' sh "$root" >"$check/debian11.log" 2>&1 </dev/null || fail "debian11: $(tail -n 20 "$check/debian11.log")"
	sed 's/^/dist: Debian 11: /' "$check/debian11.log" | tail -n 2
}

# The C library of an aarch64 Debian, with its tables of encodings, which the cross packages lack.
aarch64_root() {
	root=$check/arm64
	[ ! -e "$root/made" ] || return 0
	mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial"
	(
		cd "$root"
		arm() {
			apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
				-o Dir::State::Lists="$root/apt/lists" -o Dir::State::status=/dev/null \
				-o Dir::Cache="$root/apt/cache" -o APT::Sandbox::User=root "$@"
		}
		arm update && arm download libc6 && for f in *.deb; do dpkg-deb -x "$f" .; done
	) >"$check/arm64.log" 2>&1 || fail "libc6 of arm64: $(tail -n 3 "$check/arm64.log")"
	: >"$root/made"
}

# Under qemu a program is started by name: a script stands in its place.
emulated() {
	printf '#!/bin/sh\nexec %s -L %s %s "$@"\n' "$(command -v qemu-aarch64-static)" "$root" "$(realpath "$1")" >"$2"
	chmod +x "$2"
}

# A program without a C library: the scenarios but those of stand-ins, which it cannot load, and of other
# charsets than UTF-8, of which musl has none; and a root that holds it and texts.
static() {
	build_tests x86_64-static
	build_tests aarch64-static
	mkdir -p "$check/aarch64-static"
	for f in matrix.db tests; do
		ln -sfn "$(realpath "$b")/aarch64-static/$f" "$check/aarch64-static/$f"
	done
	root=/nonexistent
	emulated "$b/aarch64-static/cudaplan" "$check/aarch64-static/cudaplan"
	for program in "$b/x86_64-static/cudaplan" "$check/aarch64-static/cudaplan"; do
		# shellcheck disable=SC2086
		LEAVE="$loads|iconv|BIG5" python3 tests/run.py "$program" $scenarios >"$check/static.log" 2>&1 ||
			fail "static: $(head -n 30 "$check/static.log")"
		echo "dist: static: $(tail -n 1 "$check/static.log")"
	done
	sh tests/check/bare.sh "$b/x86_64-static/cudaplan" || fail 'static: see above'
}

aarch64() {
	aarch64_root
	build_tests aarch64 "$b/aarch64/unit/all"
	mkdir -p "$check/aarch64"
	for f in matrix.db tests fake; do ln -sfn "$(realpath "$b")/aarch64/$f" "$check/aarch64/$f"; done
	emulated "$b/aarch64/cudaplan" "$check/aarch64/cudaplan"
	emulated "$b/aarch64/unit/all" "$check/aarch64/units"
	python3 tests/run.py "$check/aarch64/cudaplan" tests/cli/*.test tests/plan/*.test tests/today/*.test \
		>"$check/aarch64.log" 2>&1 || aarch64=no
	echo "dist: aarch64: $(tail -n 1 "$check/aarch64.log")"
	"$check/aarch64/units" >"$check/units.log" 2>&1 || units=no
	grep -aE '^\[ +(PASSED|SKIPPED|FAILED) +\] [a-z0-9]' "$check/units.log" | sort -u |
		sed 's/^/dist: aarch64: units: /'
	[ -z "${units:-}" ] || fail "aarch64: units: the whole is in $check/units.log"
	[ -z "${aarch64:-}" ] || fail "aarch64: $(head -n 30 "$check/aarch64.log")"
}

# URLs and conda packages, with libarchive inside; what the check uses is this machine's.
urls() {
	make -s build/http/liar build/json/validate build/make-zip
	mkdir -p "$check/urls"
	cp -R build/http build/json build/make-zip "$b/x86_64/cudaplan" "$check/urls"
	sh tests/check/http.sh "$check/urls/cudaplan"
	sh tests/check/hostile.sh "$check/urls/cudaplan"
}

# venv FOLDER PACKAGES...: tools and what is tried are installed into environments of their own.
venv() {
	[ -x "$1/bin/python" ] || python3 -m venv "$1"
	folder=$1
	shift
	"$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

wheels() {
	wheel=$(echo dist/"$name"-*-many*_x86_64.whl)
	venv "$check/tools" 'auditwheel==6.8.2' 'uv==0.13.9'
	"$check/tools/bin/python" tests/wheel.py dist/"$name"-*musllinux*_x86_64.whl "$check/unpacked" --layout
	for f in dist/"$name"-*-many*.whl; do
		rm -rf "$check/unpacked"
		"$check/tools/bin/python" tests/wheel.py "$f" "$check/unpacked" --layout
		"$check/tools/bin/auditwheel" show "$f" >"$check/auditwheel.log"
		grep -q manylinux_2_17 "$check/auditwheel.log" || fail "$f: $(cat "$check/auditwheel.log")"
		echo "dist: auditwheel: ${f##*-}: $(tr '\n' ' ' <"$check/auditwheel.log" | grep -o '"manylinux_[^"]*"' | head -n 1)"
	done
	rm -rf "$check/pip" "$check/uv"
	venv "$check/pip" "$wheel"
	"$check/pip/bin/cudaplan" --version
	"$check/pip/bin/python" -c "import cudaplan; print(cudaplan.find_cudaplan_bin(), len(
		cudaplan.run('suggest', '--gpu', 'T4', '--driver', '550', '--python', '3.12')['plans']))"
	[ -s "$check/pip/share/man/man1/cudaplan.1" ] || fail 'pip: no manual'
	"$check/pip/bin/pip" uninstall --quiet --yes cudaplan
	left=$(find "$check/pip" -type f -name '*cudaplan*')
	[ -z "$left" ] || fail "pip uninstall leaves $left"
	uv="$check/tools/bin/uv"
	UV_CACHE_DIR=$check/uv-cache "$uv" tool run --quiet --offline --from "$wheel" cudaplan --version
	UV_CACHE_DIR=$check/uv-cache "$uv" venv --quiet "$check/uv"
	UV_CACHE_DIR=$check/uv-cache "$uv" pip install --quiet --offline --python "$check/uv" "$wheel"
	"$check/uv/bin/python" -c 'import cudaplan; cudaplan.run("matrix", "sm=61")'
	rm -rf "$check/target"
	"$check/pip/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
		--platform manylinux2014_aarch64 --target "$check/target" "$(echo dist/"$name"-*-many*_aarch64.whl)"
	rm -rf "$check/musl"
	"$check/pip/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
		--platform musllinux_1_1_x86_64 --target "$check/musl" "$(echo dist/"$name"-*musllinux*_x86_64.whl)"
	"$check/musl/bin/cudaplan" --version
	aarch64_root
	qemu-aarch64-static -L "$root" "$check/target/bin/cudaplan" --version
	echo 'dist: wheels: installed by pip and uv, run, removed'
}

# From the same sources, in a folder of another name, come the same bytes.
same() {
	again=$check/again/by/another/name
	rm -rf "$check/again"
	mkdir -p "$again/build/pack"
	git ls-files -z | xargs -0 cp -P --parents -t "$again"
	for f in src zig fetched; do ln -s "$(realpath "$b/$f")" "$again/build/pack/$f"; done
	(cd "$again" && make -s -f pack/dist.mk dist page) >"$check/same.log" 2>&1 || fail "$(tail "$check/same.log")"
	for f in SHA256SUMS cudaplan.html; do
		cmp "dist/$f" "$again/dist/$f" || fail 'a second build gives other bytes'
	done
	echo 'dist: a second build gives the same bytes'
}

deb() {
	DEBEMAIL=nobody@example.org sh pack/deb.sh "$check/deb" "$check/packages" >"$check/deb.log"
	lintian --allow-root "$(cat "$check/deb.log")" >"$check/lintian.log" 2>&1 || :
	[ ! -s "$check/lintian.log" ] || fail "lintian: $(cat "$check/lintian.log")"
	rm -rf "$check/installed"
	dpkg-deb -x "$(cat "$check/deb.log")" "$check/installed"
	"$check/installed/usr/bin/cudaplan" --version
	echo 'dist: deb: lintian finds nothing'
}

conda() {
	venv "$check/conda-tools" 'py-rattler-build==0.73.0' pyyaml
	rm -rf "$check/conda"
	"$check/conda-tools/bin/python" tests/conda.py "$check/conda"
}

for part in "$@"; do
	"$part"
done
