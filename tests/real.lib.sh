# shellcheck shell=sh disable=SC2034,SC2154
# What real.sh and real-extension.sh share: wheels from pip into "$cache", and every library of one
# against cuobjdump and readelf. They set program, cache, here, work, failed, and define tool_of,
# which prints the cuobjdumps for a wheel.

x86='manylinux1_x86_64 manylinux2014_x86_64 manylinux_2_28_x86_64'
arm='manylinux2014_aarch64 manylinux_2_28_aarch64'

# get PACKAGE==VERSION PYTHON PLATFORM GLOB
get() {
	for f in "$cache"/$4; do
		[ -f "$f" ] && return 0
	done
	# shellcheck disable=SC2046
	pip download -q --no-deps --only-binary :all: --implementation cp --python-version "$2" \
		--abi "cp$2" --abi none --abi abi3 $(for p in $3; do echo "--platform $p"; done) \
		-d "$cache" "$1"
}

differs() {
	failed=$((failed + 1))
	printf 'DIFFER  %s %s: %s\n' "$name" "$1" "$2"
	diff "$work/want" "$work/got" | head -n 5
}

# read_with LIBRARY: the first tool that reads it to its end; else the last one. The one of CUDA 13
# gives up in the middle of what compilers before 12.3 wrote ("Invalid ELF"), and at sm_37.
read_with() {
	for reader in $tool; do
		{ "$reader" --list-elf "$1" && "$reader" --list-ptx "$1"; } 2>&1 |
			grep -q 'cuobjdump fatal' || break
	done
	printf '%s\n' "$reader"
}

# one MEMBER: its device code and headers, as the tools read them from an unpacked copy
one() {
	unzip -p "$wheel" "$1" >"$work/lib"
	dynamic_listed "$work/lib" >"$work/want"
	dynamic_ours "$1" <"$work/json" >"$work/got"
	cmp -s "$work/want" "$work/got" || differs "$1" 'dynamic section'
	[ -n "$tool" ] || return 0
	listed "$(read_with "$work/lib")" "$work/lib" >"$work/want"
	ours "$1" <"$work/json" >"$work/got"
	cmp -s "$work/want" "$work/got" || differs "$1" 'device code'
	cat "$work/want" >>"$work/seen"
	unseen "$1" <"$work/json" >>"$work/unseen"
}

# bytes WHEEL: every library of it against cuobjdump and readelf
bytes() {
	name=$(basename "$1")
	tool=$(tool_of "$1")
	: >"$work/seen"
	: >"$work/unseen"
	"$program" inspect --json -v "$1" >"$work/json"
	unzip -Z1 "$1" | grep -E '\.so(\.[0-9.]+)?$' | sort >"$work/want"
	jq -r '.items[0].libraries[].path' "$work/json" | grep -E '\.so(\.[0-9.]+)?$' |
		sort >"$work/got"
	cmp -s "$work/want" "$work/got" || differs '' 'list of libraries'
	cp "$work/got" "$work/members"
	while read -r member; do
		one "$member"
	done <"$work/members"
	printf '        %s libraries; cuobjdump sees %s entries; it does not see: %s\n' \
		"$(wc -l <"$work/members")" "$(awk -F= '{ n += $2 } END { print n + 0 }' "$work/seen")" \
		"$(tr '\n' ' ' <"$work/unseen" | grep . || echo nothing)"
}
