#!/bin/sh
# patched.sh PROGRAM: every diff that a scenario prints, and those of lists whose line for torch has a
# secret at a distance of 0 to 4 lines, is applied by patch(1) without fuzz: what comes out differs from
# the file in just the lines that the diff names, and nothing of the secret is shown.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$(realpath "$1")
mkdir "$work/frozen" "$work/bin" "$work/lists"
sh tests/frozen.sh "$program" "$work/frozen" || exit 1
: >"$work/wrong"
: >"$work/count"

# apply WHERE DIFF: in a copy of this folder.
cat >"$work/apply" <<'APPLY'
where=$1 diff=$2 work=$3
[ "$(head -c 4 "$diff")" = '--- ' ] || exit 0
mkdir "$work/copy.$$" && cp -R . "$work/copy.$$/new" && cp -R . "$work/copy.$$/old"
sed -n 's/^+++ //p' "$diff" | grep -q '^/' && exit 0
echo "$where" >>"$work/count"
# where a hunk begins afterwards is where it began, and what those before it added
awk '/^@@ /{ split($2, a, /[-,]/); split($3, b, /[+,]/); if (b[2] != a[2] + shift) bad = 1; shift += b[3] - a[3] }
	END { exit bad }' "$diff" || echo "$where: a hunk begins elsewhere than it says" >>"$work/wrong"
if (cd "$work/copy.$$/new" && patch -s -F0 -p0 <"$diff") >"$work/copy.$$/said" 2>&1; then
	# the same lines go and come, in their order, as a diff of the files has them
	(cd "$work/copy.$$" && diff -Nru --text old new) | grep '^[-+]' | grep -v '^--- old/\|^+++ new/' |
		sort >"$work/copy.$$/is"
	grep '^[-+]' "$diff" | grep -v '^--- \|^+++ ' | sort >"$work/copy.$$/said"
	cmp -s "$work/copy.$$/is" "$work/copy.$$/said" || echo "$where: other lines change than the diff names" >>"$work/wrong"
else
	echo "$where: $(head -n 1 "$work/copy.$$/said")" >>"$work/wrong"
fi
rm -rf "$work/copy.$$"
APPLY
cat >"$work/bin/cudaplan" <<END
#!/bin/sh
case " \$* " in
*' --fix-file '*)
	'$work/frozen/cudaplan' "\$@" >'$work'/diff.\$\$
	rc=\$?
	sh '$work/apply' "\$WHERE" '$work'/diff.\$\$ '$work'
	cat '$work'/diff.\$\$
	exit \$rc ;;
esac
exec '$work/frozen/cudaplan' "\$@"
END
chmod +x "$work/bin/cudaplan"
python3 tests/run.py --replay fix-file "$program" "$work/bin" tests/cli/*.test

# The line for torch as the n-th of a list, the secret above or below it, with and without more lines; the
# index, which goes or changes too, first or last.
cd "$work/lists" || exit 1
for before in 0 1 3 5; do
	for after in 0 1 2 4 6; do
		for at in $(seq $((before > 4 ? -4 : -before)) $((after > 4 ? 4 : after))); do
			awk -v before="$before" -v after="$after" -v at="$at" 'BEGIN {
				index_line = "--extra-index-url https://download.pytorch.org/whl/cu124"
				if (after % 2 == 0)
					print index_line
				split("numpy pandas scipy requests flask tqdm rich click", name, " ")
				for (i = -before; i <= after; i++)
					print i == 0 ? "torch==2.5.1+cu124" : i == at ? \
						"own @ https://user:S3CRET@h.example/own-1.0-py3-none-any.whl" : \
						name[(i + before) % 8 + 1]
				if (after % 2)
					print index_line }' >r.txt
			WHERE="list $before $after $at" "$work/bin/cudaplan" doctor --fix-file r.txt --gpu 5090 \
				--driver 580.65.06 --platform linux-64 >out 2>err
			[ -s out ] || echo "list $before $after $at: no diff" >>"$work/wrong"
			grep -q S3CRET out err && echo "list $before $after $at: the secret is shown" >>"$work/wrong"
			rm -f out err
		done
	done
done
sed 's/^/patched: /' "$work/wrong"
n=$(wc -l <"$work/count")
[ "$n" -gt 90 ] || { echo "patched: only $n diffs were printed"; exit 1; }
[ ! -s "$work/wrong" ] && echo "patched: $n diffs apply, and change what they name"
