# shellcheck shell=sh
# Prints the seed files of the target $1: its own folder, and the globs in NAME.seeds.
seeds() {
	[ -d "tests/fuzz/seeds/$1" ] && find "tests/fuzz/seeds/$1" -type f
	if [ -f "tests/fuzz/$1.seeds" ]; then
		while read -r glob; do
			for f in $glob; do
				[ -f "$f" ] && printf '%s\n' "$f"
			done
		done <"tests/fuzz/$1.seeds"
	fi
	return 0
}
