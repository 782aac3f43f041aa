# shellcheck shell=sh
# What NVIDIA's and binutils' own tools say of a library, and what inspect says, in the same words;
# for cuda.sh and real.sh.

# listed CUOBJDUMP LIBRARY: "sm=count" and "ptxsm=count". cuobjdump lists the section .nv_fatbin
# alone; it marks code older than sm_90 with an a that means nothing.
listed() {
	for kind in elf ptx; do
		"$1" --list-$kind "$2" 2>/dev/null | sed -n \
			's/.*\.sm_\([0-9]*[af]*\)\.\(cubin\|ptx\).*/\2\1/p' | sed 's/^cubin//'
	done | sed 's/^\([3-8][0-9]\)a$/\1/' | sort | uniq -c | awk '{ print $2 "=" $1 }' | sort
}

# ours [MEMBER]: the same from a page of inspect --json -v on standard input. cuobjdump knows no
# suffix f.
ours() {
	jq -r --arg member "${1-}" '.items[0].device_code.files[]? |
		select($member == "" or .path == $member) | .entries[]? |
		select(.section == ".nv_fatbin") |
		select(.kind == "sass" or .kind == "ptx") |
		[(if .kind == "ptx" then "ptx" else "" end) + (.arch | rtrimstr("f")), .count] | @tsv' |
		awk '{ n[$1] += $2 } END { for (k in n) print k "=" n[k] }' | sort
}

# The same of what cuobjdump does not see: "section kind sm=count".
unseen() {
	jq -r --arg member "${1-}" '.items[0].device_code.files[]? |
		select($member == "" or .path == $member) | .entries[]? |
		select(.section != ".nv_fatbin") |
		"\(.section // "?") \(.kind) \(.arch)=\(.count)"' | sort
}

# The dynamic section, as readelf has it and as inspect does.
dynamic_listed() {
	readelf -dW "$1" 2>/dev/null |
		sed -n 's/.*(\(NEEDED\|SONAME\|RPATH\|RUNPATH\)).*\[\(.*\)\].*/\2/p' | sort
}

dynamic_ours() {
	jq -r --arg member "${1-}" '.items[0].libraries[] |
		select($member == "" or .path == $member) |
		.soname, .runpath, .needed[] | select(. != null)' | sort
}
