/*
 * Linked with --wrap, for tests/check/oom.sh: the arguments are run once for each allocation that
 * they make, by a copy of the process in which that one fails, and all that follow. What ends
 * without a documented exit code, or fails without a sentence, is printed; how many were tried
 * is told last.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 400, WORDS = 300 };

void *__real_malloc(size_t n);
void *__real_calloc(size_t count, size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t count, size_t n);
void *__wrap_realloc(void *p, size_t n);

static unsigned long calls, fail_at;
static int count_to = -1; /* where the number of calls is told at the end */

/* A copy goes on with main, its standard error in a pipe; 0 is returned there. */
static pid_t copy(int *ret_said)
{
	int ends[2], null = open("/dev/null", O_WRONLY);
	pid_t child;

	if (null < 0 || pipe(ends))
		_exit(99);
	child = fork();
	if (child == 0) {
		dup2(null, 1);
		dup2(ends[1], 2);
		close(ends[0]);
	}
	close(ends[1]);
	close(null);
	*ret_said = ends[0];
	return child;
}

/* Its exit code, or 128 and more; the beginning of what it said. */
static int wait_for(pid_t child, int said, char words[WORDS])
{
	char rest[4096];
	size_t have = 0;
	ssize_t n;
	int status;

	while ((n = read(said, rest, sizeof(rest))) > 0)
		for (ssize_t i = 0; i < n && have < WORDS - 1; i++)
			words[have++] = rest[i];
	words[have] = '\0';
	close(said);
	if (waitpid(child, &status, 0) != child)
		_exit(99);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int is_right(int rc, const char *words)
{
	return (rc >= 0 && rc <= 2) || ((rc == 3 || rc == 4 || rc == 70) && *words);
}

/* The constructor is left by the copies alone. */
__attribute__((constructor)) static void oom_begin(int argc, char **argv)
{
	char words[WORDS];
	unsigned long total, tries = 0;
	int said, told[2];
	pid_t child;

	if (argc < 2 || pipe(told))
		_exit(99);
	child = copy(&said);
	if (child == 0) {
		count_to = told[1];
		return;
	}
	close(told[1]);
	wait_for(child, said, words);
	if (read(told[0], &total, sizeof(total)) != sizeof(total))
		_exit(99);
	for (unsigned long at = 1; at <= total; at += total / TRIES + 1) {
		int rc;

		child = copy(&said);
		if (child == 0) {
			fail_at = at;
			return;
		}
		tries++;
		rc = wait_for(child, said, words);
		if (!is_right(rc, words))
			dprintf(1, "oom at %lu of %s %s: exit %d: %s\n", at, argv[1],
				argc > 2 ? argv[2] : "", rc, *words ? words : "without a word");
	}
	dprintf(1, "%lu\n", tries);
	_exit(0);
}

/* What runs after the program, such as the counters of coverage, has memory again. */
__attribute__((destructor)) static void oom_end(void)
{
	fail_at = 0;
	if (count_to >= 0 && write(count_to, &calls, sizeof(calls)) < 0)
		_exit(99);
}

static int fails(void)
{
	calls++;
	return fail_at && calls >= fail_at;
}

void *__wrap_malloc(size_t n)
{
	return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t count, size_t n)
{
	return fails() ? NULL : __real_calloc(count, n);
}

void *__wrap_realloc(void *p, size_t n)
{
	return fails() ? NULL : __real_realloc(p, n);
}
