#!/bin/sh
# Every change that a scenario prints is applied, and gives what it promises: see tests/apply.sh.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$PWD
program=$(realpath "$1")
mkdir "$work/frozen" "$work/bin" "$work/dir"
sh tests/frozen.sh "$program" "$work/frozen" || exit 1
: >"$work/wrong"
: >"$work/count"
cat >"$work/bin/cudaplan" <<END
#!/bin/sh
case \$1 in
suggest) exec sh '$top/tests/apply.sh' '$work' '$work/frozen/cudaplan' "\$WHERE" "\$@" ;;
esac
exec '$work/frozen/cudaplan' "\$@"
END
chmod +x "$work/bin/cudaplan"

finish() {
	case $run in *suggest*) ;; *) return ;; esac
	# shellcheck disable=SC2086 # a word for each variable
	(cd "$work/dir" && env -i PATH="$work/bin:$PATH" HOME="$work/home" LC_ALL=C.UTF-8 WHERE="$where" \
		FILES="$top/tests/files" FAKE="${program%/*}/fake" $envs sh -c "$run" \
		<"$work/input" >/dev/null 2>&1)
}

for file in tests/plan/*.test tests/cli/*.test; do
	run='' n=0
	while IFS= read -r line || [ -n "$line" ]; do
		n=$((n + 1))
		case $line in
		'Run: '*)
			finish
			run=${line#Run: } where=$file:$n envs=''
			: >"$work/input"
			;;
		'In: '*) printf '%s\n' "${line#In: }" >>"$work/input" ;;
		'In:') echo >>"$work/input" ;;
		'Env: '*) envs="$envs ${line#Env: }" ;;
		esac
	done <"$file"
	finish
done
sed 's/^/changes: /' "$work/wrong"
[ "$(wc -l <"$work/count")" -gt 50 ] || { echo 'changes: the scenarios print too few'; exit 1; }
[ ! -s "$work/wrong" ] && echo "changes: $(wc -l <"$work/count") applied"
