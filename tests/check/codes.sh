#!/bin/sh
# Every finding of a host (0xx) and of a build (1xx) is the outcome of a scenario.
set -u
failed=0
n=0

told() {
	grep -hE "^(Has|Err): .*\b$1\b" "$2"/cli/*.test "$2"/plan/*.test >/dev/null
}

codes=$(sed -n 's/^FINDING(\([01][0-9][0-9]\),.*/CP\1/p' src/fact/finding.def)
for code in $codes; do
	n=$((n + 1))
	if ! told "$code" tests; then
		echo "codes: $code is the outcome of no scenario"
		failed=1
	fi
done
# The check itself must find a code that nobody tests.
if told CP199 tests; then
	echo 'codes: the check takes any code as tested'
	failed=1
fi
[ "$n" -ge 36 ] || failed=1
[ "$failed" = 0 ] && echo "codes: $n findings have a scenario"
exit "$failed"
