#!/bin/sh
# make install writes what it should, the installed program runs, make uninstall leaves nothing but
# the folders that were there before.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
b=$(dirname "$1")
mkdir -p "$dir/usr/bin" "$dir/usr/share/man/man7"
make -s B="$b" DESTDIR="$dir" PREFIX=/usr install
make -s B="$b" DESTDIR="$dir" PREFIX=/usr install
"$dir/usr/bin/cudaplan" --version >/dev/null
for f in share/bash-completion/completions/cudaplan share/zsh/site-functions/_cudaplan \
	share/fish/vendor_completions.d/cudaplan.fish; do
	[ -s "$dir/usr/$f" ] || { echo "install: $f is missing"; exit 1; }
done
for m in man/*.[1-9] "$b"/man/*.7; do
	[ -f "$m" ] || continue
	[ -s "$dir/usr/share/man/man${m##*.}/${m##*/}" ] || { echo "install: $m is missing"; exit 1; }
done
for m in man/zh_CN/*.[1-9] "$b"/man/zh_CN/*.7; do
	[ -s "$dir/usr/share/man/zh_CN/man${m##*.}/${m##*/}" ] || { echo "install: $m is missing"; exit 1; }
done
make -s B="$b" DESTDIR="$dir" PREFIX=/usr uninstall
left=$(find "$dir" -type f)
[ -z "$left" ] || { echo "uninstall left: $left"; exit 1; }
left=$(cd "$dir" && find . -type d | sort | tr '\n' ' ')
[ "$left" = '. ./usr ./usr/bin ./usr/share ./usr/share/man ./usr/share/man/man7 ' ] ||
	{ echo "uninstall: folders left: $left"; exit 1; }
echo 'install: installed, run, removed'
