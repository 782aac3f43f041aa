#!/bin/sh
# Every cure that doctor prints for a text of the scenarios and of tests/files is done, and leaves
# no error that was not said: see tests/cures.py.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$(realpath "$1")
mkdir "$work/frozen" "$work/bin" "$work/asked"
sh tests/frozen.sh "$program" "$work/frozen" || exit 1
for f in wrong count passed; do : >"$work/$f"; done

# What is asked is kept with the folder, and done when all has been asked.
cat >"$work/bin/cudaplan" <<END
#!/bin/sh
case \$1 in
doctor)
	at=\$(mktemp -d -p '$work/asked')
	cp -a . "\$at/dir"
	printf '%s\0' "\$WHERE" "\$@" >"\$at/args"
	env -0 >"\$at/env"
	case " \$* " in *' - '*) cat >"\$at/in" ;; esac
	exit 0 ;;
esac
exec '$work/frozen/cudaplan' "\$@"
END
chmod +x "$work/bin/cudaplan"
python3 tests/run.py --replay doctor "$program" "$work/bin" tests/cli/*.test

# Lists of real environments on machines that they were not made for.
n=0
for file in tests/files/solved/*.txt tests/files/doctor/*.txt; do
	for machine in 'V100 470.82.01' 'B200 580'; do
		n=$((n + 1))
		mkdir -p "$work/asked/list$n/dir"
		printf '%s\0' "$file" doctor --pip-list "$PWD/$file" --gpu "${machine% *}" \
			--driver "${machine#* }" --platform linux-64 >"$work/asked/list$n/args"
		printf 'HOME=%s\0PATH=%s\0' "$work/home" "$PATH" >"$work/asked/list$n/env"
	done
done
python3 tests/cures.py "$work" "$work/frozen/cudaplan"
sed 's/^/cures: /' "$work/wrong"
[ "$(wc -l <"$work/count")" -gt 100 ] || { echo 'cures: too few are printed'; exit 1; }
[ ! -s "$work/wrong" ] &&
	echo "cures: $(wc -l <"$work/count") done, $(wc -l <"$work/passed") for which there is no other way"
