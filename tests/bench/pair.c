/*
 * pair RUNS A ARGS… -- B ARGS…: starts the two programs in turn, output thrown away, and prints
 * the median wall time and the peak memory of each, and the medians of the ratios A/B of wall time
 * and of CPU time, which others that run beside change less.
 */
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/sort.h"
#include "base/span.h"

extern char **environ;

enum { MAX_RUNS = 10000 };

struct side {
	char **argv;
	double ms[MAX_RUNS], cpu[MAX_RUNS];
	long peak_kib;
};

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double ms_of(struct timeval t)
{
	return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static int start(char **argv, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int rc;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	rc = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return rc;
}

static int run_once(struct side *s, size_t i)
{
	struct rusage used;
	double begin = now_ms();
	pid_t pid;
	int status;

	if (start(s->argv, &pid) != 0 || wait4(pid, &status, 0, &used) != pid)
		return -1;
	s->ms[i] = now_ms() - begin;
	s->cpu[i] = ms_of(used.ru_utime) + ms_of(used.ru_stime);
	if (used.ru_maxrss > s->peak_kib)
		s->peak_kib = used.ru_maxrss;
	return WIFEXITED(status) && WEXITSTATUS(status) < 126 ? 0 : -1;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(const double *v, size_t n)
{
	static double sorted[MAX_RUNS];

	memcpy(sorted, v, n * sizeof *v);
	sort_stable(sorted, n, sizeof *sorted, by_value);
	return sorted[n / 2];
}

int main(int argc, char **argv)
{
	static struct side a, b;
	static double ratio[MAX_RUNS], cpu[MAX_RUNS];
	uint64_t runs;
	int at = 3;

	while (at < argc && strcmp(argv[at], "--") != 0)
		at++;
	if (at + 1 >= argc || !span_u64(span_of(argv[1]), &runs) || runs < 1 || runs > MAX_RUNS) {
		fputs("usage: pair RUNS A ARGS... -- B ARGS...\n", stderr);
		return 2;
	}
	argv[at] = NULL;
	a.argv = argv + 2;
	b.argv = argv + at + 1;
	for (size_t i = 0; i < runs; i++) {
		if (run_once(&a, i) || run_once(&b, i)) {
			fputs("pair: a program could not be run\n", stderr);
			return 1;
		}
		ratio[i] = a.ms[i] / b.ms[i];
		cpu[i] = a.cpu[i] / b.cpu[i];
	}
	printf("%8.2f ms %6ld KiB   %8.2f ms %6ld KiB   ratio %5.2f, of CPU %5.2f\n",
	       median(a.ms, runs), a.peak_kib, median(b.ms, runs), b.peak_kib, median(ratio, runs),
	       median(cpu, runs));
	return 0;
}
