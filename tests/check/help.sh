#!/bin/sh
# --help, the manual page and the completions of every command name the same options. A page may
# leave an option to cudaplan(1) or to a page of the project that it refers to. A page in another
# language has the options of the English one.
set -u
program=$1
failed=0
n=0

fail() {
	echo "help: $1"
	failed=1
}

# The options for which the pages on standard input have items: ".It Fl i , Fl Fl index-url Ar URL",
# ".It Fl -torch".
items() {
	xargs grep -h '^\.It .*Fl' | grep -oE 'Fl (Fl |-)[a-z][a-z-]*' | sed 's/.*[ -]Fl //; s/^Fl -*//' |
		sort -u
}

# The pages that may describe an option of this page.
also() {
	sed -n 's/^\.Xr \(cudaplan-[a-z]*\) 1.*/man\/\1.1/p' "$1" | sort -u
	echo man/cudaplan.1
}

asked() {
	"$program" "$1" --help | sed -n 's/^  .\{4\}--\([a-z-]*\).*/\1/p' | sort -u
}

has() {
	printf '%s\n' "$1" | grep -qx -e "$2"
}

# Each shell that is here must understand its script.
for shell in bash zsh fish; do
	command -v $shell >/dev/null || continue
	[ -z "$("$program" completion $shell | $shell -n 2>&1)" ] ||
		fail "$shell does not understand its completion"
done

# What bash offers behind these words.
offers() {
	bash -c 'program=$1; shift
		cudaplan() { "$program" "$@"; }
		eval "$(cudaplan completion bash)"
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_cudaplan
		printf "%s\n" "${COMPREPLY[@]}"' bash "$program" "$@"
}
offers cudaplan suggest --gpu 'RTX\ 409' | grep -qx 'RTX\\ 4090' ||
	fail 'bash completes no name of a GPU'
offers cudaplan suggest --driver 535.2 | grep -qx '535\.274\.02' || fail 'bash completes no driver'
offers cudaplan suggest torch == 2.14 | grep -qx '2\.14\.1' ||
	fail 'bash completes no release of torch'

for command in $("$program" completion bash | sed -n 's/^\t\([a-z]*\)) words=.*/\1/p'); do
	page=man/cudaplan-$command.1
	n=$((n + 1))
	if [ ! -f "$page" ]; then
		fail "$page is missing"
		continue
	fi
	grep -q "Xr cudaplan-$command 1" man/cudaplan.1 || fail "cudaplan(1) does not name $command"
	help=$(asked "$command")
	own=$(echo "$page" | items)
	# shellcheck disable=SC2046
	told=$({ echo "$page"; also "$page"; } | items)
	for option in $help; do
		has "$told" "$option" || fail "$page does not tell of --$option"
		for shell in bash zsh fish; do
			"$program" completion $shell | grep -qw -e "$option" ||
				fail "the $shell completion lacks --$option"
		done
	done
	for option in $own; do
		has "$help" "$option" || fail "$command does not take --$option, which its page has"
	done
done
for page in man/zh_CN/*.1; do
	[ "$(echo "$page" | items)" = "$(echo "man/${page##*/}" | items)" ] ||
		fail "$page has other options than the English page"
done
has "$(echo man/cudaplan.1 | items)" json || fail 'cudaplan(1) has no options'
[ "$n" -ge 8 ] || fail "only $n commands were looked at"
[ "$failed" = 0 ] && echo "help: options, pages and completions of $n commands agree"
exit "$failed"
