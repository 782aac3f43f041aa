#!/bin/sh
# Reads every #include below src/ (or the folder given) and fails on an arrow that DESIGN forbids:
# a room that includes a room above or beside it, a circle of headers, or the header of an outside
# library in more than one file or outside door/.
set -eu
src=${1:-src}

find "$src" -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort | xargs awk -v src="$src/" '
BEGIN {
	allow["base"] = "base"
	allow["fact"] = "base fact"
	allow["door"] = "base fact door"
	allow["read"] = "base fact door read"
	allow["know"] = "base fact door know"
	allow["plan"] = "base fact know plan"
	allow["probe"] = "base fact door probe"
	allow["install"] = "base fact know plan install"
	allow["check"] = "base fact know plan check"
	allow["explain"] = "base fact know plan check explain"
	allow["show"] = "base fact plan check explain install show"
	allow["cmd"] = "base fact read know plan check explain install probe show cmd"
	allow["main"] = "base fact cmd version"
	split("assert ctype dirent dlfcn elf errno endian fcntl getopt glob inttypes langinfo " \
	      "limits link locale math poll pthread pwd sched setjmp signal stdalign stdarg " \
	      "stdatomic stdbool stddef stdint stdio stdlib string strings termios time " \
	      "unistd wchar wctype gnu/libc-version", plain, " ")
	for (i in plain)
		libc[plain[i] ".h"] = 1
}

function room(path) {
	sub("^" src, "", path)
	if (path !~ /\//)
		return path ~ /^main\./ ? "main" : "version"
	sub(/\/.*/, "", path)
	return path
}

function bad(text) {
	print FILENAME ":" FNR ": " text
	failed = 1
}

/^[ \t]*#[ \t]*include/ {
	from = room(FILENAME)
	if (match($0, /"[^"]+"/)) {
		to = substr($0, RSTART + 1, RLENGTH - 2)
		target = to ~ /\// ? substr(to, 1, index(to, "/") - 1) : "version"
		if (index(" " allow[from] " ", " " target " ") == 0)
			bad(from " must not include " target " (" to ")")
		edge[substr(FILENAME, length(src) + 1)] = edge[substr(FILENAME, length(src) + 1)] " " to
	} else if (match($0, /<[^>]+>/)) {
		to = substr($0, RSTART + 1, RLENGTH - 2)
		if (to in libc || to ~ /^(sys|linux|netinet|arpa)\//)
			next
		if (from != "door")
			bad("outside header <" to "> belongs in door/")
		else if ((to in owner) && owner[to] != FILENAME)
			bad("outside header <" to "> is in " owner[to] " already")
		owner[to] = FILENAME
	}
}

function visit(node, path,    n, list, i) {
	if (state[node] == 2)
		return
	if (state[node] == 1) {
		print "circle of includes:" path " " node
		failed = 1
		return
	}
	state[node] = 1
	n = split(edge[node], list, " ")
	for (i = 1; i <= n; i++)
		visit(list[i], path " " node)
	state[node] = 2
}

END {
	for (node in edge)
		visit(node, "")
	exit failed
}'
