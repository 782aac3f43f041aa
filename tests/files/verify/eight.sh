#!/bin/sh
# eight.sh FILE.cuda LINE...: eight H100 of which number 5 has the lines given.
out=$1
shift
{
	printf 'version 13000\nisa 90\n'
	for i in 0 1 2 3 4 5 6 7; do
		printf 'gpu %s\nname NVIDIA H100 80GB HBM3\nuuid GPU-0000000%s-1111-2222-3333-444444444444\ncc 9.0\n' "$i" "$i"
		[ "$i" != 5 ] || printf '%s\n' "$@"
	done
} >"$out"
