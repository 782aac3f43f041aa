#!/bin/sh
# Every change that a scenario prints is applied, and gives what it promises: see tests/apply.sh.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$PWD
program=$(realpath "$1")
mkdir "$work/frozen" "$work/bin"
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

python3 tests/run.py --replay suggest "$program" "$work/bin" tests/plan/*.test tests/cli/*.test
sed 's/^/changes: /' "$work/wrong"
[ "$(wc -l <"$work/count")" -gt 50 ] || { echo 'changes: the scenarios print too few'; exit 1; }
[ ! -s "$work/wrong" ] && echo "changes: $(wc -l <"$work/count") applied"
