#!/bin/sh
# Reads every #include below src/ (or the folder given) and fails on an arrow that DESIGN forbids:
# a room that includes a room above or beside it, a circle of headers, or the header of an outside
# library in more than one file or outside door/, or a header of the system outside os/. Then it
# reads who calls whom out of the objects (build/obj, or the folder given second; none: no calls are
# read), and fails on the same arrows, on files that call each other in a circle, and on calls of the
# system outside os/.
#
# arrows.sh [SRC [OBJ [MOST]]]: MOST files may be in circles of calls; the number may only fall.
set -eu
src=${1:-src} obj=${2:-${B:-build}/obj} most=${3:-0}

arrows='
function arrows_set() {
	allow["base"] = "base"
	allow["os"] = "base os"
	allow["fact"] = "base fact rows"
	allow["door"] = "base os fact door"
	allow["read"] = "base os fact rows door read"
	allow["know"] = "base os fact door know"
	allow["plan"] = "base fact know plan"
	allow["probe"] = "base os fact door probe"
	allow["install"] = "base fact rows know plan install"
	allow["pick"] = "base fact know plan pick"
	allow["check"] = "base fact know plan pick check"
	allow["explain"] = "base fact know plan check explain"
	allow["show"] = "base fact rows plan pick check explain install show"
	allow["cmd"] = "base os fact read know plan pick check explain install probe show cmd"
	allow["main"] = "base os fact cmd version"
}

function room(path) {
	sub("^" src, "", path)
	if (path !~ /\//)
		return path ~ /^main\./ ? "main" : "version"
	sub(/\/.*/, "", path)
	return path
}
'
status=0

find "$src" -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort | xargs awk -v src="$src/" "$arrows"'
BEGIN {
	arrows_set()
	# Those of the language, and getopt, which only reads words.
	split("assert ctype errno getopt inttypes limits math setjmp stdalign stdarg stdatomic " \
	      "stdbool stddef stdint stdio stdlib string wchar wctype", plain, " ")
	for (i in plain)
		libc[plain[i] ".h"] = 1
	split("dirent dlfcn elf endian fcntl ftw getopt glob grp ifaddrs langinfo libgen link " \
	      "locale netdb poll pthread pwd regex sched semaphore signal spawn strings syscall " \
	      "syslog termios threads time ucontext utime unistd gnu/libc-version", its, " ")
	for (i in its)
		of_system[its[i] ".h"] = 1
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
		# What banned.h forbids must be declared first.
		if (to in libc || FILENAME ~ /base\/banned\.h$/)
			next
		if (to in of_system || to ~ /^(sys|asm|linux|net|netinet|arpa)\//) {
			if (from != "os")
				bad("header of the system <" to "> belongs in os/")
			next
		}
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
}' || status=1

[ -d "$obj" ] || exit $status
find "$src" -name '*.c' | LC_ALL=C sort | while IFS= read -r c; do
	o=$obj/${c#"$src"/}
	[ -f "${o%.c}.o" ] && echo "${o%.c}.o"
done | xargs nm -A -g | awk -v src="$obj/" -v most="$most" "$arrows"'
# What the C library has as a call of the system, or as its answer: stdio and memory are not.
BEGIN {
	arrows_set()
	split("access chdir clock clock_gettime close closedir dlclose dlopen dlsym dup dup2 dup3 " \
	      "environ execv execve execvp fcntl fdopendir fileno fork fstat fstatat getcwd " \
	      "getenv gethostname getpid getuid geteuid ioctl isatty kill link lseek lstat mkdir " \
	      "mkdtemp mkostemp mkstemp mmap munmap nanosleep open openat opendir pipe pipe2 " \
	      "poll posix_spawn prctl pread pthread_create putenv pwrite raise read readdir " \
	      "readlink readlinkat realpath remove rename rmdir secure_getenv select setenv " \
	      "setlocale sigaction signal sigprocmask sleep stat strsignal symlink syscall " \
	      "sysconf time tmpfile uname unlink unsetenv usleep waitpid write _exit", its, " ")
	for (i in its)
		of_system[its[i]] = 1
}

{
	file = substr($0, 1, index($0, ".o:") - 1)
	sub("^" src, "", file)
	rest = substr($0, index($0, ".o:") + 3)
	n = split(rest, word, " ")
	sub(/@.*/, "", word[n])
	if (word[n - 1] == "U")
		uses[file] = uses[file] " " word[n]
	else
		home[word[n]] = file
	files[file] = 1
}

function connect() {
	for (file in files) {
		n = split(uses[file], word, " ")
		for (i = 1; i <= n; i++) {
			if (!(word[i] in home) && word[i] in of_system && room(file ".c") != "os") {
				print file ".c: calls the system (" word[i] "): os/ has such calls"
				failed = 1
			}
			if (!(word[i] in home) || home[word[i]] == file)
				continue
			to = home[word[i]]
			if (index(" " allow[room(file ".c")] " ", " " room(to) " ") == 0) {
				print file ".c: " room(file ".c") " must not call " room(to) " (" word[i] ")"
				failed = 1
			}
			if (index(edge[file] " ", " " to " ") == 0)
				edge[file] = edge[file] " " to
		}
	}
}

# Tarjan: files that reach each other.
function visit(v,    n, list, i, circle, size) {
	index_of[v] = low[v] = ++count
	stack[++top] = v
	waiting[v] = 1
	n = split(edge[v], list, " ")
	for (i = 1; i <= n; i++) {
		if (!(list[i] in index_of))
			visit(list[i])
		if (list[i] in waiting && low[list[i]] < low[v])
			low[v] = low[list[i]]
	}
	if (low[v] != index_of[v])
		return
	do {
		circle = circle " " stack[top]
		size++
		delete waiting[stack[top]]
	} while (stack[top--] != v)
	if (size > 1) {
		print "circle of calls:" circle
		circled += size
	}
}

END {
	connect()
	for (file in files)
		if (!(file in index_of))
			visit(file)
	if (circled != most)
		print circled + 0 " files are in circles of calls, " most " are known" \
			(circled < most ? ": lower the number in tests/arrows.sh" : "")
	exit failed || circled > most
}' || status=1
exit $status
