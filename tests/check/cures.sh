#!/bin/sh
# Every cure that doctor prints for a text of the scenarios and of tests/files is done, and leaves
# no error that was not said: see tests/cures.py.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$PWD
program=$(realpath "$1")
mkdir "$work/frozen" "$work/bin" "$work/dir"
sh tests/frozen.sh "$program" "$work/frozen" || exit 1
# Started for each text: itself, not what chooses a Python, and without its site.
python="$(python3 -c 'import sys; print(sys.executable)') -I -S"
for f in wrong count passed; do : >"$work/$f"; done
cat >"$work/bin/cudaplan" <<END
#!/bin/sh
case \$1 in
doctor) exec $python '$top/tests/cures.py' '$work' '$work/frozen/cudaplan' "\$WHERE" "\$@" ;;
esac
exec '$work/frozen/cudaplan' "\$@"
END
chmod +x "$work/bin/cudaplan"

finish() {
	case $run in *doctor*) ;; *) return ;; esac
	# shellcheck disable=SC2086 # a word for each variable
	(cd "$work/dir" && env -i PATH="$work/bin:$PATH" HOME="$work/home" LC_ALL=C.UTF-8 WHERE="$where" \
		FILES="$top/tests/files" FAKE="${program%/*}/fake" $envs sh -c "$run" \
		<"$work/input" >/dev/null 2>&1)
}

for file in tests/cli/*.test; do
	grep -q "^Run: .*doctor" "$file" || continue
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

# Lists of real environments on machines that they were not made for.
for file in tests/files/solved/*.txt tests/files/doctor/*.txt; do
	for machine in 'V100 470.82.01' 'B200 580'; do
		# shellcheck disable=SC2086 # words of a command
		$python tests/cures.py "$work" "$work/frozen/cudaplan" "$file" doctor \
			--pip-list "$file" --gpu "${machine% *}" --driver "${machine#* }" --platform linux-64
	done
done
sed 's/^/cures: /' "$work/wrong"
[ "$(wc -l <"$work/count")" -gt 100 ] || { echo 'cures: too few are printed'; exit 1; }
[ ! -s "$work/wrong" ] &&
	echo "cures: $(wc -l <"$work/count") done, $(wc -l <"$work/passed") for which there is no other way"
