#!/bin/sh
# findings.sh MATRIX: cudaplan-findings(7), from the titles in finding.def and the pages in the
# matrix.
set -eu
groups='0:The host;1:The build;2:The environment;3:Channels and indexes;4:Packages and archives;5:The probe;9:Usage'
cat <<'END'
.Dd November 21, 2026
.Dt CUDAPLAN-FINDINGS 7
.Os
.Sh NAME
.Nm cudaplan-findings
.Nd what the codes CPnnn mean
.Sh DESCRIPTION
Findings and refusals share one set of codes.
A code never changes its meaning.
The word behind the title says how much it weighs by itself:
an
.Em error
makes a plan or an environment useless, a
.Em warning
may, a
.Em note
explains.
END
sed -n 's/^FINDING(\([0-9]*\), \([A-Z]*\), "\(.*\)")$/CP\1|\2|\3/p' src/fact/finding.def |
while IFS='|' read -r code severity title; do
	digit=${code#CP}
	digit=${digit%??}
	if [ "$digit" != "${last:-}" ]; then
		printf '.Ss %s\n' "$(printf '%s' "$groups" | tr ';' '\n' | sed -n "s/^$digit://p")"
		last=$digit
	fi
	printf '.It %s|%s|%s\n' "$code" "$(printf '%s' "$severity" | tr 'A-Z' 'a-z')" "$title"
done | {
	open=
	while IFS= read -r line; do
		case $line in
		.Ss*)
			[ -z "$open" ] || echo .El
			printf '%s\n.Bl -tag -width Ds\n' "$line"
			open=1
			;;
		*)
			code=${line#.It }
			code=${code%%|*}
			rest=${line#*|}
			printf '.It %s: %s Pq %s\n' "$code" "${rest#*|}" "${rest%%|*}"
			sqlite3 -readonly "$1" "SELECT 'Example: ' || example || '.' || char(10) || cause ||
				char(10) || '.Pp' || char(10) || 'Way out: ' || cure
				FROM finding_page WHERE code = '$code'" |
				sed -e 's/\\/\\e/g' -e 's/\([^.]\)\. \([A-Z]\)/\1.\n\2/g'
			;;
		esac
	done
	echo .El
}
cat <<'END'
.Sh SEE ALSO
.Xr cudaplan 1 ,
.Xr cudaplan-suggest 1 ,
.Xr cudaplan-matrix 5
END
