#!/bin/sh
# Every command's JSON against the schema that is shipped with it; see tests/json/cases.list.
set -u
bin=$(cd "$(dirname "$1")" && pwd)
validate=$bin/json/validate
export PATH="$bin:$PATH" FILES="$PWD/tests/files" FAKE="$bin/fake"
failed=0
n=0

while read -r schema command; do
	case $schema in '' | '#'*) continue ;; esac
	n=$((n + 1))
	if ! sh -c "$command" </dev/null 2>/dev/null | "$validate" -s "data/schema/$schema"; then
		echo "json: $command does not fit $schema"
		failed=1
	fi
done <tests/json/cases.list

# The check itself must find what is wrong: a good document, changed in one place by sed.
good=$(cudaplan detect --gpu A100 --json)
for change in 's/"schema_version":1/"schema_version":2/' 's/"glibc":null,//' 's/"index":0/"index":"0"/' \
	's/"sm":"80"/"sm":"8.0"/' 's/"sm_source":"[a-z]*"/"sm_source":"guess"/' 's/"mig":null/"mig":{}/' \
	's/"hidden":false/"hidden":null/' 's/"uuid":null/"uuid":null,"extra":1/' 's/}$//'; do
	if printf '%s\n' "$good" | sed "$change" | "$validate" -s data/schema/detect.json 2>/dev/null; then
		echo "json: the check does not see $change"
		failed=1
	fi
done
[ "$failed" = 0 ] && echo "json: $n outputs fit their schemas"
exit "$failed"
