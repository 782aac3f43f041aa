#!/bin/sh
# one.sh FOLDER NAME COMMAND: runs one check. What it says is kept in FOLDER/NAME and printed, with the
# seconds, once it has ended, so that several can run side by side.
# one.sh FOLDER: sums up those that ran: the last lines name each that failed and what repeats it.
set -u
folder=$1
# What is expected of the program is said in English, also where a text in Chinese is explained.
LC_ALL=C.UTF-8 LANGUAGE=en
export LC_ALL LANGUAGE
mkdir -p "$folder"

sum_up() {
	passed=$(find "$folder" -name '*.passed' | wc -l)
	failed=$(find "$folder" -name '*.failed' | wc -l)
	for f in "$folder"/*.failed; do
		[ -e "$f" ] || continue
		name=$(basename "$f" .failed)
		echo "failed: $name; what it said is in $folder/$name, alone it is: make B=${folder%/*} check-$name"
	done
	echo "checks: $passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

[ $# -gt 1 ] || { sum_up; exit; }
name=$2
rm -f "$folder/$name.passed" "$folder/$name.failed"
begin=$(date +%s)
sh -c "$3" >"$folder/$name" 2>&1 </dev/null
rc=$?
took=$(($(date +%s) - begin))
times >"$folder/$name.times"
cpu=$(awk 'END { split($0, t, /[ms ]+/); printf "%.0f", (t[1] + t[3]) * 60 + t[2] + t[4] }' "$folder/$name.times")
rm "$folder/$name.times"
if [ "$rc" = 0 ]; then
	: >"$folder/$name.passed"
	echo "$name: passed in $took s, $cpu of a core: $(tail -n 1 "$folder/$name" | cut -c1-150)"
else
	: >"$folder/$name.failed"
	tail -n 60 "$folder/$name"
	echo "$name: FAILED with $rc after $took s"
fi
exit "$rc"
