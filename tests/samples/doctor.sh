#!/bin/sh
# doctor.sh PROGRAM SAMPLES: real lists, judged as their labels say: ok, warn or error.
set -eu
program=$1
samples=$2/field
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
right=0 total=0 alarms=0

verdict() {
	case $(cat "$work/out") in
	*'"severity":"error"'*) echo error ;;
	*'"severity":"warning"'*) echo warn ;;
	*) echo ok ;;
	esac
}

for kind in pip conda; do
	while IFS='	' read -r file rest; do
		case $file in file | '') continue ;; esac
		want=$(printf '%s' "$rest" | sed -n 's/.*"verdict": "\([^"]*\)".*/\1/p')
		total=$((total + 1))
		"$program" doctor --json "--$kind-list" "$samples/$kind/$file" >"$work/out" 2>"$work/err" || [ $? = 1 ] || {
			echo "doctor: $file: $(head -n 1 "$work/err")"
			continue
		}
		got=$(verdict)
		[ "$want" != ok ] || [ "$got" = ok ] || alarms=$((alarms + 1))
		case $want:$got in
		"$got:$got" | n/a:ok | n/a:warn) right=$((right + 1)) ;;
		*) echo "doctor: $kind/$file is $want, found $got" ;;
		esac
	done <"$samples/$kind/index.tsv"
done

# collect_env: consistent libraries give no CP204 and no CP208, the others one of them.
while IFS='	' read -r file rest; do
	want=$(printf '%s' "$rest" | sed -n 's/.*"libs_consistent": "\([^"]*\)".*/\1/p')
	case $want in yes | no) ;; *) continue ;; esac
	total=$((total + 1))
	"$program" doctor --json --host "$samples/collect_env/$file" >"$work/out" 2>/dev/null || [ $? = 1 ] || continue
	got=yes
	grep -q -e '"CP204"' -e '"CP208"' "$work/out" && got=no
	[ "$want" = no ] || [ "$got" = yes ] || alarms=$((alarms + 1))
	[ "$want" = "$got" ] && right=$((right + 1)) || echo "doctor: collect_env/$file is $want, found $got"
done <"$samples/collect_env/index.tsv"

# Requirements: every file is read or refused with a sentence.
for file in "$samples"/requirements/*; do
	case $file in *.tsv) continue ;; esac
	total=$((total + 1))
	"$program" doctor --json -f "$file" >"$work/out" 2>"$work/err" && rc=0 || rc=$?
	case $rc in
	0 | 1) right=$((right + 1)) ;;
	3) [ -s "$work/err" ] && right=$((right + 1)) ;;
	*) echo "doctor: $file: exit $rc" ;;
	esac
done
echo "doctor: $total samples, $right as labelled, $alarms false alarms"
[ "$right" = "$total" ]
