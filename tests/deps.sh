#!/bin/sh
# Installs the Debian packages that are missing; with arguments those of these sets:
# build check lint, dist for make dist and make page, check-dist for make check-dist, page for make
# check-page and check-page-node, fleet for make check-fleet.
set -eu
packages() {
	case $1 in
	build) echo gcc make libc6-dev gettext sqlite3 libsqlite3-dev libexpat1-dev libyajl-dev libyaml-dev \
		nettle-dev libsodium-dev libpcre2-dev libzstd-dev zlib1g-dev libisal-dev \
		libarchive-dev libcurl4-openssl-dev ;;
	check) echo libcmocka-dev curl python3 nginx-light patch xz-utils zip unzip binutils bzip2 zstd \
		openssl signify-openbsd ;;
	lint) echo clang clang-tidy libclang-rt-dev cppcheck pmccabe mandoc shellcheck gcovr \
		valgrind time git ;;
	dist) echo gcc make libc6-dev gettext sqlite3 tcl dpkg-dev python3 python3-pip xz-utils bzip2 ;;
	fleet) echo slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge pdsh clustershell \
		ansible-core python3-yaml python3-venv ;;
	page) echo nodejs chromium chromium-driver ;;
	check-dist) echo debootstrap qemu-user-static libc6-arm64-cross lintian python3-venv ;;
	esac
}

missing=
[ $# -gt 0 ] || set -- build check
for s in "$@"; do
	for p in $(packages "$s"); do
		dpkg-query -W -f '${Status}\n' "$p" 2>/dev/null | grep -q 'ok installed' ||
			missing="$missing $p"
	done
done
[ -n "$missing" ] || exit 0
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
echo "installing:$missing"
$sudo apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing
