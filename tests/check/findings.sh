#!/bin/sh
# Every code has a row in finding.def, a page in the matrix and an entry in cudaplan-findings(7).
set -eu
b=$(dirname "$1")
codes() {
	sed -n 's/^FINDING(\([0-9]*\),.*/CP\1/p' src/fact/finding.def
}
pages=$(sqlite3 -readonly "$b/matrix.db" 'SELECT code FROM finding_page ORDER BY code')
[ "$(codes)" = "$pages" ] || { echo 'findings: finding.def and finding/page.csv differ'; exit 1; }
for c in $(codes); do
	grep -q "^\.It $c: " "$b/man/cudaplan-findings.7" || { echo "findings: no entry for $c"; exit 1; }
done

# Scripts rely on what is an error: the list is changed by hand.
sed -n 's/^FINDING(\([0-9]*\), \([A-Z]*\),.*/CP\1 \2/p' src/fact/finding.def |
	diff tests/check/severity.list - || { echo 'findings: severities differ from severity.list'; exit 1; }

# What a sentence says without a choice and outside of brackets, every pattern of it has to give.
sqlite3 -readonly -separator '	' "$b/matrix.db" "SELECT error, replace(pattern, char(9), ' '),
	replace(ifnull(title, '') || ' ' || cause || ' ' || ifnull(checking, '') || ' ' || ifnull(cure, ''),
		char(10), ' ')
	FROM finding_pattern JOIN finding_error USING (error)" | awk -F '	' '
function names(text, to,   n, all, i) {
	n = split(text, all, "{")
	for (i = 2; i <= n; i++) {
		sub(/}.*/, "", all[i])
		sub(/^[^|:]*:/, "", all[i])
		to[all[i]] = 1
	}
}
{
	split("", given); split("", said)
	names($2, given)
	gsub(/\[[^]]*\]/, "", $3)
	names($3, said)
	for (name in said)
		if (name !~ /[|]/ && !(name in given)) {
			printf "findings: %s says {%s}, the pattern \"%s\" does not give it\n", $1, name, $2
			bad = 1
		}
}
END { exit bad }' || exit 1
echo "findings: $(codes | wc -l) codes have a page"
