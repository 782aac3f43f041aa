#!/bin/sh
# frozen.sh PROGRAM FOLDER: puts a cudaplan into FOLDER that is the program with the frozen matrix
# of tests/matrix, built beside it, in place of the one inside.
set -eu
program=$(realpath "$1")
matrix=${program%/*}/tests/matrix.db
[ -f "$matrix" ] || { echo "frozen.sh: no $matrix: make check builds it" >&2; exit 1; }
cat >"$2/cudaplan" <<END
#!/bin/sh
case \${1:-} in
detect | suggest | inspect | verify | doctor | explain | matrix)
	command=\$1
	shift
	exec '$program' "\$command" --matrix '$matrix' "\$@" ;;
esac
exec '$program' "\$@"
END
chmod +x "$2/cudaplan"
