#!/bin/sh
# Who says a sentence gives it its facts. Of each call that names a form and its facts in one place,
# as PHRASE(a, CPU_HERE, SAY(torch, version)) and the macros made of it do, it fails
# where no wording of the form has all of its facts there: nothing, or only a title, would be said.
# A finding has {have} and {need} of its own; a call that gets facts from elsewhere is not judged.
#
# said.sh [PROGRAM [SRC]]
set -eu
src=${2:-src}

judge_all() {
	{ find "$1" -name '*.h'; find "$1" -name '*.c' | LC_ALL=C sort; } | xargs awk '
# A row of sentences: each N_( begins one wording of the form; a [part] may lack its facts.
function read_words(line,    word) {
	if (line ~ /^( \*|\/\*)/)
		return
	if (line ~ /^(WORDS|CODE)/)
		form = line ~ /^WORDS/ && match(line, /\([A-Z0-9_]+/) ? substr(line, RSTART + 1, RLENGTH - 1) : ""
	while (form && match(line, /N_\(|\{[a-z_]+\}|\[|\]/)) {
		word = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		if (word == "N_(") {
			wordings[form]++
			part = 0
		} else if (word == "[" || word == "]")
			part = word == "["
		else if (!part)
			needs[form, wordings[form]] = needs[form, wordings[form]] word " "
	}
}

# "said" is the facts of one call, as "{torch} {version} ".
function judge(form, said, macro, where,    w, n, i, fact) {
	calls++
	for (w = 1; w <= wordings[form]; w++) {
		n = split(needs[form, w], fact, " ")
		for (i = 1; i <= n; i++)
			if (!index(said, fact[i]) && (macro == "ERR_SAY" || fact[i] !~ /{(have|need)}/))
				break
		if (i > n)
			return
	}
	bad(where ": " form " gets " (said ? said : "nothing ") "and needs " needs[form, wordings[form]])
}

function bad(text) {
	print "said: " text
	failed = 1
}

# What a macro gives of its own to every sentence.
function read_macro(line) {
	while (match(line, /SAY(_PHRASE)?\([a-z_]+/)) {
		gives[defined] = gives[defined] "{" substr(line, RSTART, RLENGTH) "} "
		sub(/{SAY(_PHRASE)?\(/, "{", gives[defined])
		line = substr(line, RSTART + RLENGTH)
	}
}

# Words and brackets; what is open at each depth, and whether a fact comes from elsewhere.
function read_code(line,    word) {
	gsub(/"([^"\\]|\\.)*"|\047.\047/, "", line)
	gsub(/\/\*.*\*\//, "", line)
	while (match(line, /[A-Za-z_0-9]+|[()]/)) {
		word = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		if (word == "(") {
			macro[++deep] = last
			open[deep] = loose[deep] = ""
		} else if (word == ")") {
			if (open[deep] && !loose[deep])
				judge(open[deep], said[deep], macro[deep], at[deep])
			deep -= deep > 0
		} else if (deep && macro[deep] ~ /^[A-Z_]+$/ && word in wordings && line ~ /^[,)]/) {
			open[deep] = word
			said[deep] = gives[macro[deep]]
			at[deep] = FILENAME ":" FNR
		} else if (last == "(" && macro[deep] ~ /^SAY(_PHRASE)?$/) {
			said[deep - 1] = said[deep - 1] "{" word "} "
		} else if (open[deep] && word !~ /^SAY(_PHRASE)?$/) {
			loose[deep] = 1
		}
		last = word
	}
}

FILENAME ~ /words\.def$/ { read_words($0); next }
FNR == 1 { deep = 0 }
/^[ \t]*(\/\*|\*)/ { next }
/^#define [A-Z_]+\(/ { defined = substr($2, 1, index($2, "(") - 1) }
defined { read_macro($0); if (!/\\$/) defined = ""; next }
/^[ \t]*#/ { next }
FILENAME ~ /\.c$/ { read_code($0) }

END {
	if (!calls) {
		print "said: no call was found"
		failed = 1
	}
	if (!failed)
		print "said: " calls " calls give their sentences the facts"
	exit failed
}' "$1/show/words.def"
}

# A sentence with {line} that gets no line is refused.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
mkdir "$planted/show"
echo 'WORDS(PLANTED, N_("line {line}: {text}"))' >"$planted/show/words.def"
echo 'p = PHRASE(a, PLANTED, SAY(text, text));' >"$planted/show/planted.c"
if judge_all "$planted" >/dev/null; then
	echo "said: a sentence without its facts is not refused"
	exit 1
fi
judge_all "$src"
