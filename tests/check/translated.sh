#!/bin/sh
# What people read is looked up in the catalogues of po/, and these have all of it: tests/translated.py.
# Every scenario is run again: in a language that is made up of the template and nowhere else known,
# which shows what is said past the catalogue and that a language more is one file; and in those of
# po/ at 60, 80 or 160 columns, each always at the same; make check-translated FULL=1: at all three.
# What programs read is the same in every language.
set -u
program=$(realpath "$1")
made=$(dirname "$program")/made
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/en" "$work/made" "$work/bin" "$work/screens"
sh tests/frozen.sh "$program" "$work/en" || exit 1
sh tests/frozen.sh "$made/cudaplan" "$work/made" || exit 1
: >"$work/wrong"
fields=${FULL:+1-3}
: "${fields:=\$one}"
cat >"$work/bin/cudaplan" <<END
#!/bin/sh
# Runs it in English for the scenario, and keeps what it says in other languages.
screen=\$(mktemp '$work/screens/XXXXXX')
in=/dev/stdin
case " \$* " in *' - '*) cat >"\$screen.in"; in=\$screen.in ;; esac
run() { # LANGUAGE FOLDER ARGUMENT...
	lang=\$1 folder=\$2
	shift 2
	LC_ALL=\$lang LANGUAGE= "$work/\$folder/cudaplan" "\$@" <"\$in"
}
{ echo "\$WHERE: \$*"; cat "\$screen.in" "\$@"; } >"\$screen" 2>/dev/null
case " \$* " in
' update '*|*' --lang'*) run C en "\$@"; exit ;;
esac
case " \$* " in
*' --json'*|*' --format'*|*' --emit'*|*' --fix-file'*)
	run C en "\$@" >"\$screen.en"
	rc=\$?
	cat "\$screen.en"
	case \$1 in verify) exit \$rc ;; esac
	run xx made "\$@" >"\$screen.xx" 2>/dev/null
	cmp -s "\$screen.en" "\$screen.xx" || echo "other bytes: \$WHERE: \$*" >>'$work/wrong'
	exit \$rc ;;
esac
run C en "\$@"
rc=\$?
run xx made "\$@" >"\$screen.made.out" 2>&1
case \$1 in verify|matrix|completion) exit \$rc ;; esac
one=\$((\$(printf %s "\$WHERE" | cksum | cut -c1-4) % 3 + 1))
for columns in \$(echo 60 80 160 | cut -d ' ' -f $fields); do
	COLUMNS=\$columns run zh en "\$@" >"\$screen.zh.\$columns.out" 2>&1
done
exit \$rc
END
chmod +x "$work/bin/cudaplan"

python3 tests/run.py --replay cudaplan "$program" "$work/bin" tests/plan/*.test tests/cli/*.test
python3 tests/translated.py screens tests/check/translated.list "$work/screens" >>"$work/wrong"
[ ! -e po/zh_CN.po ] || python3 tests/translated.py catalogue "$made/template.pot" po/*.po >>"$work/wrong"
sed 's/^/translated: /' "$work/wrong"
[ ! -s "$work/wrong" ] && echo "translated: $(find "$work/screens" -name '*.out' | wc -l) screens"
