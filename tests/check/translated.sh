#!/bin/sh
# What people read is looked up in the catalogues of po/, and these have all of it: tests/translated.py.
# Every scenario is run again: in a language that is made up of the template and nowhere else known,
# which shows what is said past the catalogue and that a language more is one file; and in those of
# po/ at 60, 80 or 160 columns, each always at the same; make check-translated FULL=1: at all three.
# What programs read is the same in every language.
set -u
program=$(realpath "$1")
: "${FULL:=}"
made=$(dirname "$program")/made
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/screens"
[ -f "${program%/*}/tests/matrix.db" ] || { echo "translated: no tests/matrix.db: make check builds it"; exit 1; }
: >"$work/wrong"
# Nearly all of its time is what it starts, so it starts nothing but cudaplan where a shell can do it: in
# English only where the scenario goes on with what is said, or where the bytes must be the same.
cat >"$work/bin/cudaplan" <<END
#!/bin/sh
# Runs it in English for the scenario, and keeps what it says in other languages.
screen=$work/screens/\${CASE}_\$\$
in=/dev/stdin
files=
case " \$* " in
*' - '*)
	[ -f /dev/stdin ] || { cat >"\$screen.in"; in=\$screen.in; }
	files=\$in ;;
esac
case " \$*" in
*' -'[!\ ]*) files= ;;
*) for word; do [ ! -f "\$word" ] || files=\${files:-/dev/null}; done ;;
esac
run() { # LANGUAGE PROGRAM ARGUMENT...
	lang=\$1 program=\$2 command=\${3:-}
	shift 2
	case \$command in
	detect | suggest | inspect | verify | doctor | explain | matrix)
		shift
		set -- "\$command" --matrix '${program%/*}/tests/matrix.db' "\$@" ;;
	esac
	LC_ALL=\$lang LANGUAGE= "\$program" "\$@" <"\$in"
}
made() { run xx '$made/cudaplan' "\$@"; }
english() { run C '$program' "\$@"; }
echo "\$WHERE: \$*" >"\$screen"
[ -z "\$files" ] || cat "\$files" "\$@" >>"\$screen" 2>/dev/null
case " \$* " in
' update '*|*' --lang'*) english "\$@"; exit ;;
esac
case " \$* " in
*' --json'*|*' --format'*|*' --emit'*|*' --fix-file'*)
	english "\$@" >"\$screen.en"
	rc=\$?
	[ -n "\$LAST" ] || cat "\$screen.en"
	case \$1 in verify) exit \$rc ;; esac
	made "\$@" >"\$screen.xx" 2>/dev/null
	cmp -s "\$screen.en" "\$screen.xx" || echo "other bytes: \$WHERE: \$*" >>'$work/wrong'
	exit \$rc ;;
esac
rc=0
[ -n "\$LAST" ] || { english "\$@"; rc=\$?; }
made "\$@" >"\$screen.made.out" 2>&1
case \$1 in verify|matrix|completion) exit \$rc ;; esac
case \$((\${WHERE##*:} % 3))$FULL in
?1) widths='60 80 160' ;;
0) widths=60 ;;
1) widths=80 ;;
*) widths=160 ;;
esac
for columns in \$widths; do
	COLUMNS=\$columns run zh '$program' "\$@" >"\$screen.zh.\$columns.out" 2>&1
done
exit \$rc
END
chmod +x "$work/bin/cudaplan"

python3 tests/run.py --replay cudaplan "$program" "$work/bin" tests/plan/*.test tests/cli/*.test
python3 tests/translated.py screens tests/check/translated.list "$work/screens" >>"$work/wrong"
[ ! -e po/zh_CN.po ] || python3 tests/translated.py catalogue "$made/template.pot" po/*.po >>"$work/wrong"
sed 's/^/translated: /' "$work/wrong"
[ ! -s "$work/wrong" ] && echo "translated: $(find "$work/screens" -name '*.out' | wc -l) screens"
