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
echo "findings: $(codes | wc -l) codes have a page"
