#!/bin/sh
# Names say where a thing lives. Fails on
# - an external name whose first word is none of its file, of its folders, of a header that declares
#   it, or of a type that such a header defines;
# - two source files of one name that mean different things; a type of a header whose name another
#   type has too;
# - a header NAME_private.h that is included from another folder;
# - a source file that begins without a comment on what it is about, in it or in its header;
# - a comment below src/ that names a file or a folder which is not there;
# - a sentence in a room that only finds: what is said stands in show/words.def, and elsewhere only
#   in errors that end the program;
# - such an error whose words stand twice, or are put together from pieces;
# - code that looks into a command to learn what it means;
# - a form, or a name of a fact, that nothing says;
# - a platform's word outside fact/platform.h, where all questions about platforms are asked.
#
# names.sh [PROGRAM [SRC [OBJ]]]
set -eu
src=${2:-src} obj=${3:-${B:-build}/obj}
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# A name stands for one thing: these are the same thing, read, asked for, judged or shown.
same='ask conda_spec condarc driver env explain finding gpu host host_gpu host_json inspect matchspec
matrix plan probe steps update verify verify_json wheel wish'

# Words that are no file's, but the name of what several functions of one file are about:
# field_     a field as nvidia-smi prints it (read/host/format.c)
# conda_     the two forms of a conda package, and its index (read/package/condapkg.c)
# metadata_, version_py   files of a dist-info and of torch (read/package/dist_info.c)
# url_       the parts of a URL that HTTP needs (read/package/http_text.c)
# format_    the reader of one form of text; declared by a table (read/host/format_private.h)
also='format field conda metadata version url'

sources() {
	find "$src" -name '*.[ch]' | LC_ALL=C sort
}

# --- what a file is about ---------------------------------------------------------------------------

sources | grep '\.c$' | while IFS= read -r c; do
	head -qn 1 "$c" "${c%.c}.h" 2>/dev/null | grep -q '^/\*' ||
		echo "$c: begins without a comment on what it is about"
done >>"$out"

# --- external names ---------------------------------------------------------------------------------

{
	sources | grep '\.h$' | xargs awk '{ print FILENAME "\t" $0 }'
	sources | grep '\.c$' | while IFS= read -r c; do
		o=$obj/${c#"$src"/}
		[ -f "${o%.c}.o" ] && echo "${o%.c}.o"
	done | xargs nm -A -g --defined-only | grep -v ' __' # not ours: the compiler's
} | awk -F '\t' -v src="$src/" -v obj="$obj/" -v also=" $also " '
# "read/host/host_json.c" has the words read, host and json.
function has_word(path, first,    n, word, i) {
	sub(/\.[a-z]*$/, "", path)
	n = split(path, word, "[/_]")
	for (i = 1; i <= n; i++)
		if (word[i] == first || word[i] == first "s" || word[i] "s" == first)
			return 1
	return 0
}

function first_of(name) {
	sub(/_.*/, "", name)
	return name
}

function fits(name, file,    h) {
	if (has_word(file, first_of(name)) || index(also, " " first_of(name) " "))
		return 1
	for (h in headers)
		if ((h, name) in holds && (has_word(h, first_of(name)) || (h, first_of(name)) in tag))
			return 1
	return 0
}

NF > 1 {
	h = $1
	sub("^" src, "", h)
	headers[h] = 1
	text = $0
	sub(/^[^\t]*\t/, "", text)
	if (match(text, /^(struct|enum|union) [a-z0-9_]+( *\{|;)/)) {
		split(text, word, "[ {;]")
		tag[h, first_of(word[2])] = 1
	}
	if (match(text, /^typedef .* [a-z0-9_]+_t;/)) {
		n = split(text, word, "[ ;]")
		tag[h, first_of(word[n - 1])] = 1
	}
	n = split(text, word, "[^A-Za-z0-9_]+")
	for (i = 1; i <= n; i++)
		holds[h, word[i]] = 1
	next
}

{
	file = substr($0, 1, index($0, ".o:") - 1)
	sub("^" obj, "", file)
	n = split($0, word, " ")
	name[++names] = word[n]
	home[names] = file
}

END {
	for (i = 1; i <= names; i++)
		if (!fits(name[i], home[i]))
			print home[i] ".c: " name[i] " has no word of its file, room or header"
}' >>"$out"

# --- files of one name ------------------------------------------------------------------------------

sources | grep '\.c$' | sed 's,.*/,,; s,\.c$,,' | LC_ALL=C sort | uniq -d | while IFS= read -r name; do
	# shellcheck disable=SC2086
	printf '%s\n' $same | grep -qx "$name" ||
		echo "$name.c: two files of this name: $(sources | grep "/$name\.c$" | tr '\n' ' ')"
done >>"$out"

# --- private headers, and paths in comments -----------------------------------------------------------

sources | xargs awk -v src="$src/" '
function folder(path) {
	sub("^" src, "", path)
	sub(/\/[^\/]*$/, "", path)
	return path
}

/^#include "[^"]*_private\.h"/ {
	split($0, word, "\"")
	if (folder(word[2]) != folder(FILENAME))
		print FILENAME ":" FNR ": " word[2] " is private to " folder(word[2])
}' >>"$out"

rooms=$(cd "$src" && for d in */; do printf '%s|' "${d%/}"; done)
sources | xargs grep -noE "(^|[^a-z0-9_/.@:])(src/)?(${rooms%|})/[a-z0-9_/*]+\.(c|h|def|S)\b" |
	sed 's,^\([^:]*:[^:]*\):[^a-z]*,\1 ,; s, src/, ,' | LC_ALL=C sort -u -k2,2 |
	while read -r where path; do
		# shellcheck disable=SC2086
		ls "$src"/$path >/dev/null 2>&1 || echo "$where: there is no $path"
	done >>"$out"

words='linux-(64|32|aarch64|ppc64le)|win-(64|32|arm64)?|osx(-(64|arm64|universal2)?)?'
sources | grep '\.c$' | grep -v '/fact/platform\.c$' | xargs grep -nE "\"($words)\"" |
	grep -vE ':[0-9]+:[ 	]*/?\*|/\*.*"' | sed 's/:[ 	]*/: a word of platforms: /2' >>"$out" || true

# --- sentences ----------------------------------------------------------------------------------------

# Three words and more in a row. These are no English of ours: a list of words, a line of diff, the
# magic of a file.
for room in plan check explain install know probe; do
	find "$src/$room" -name '*.c'
done | LC_ALL=C sort | xargs awk '
FNR == 1 { ends = comment = 0 }
{
	line = $0
	if (comment && !sub(/^.*\*\//, "", line))
		next
	gsub(/\/\*[^*]*\*\//, "", line)
	comment = sub(/\/\*.*$/, "", line)
	ends = ends || line ~ /err_(set|at)\(|span_(starts_)?in(_nocase)?\(/
	text = line
	while (!ends && match(text, /"([^"\\]|\\.)*"/)) {
		s = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		if (s ~ /No newline at end of file/ || s == "\"SQLite format 3\"")
			continue
		if (s ~ /[A-Za-z%][a-z,]+ ([a-z0-9]+[,:;]?|%[a-z]+) [a-z0-9%]+/)
			print FILENAME ":" FNR ": a sentence: " s
	}
	ends = ends && line !~ /;/
}' >>"$out"

# What ends the program may stand beside its cause: whole, and once. What is said twice, or has parts
# that are not always there, has a form and stands in show/words.def.
sources | grep '\.c$' | xargs awk '
/err_(set|at)\(/ {
	all = ""
	where = FILENAME ":" FNR
}
all != "" || /err_(set|at)\(/ {
	line = $0
	sub(/^[ \t]*/, "", line)
	all = all line
	if (line !~ /;$/)
		next
	gsub(/SPAN_FMT/, "\"%s\"", all)
	gsub(/"[ \t]*"/, "", all)
	pieces = 0
	while (match(all, /"([^"\\]|\\.)*"/)) {
		s = substr(all, RSTART, RLENGTH)
		all = substr(all, RSTART + RLENGTH)
		if (s !~ /[A-Za-z]+ [A-Za-z%]+/)
			continue
		if (++pieces == 2 || s ~ /%s%s/ || s ~ /^"[,;:]? /)
			print where ": a sentence from pieces: " s
		if (s in said && s ~ /[a-z]+ [a-z]+ [a-z%]+/)
			print where ": said in " said[s] " too: " s
		said[s] = where
	}
	all = ""
}' >>"$out"

# --- one type a name -----------------------------------------------------------------------------------

sources | xargs awk '
match($0, /^(struct|enum|union) [a-z_0-9]+ \{/) {
	name = substr($0, RSTART, RLENGTH - 2)
	at[name] = at[name] " " FILENAME
	count[name]++
	header[name] = header[name] || FILENAME ~ /\.h$/
}
END {
	for (name in at)
		if (header[name] && count[name] > 1)
			print "two types of one name, " name ":" at[name]
}' | LC_ALL=C sort >>"$out"

# --- commands are written, never read -----------------------------------------------------------------

# Who starts a program, writes a command or prints one sees its words; nobody asks what they mean.
sources | grep '\.c$' |
	grep -vE '/(main|base/opt|door/curl_program|os/(posix|wasi)_[a-z]*|install/[a-z_]*|show/shell|cmd/verify_[a-z]*)\.c$' |
	xargs grep -nwE 'argv|struct command' | sed 's/:[ 	]*/: the words of a command: /2' >>"$out" || true
find "$src/install" "$src/show" -name '*.c' | LC_ALL=C sort |
	xargs grep -nE '(cmp|span_[a-z]+|strstr|strchr)\([^;]*(argv|words\.v)\[' |
	sed 's/:[ 	]*/: looks into a command: /2' >>"$out" || true

# --- rows that nothing names --------------------------------------------------------------------------

{ sources | xargs cat; cat "$src"/check/*.def data/host/*.csv; } | grep -oE '[A-Za-z_0-9]+' |
	LC_ALL=C sort -u >"$out.words"
{
	sed -n 's/^WORDS\(_COUNT\)*(\([A-Z_0-9]*\),.*/\2/p' "$src/show/words.def"
	sed '/^ \*/d' "$src/show/words.def" | grep -oE '\{[a-z_]+\}' | tr -d '{}' | LC_ALL=C sort -u
} | while IFS= read -r row; do
	grep -qxE -e "((FORM|FACT)_)?$row" "$out.words" ||
		echo "show/words.def: nothing says $row"
done >>"$out"
rm -f "$out.words"

if [ -s "$out" ]; then
	sed 's/^/names: /' "$out"
	exit 1
fi
echo 'names: every external name has its module'
