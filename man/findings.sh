#!/bin/sh
# findings.sh MATRIX [PO]: cudaplan-findings(7), from the titles in finding.def and the pages in the
# matrix, in the language of the catalogue PO. What the page itself says is marked: say TEXT.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
	echo 'BEGIN; CREATE TABLE said (text TEXT PRIMARY KEY, said TEXT);'
	[ -z "${2:-}" ] || msgcat --no-wrap "$2" | awk -v q="'" '
		function text() { sub(/^[a-z]+ "/, ""); sub(/"$/, ""); gsub(/\\"/, "\""); gsub(/\\\\/, "\\"); gsub(q, q q); return $0 }
		/^msgid "/ { id = text() }
		/^msgstr "/ && id != "" { print "INSERT INTO said VALUES (" q id q "," q text() q ");" }'
	echo 'COMMIT;'
} | sqlite3 "$work/said.db"

say() {
	text=$(sqlite3 "$work/said.db" "SELECT said FROM said WHERE text = '$(printf '%s' "$1" | sed "s/'/''/g")'")
	printf '%s\n' "${text:-$1}"
}

group() {
	case $1 in
	0) say 'The host' ;;
	1) say 'The build' ;;
	2) say 'The environment' ;;
	3) say 'Channels and indexes' ;;
	4) say 'Packages and archives' ;;
	5) say 'The probe' ;;
	9) say 'Usage' ;;
	esac
}

# A sentence a line.
lines() {
	sed -e 's/\\/\\e/g' -e 's/\([^.]\)\. \([A-Z]\)/\1.\n\2/g'
}

cat <<END
.Dd November 21, 2026
.Dt CUDAPLAN-FINDINGS 7
.Os
.Sh NAME
.Nm cudaplan-findings
.Nd $(say 'what the codes CPnnn mean')
.Sh DESCRIPTION
END
{
	say 'Findings and refusals share one set of codes. A code never changes its meaning.'
	say 'The word behind the title says how much it weighs by itself: an error makes a plan or an environment useless, a warning may, a note explains.'
} | lines
example=$(say 'Example: {}.') cure=$(say 'Way out: {}')
sed -n 's/^FINDING(\([0-9]*\), \([A-Z]*\), "\(.*\)")$/CP\1|\2|\3/p' src/fact/finding.def |
	{
		last=
		while IFS='|' read -r code severity title; do
			digit=${code#CP}
			digit=${digit%??}
			if [ "$digit" != "$last" ]; then
				[ -z "$last" ] || echo .El
				printf '.Ss %s\n.Bl -tag -width Ds\n' "$(group "$digit")"
				last=$digit
			fi
			printf '.It %s: %s Pq %s\n' "$code" "$(say "$title")" \
				"$(say "$(printf '%s' "$severity" | tr 'A-Z' 'a-z')")"
			sqlite3 -readonly "$1" "ATTACH '$work/said.db' AS po;
				SELECT replace('$example', '{}', coalesce(e.said, example)) || char(10) ||
					coalesce(c.said, cause) || char(10) || '.Pp' || char(10) ||
					replace('$cure', '{}', coalesce(w.said, cure))
				FROM finding_page LEFT JOIN po.said e ON e.text = example
					LEFT JOIN po.said c ON c.text = cause LEFT JOIN po.said w ON w.text = cure
				WHERE code = '$code'" | lines
		done
		echo .El
	}
cat <<'END'
.Sh SEE ALSO
.Xr cudaplan 1 ,
.Xr cudaplan-suggest 1 ,
.Xr cudaplan-matrix 5
END
