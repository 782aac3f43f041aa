#!/bin/sh
# Whatever lies at the top of the tree is named by README.md, by CONTRIBUTING.md or by the build (Makefile, .ci/run), so
# that nothing is left there by accident.
set -eu

# The tracked files and folders; in a copy without history all but what is built.
top() {
	git ls-files 2>/dev/null | sed 's|/.*||' | grep . ||
		find . -mindepth 1 -maxdepth 1 ! -name build ! -name .git | sed 's|^\./||'
}

# Those of standard input that nothing names.
nameless() {
	while read -r name; do
		grep -qF -e "\`$name\`" -e "\`$name/" README.md CONTRIBUTING.md ||
			grep -qE "(^|[^A-Za-z0-9_./-])$name([^A-Za-z0-9_.-]|\$)" Makefile .ci/run || echo "$name"
	done
}

left=$(top | sort -u | nameless)
[ -z "$left" ] || { echo "top: neither README.md, CONTRIBUTING.md nor the build names: $left"; exit 1; }
# The check itself must find a file that a fuzzer left.
[ -n "$(echo crash-1234 | nameless)" ] || { echo 'top: the check takes any file as named'; exit 1; }
# Inputs that crashed a reader belong to a report, or into tests/fuzz/seeds under a name.
left=$(find . -path ./build -prune -o -path ./.git -prune -o -type f -print |
	grep -E '/(crash|leak|oom|timeout|slow-unit)-[0-9a-f]{40}$' || true)
[ -z "$left" ] || { echo "top: a fuzzer left: $left"; exit 1; }
echo 'top: every file and folder has a name in README.md or the build'
