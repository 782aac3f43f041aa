/*
 * growth PROGRAM FOLDER…: how time and memory of the readers grow. Every file of the folders is
 * made larger, as a whole and by one of its lines, and given to a command at sizes that double; the
 * exponent is that of the last doubling, 1 is linear. What takes more than a fraction of the limits
 * is printed: 2 s and 256 MiB for 10 MB; what grows faster than n^1.05 fails. A line that has grown
 * as its size did up to 5 MB, and would take a quarter of the limits at 10, is not tried at 10; a
 * file as a whole always is, as some limits begin there. Time is CPU time, and
 * what seems to grow is measured again before it is blamed: other programs only ever add to it.
 * growth -r READER FOLDER… gives them to a program that takes a file and nothing else: a fuzz
 * target, for what only a network sends.
 */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "os/io.h"

/* Some texts are known by their name; several of us may run side by side. */
static char folder_of_texts[40];

enum { SIZES = 3, SIZE_FIRST = 2500000, LINES_TRIED = 4, AGAIN = 5 };

enum { MAP_32 = 0xdf, MAP_HEAD = 5 };

/* Of lines that differ readers take 20,000. */
enum { LINES_FIRST = 4950 };

/* Nothing below FLOOR seconds is told apart from what a start costs. */
static const double EXPONENT_MOST = 1.05, FLOOR = 0.05;

struct used {
	double seconds, mib;
	int exit;
};

static const char *const *commands[] = {
	(const char *const[]){ "detect", "--host", NULL },
	(const char *const[]){ "doctor", "--gpu", "RTX 4090", "--driver", "550", NULL },
	(const char *const[]){ "explain", NULL },
	(const char *const[]){ "suggest", "--gpu", "RTX 4090", "--driver", "550", "-r", NULL },
	(const char *const[]){ NULL }, /* a reader alone */
};

#define READER (sizeof commands / sizeof *commands - 1)

static const char *command_name(size_t command)
{
	return command == READER ? "reader" : *commands[command];
}

static struct used used_by(const char *program, const char *const *command, const char *file)
{
	struct rlimit cpu = { 60, 60 };
	const char *argv[10] = { program };
	struct rusage ru;
	int status, n = 1;
	pid_t pid;

	for (; command[n - 1]; n++)
		argv[n] = command[n - 1];
	argv[n] = file;
	pid = fork();
	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, 0);
		dup2(null, 1);
		dup2(null, 2);
		setrlimit(RLIMIT_CPU, &cpu);
		execv(program, (char **)(void *)argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &ru) < 0)
		exit(1);
	return (struct used){
		.seconds = (double)(ru.ru_utime.tv_sec + ru.ru_stime.tv_sec) +
			   (double)(ru.ru_utime.tv_usec + ru.ru_stime.tv_usec) / 1e6,
		.mib = (double)ru.ru_maxrss / 1024,
		.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
	};
}

/* The line with a number for its "@@": what is to be found among all others has its own name. */
static void put_line(FILE *f, struct span line, size_t number)
{
	ptrdiff_t at = span_find(line, "@@");

	fprintf(f, SPAN_FMT "%zu" SPAN_FMT "\n", SPAN_ARG(span_sub(line, 0, (size_t)at)), number,
		SPAN_ARG(span_from(line, (size_t)at + 2)));
}

static void put_lines(FILE *f, struct span line, size_t n, size_t size)
{
	size_t lines = LINES_FIRST * (size / SIZE_FIRST);

	if (span_find(line, "@@") >= 0)
		for (size_t number = 0; number < lines; number++)
			put_line(f, line, number);
	else
		for (; n < size; n += line.n + 1)
			fprintf(f, SPAN_FMT "\n", SPAN_ARG(line));
}

/* A map of MessagePack, its count in four bytes, with all of its pairs as often as it takes. */
static bool put_map(FILE *f, struct span text, size_t size)
{
	const unsigned char *p = (const unsigned char *)text.p;
	struct span pairs = span_from(text, MAP_HEAD);
	size_t times, n;

	if (text.n <= MAP_HEAD || p[0] != MAP_32)
		return false;
	times = size / pairs.n + 1;
	n = times * ((size_t)p[1] << 24 | (size_t)p[2] << 16 | (size_t)p[3] << 8 | p[4]);
	fprintf(f, "%c%c%c%c%c", MAP_32, (int)(n >> 24 & 255), (int)(n >> 16 & 255),
		(int)(n >> 8 & 255), (int)(n & 255));
	while (times--)
		fwrite(pairs.p, 1, pairs.n, f);
	return true;
}

/* The text with its line `at` as often as it takes; 0: all of it. */
static bool write_grown(const char *file, struct span text, size_t at, size_t size)
{
	struct span rest = text, line = text, before = { text.p, 0 };
	FILE *f = fopen(file, "w");

	for (size_t i = 0; i < at && span_line(&rest, &line); i++)
		before.n = (size_t)(line.p - text.p);
	if (!at)
		rest.n = 0;
	if (!f || !line.n)
		return f && fclose(f) && false;
	if (!at && put_map(f, text, size))
		return fclose(f) == 0;
	fwrite(before.p, 1, before.n, f);
	put_lines(f, line, before.n + rest.n, size);
	fwrite(rest.p, 1, rest.n, f);
	return fclose(f) == 0;
}

struct worst {
	double exponent, seconds, mib;
	size_t n, over, grown;
};

/* Of the doubling up to that size. */
static double exponent_to(const struct used *u, size_t i)
{
	return log2((u[i].seconds + FLOOR) / (u[i - 1].seconds + FLOOR));
}

static double exponent_of(const struct used *u)
{
	return exponent_to(u, SIZES - 1);
}

/* What 2 s and 256 MiB are 1 of. */
static double share_of(struct used u)
{
	return fmax(u.seconds / 2, u.mib / 256);
}

/* It grows as its size does, and twice as much of it is far from the limits. */
static bool is_plain(const struct used *u)
{
	return u[SIZES - 2].exit >= 0 && exponent_to(u, SIZES - 2) <= EXPONENT_MOST &&
	       2 * share_of(u[SIZES - 2]) < 0.25;
}

/* The two largest sizes once more, the smaller of both times each; the file is left as the last. */
static void measure_again(const char *program, size_t command, const char *file, struct span text,
			  size_t at, struct used *u)
{
	for (size_t i = SIZES - 2; i < SIZES; i++) {
		write_grown(file, text, at, (size_t)SIZE_FIRST << i);
		u[i].seconds = fmin(u[i].seconds,
				    used_by(program, commands[command], file).seconds);
	}
}

/*
 * Beyond a limit a text goes to whoever reads what nobody else can: that is a step, at one size,
 * where what grows does so below and above the size between the two largest.
 */
static double least_exponent(const char *program, size_t command, const char *file,
			     struct span text, size_t at, const struct used *u)
{
	double between = INFINITY, below = u[SIZES - 2].seconds + FLOOR;

	for (int i = 0; i < AGAIN; i++) {
		write_grown(file, text, at, 3 * ((size_t)SIZE_FIRST << SIZES) / 8);
		between = fmin(between, used_by(program, commands[command], file).seconds + FLOOR);
	}
	return fmin(log(between / below) / log(1.5),
		    log((u[SIZES - 1].seconds + FLOOR) / between) / log(4.0 / 3));
}

static void grow(const char *program, size_t command, const char *name, struct span text,
		 size_t at, struct worst *worst)
{
	struct used u[SIZES];
	double exponent, share;
	char file[300];

	snprintf(file, sizeof file, "%s/%s", folder_of_texts, name);
	for (size_t i = 0; i < SIZES; i++) {
		if (at && i == SIZES - 1 && is_plain(u)) {
			worst->n++;
			unlink(file);
			return;
		}
		if (!write_grown(file, text, at, (size_t)SIZE_FIRST << i))
			return;
		u[i] = used_by(program, commands[command], file);
	}
	for (int i = 0; i < AGAIN && exponent_of(u) > EXPONENT_MOST; i++)
		measure_again(program, command, file, text, at, u);
	exponent = exponent_of(u);
	if (u[SIZES - 1].exit < 0) /* it was ended by the limit of its time */
		exponent = INFINITY;
	else if (exponent > EXPONENT_MOST)
		exponent = least_exponent(program, command, file, text, at, u);
	share = share_of(u[SIZES - 1]);
	worst->n++;
	worst->over += share > 1;
	worst->grown += exponent > EXPONENT_MOST;
	worst->exponent = fmax(worst->exponent, exponent);
	worst->seconds = fmax(worst->seconds, u[SIZES - 1].seconds);
	worst->mib = fmax(worst->mib, u[SIZES - 1].mib);
	if (share > 0.5 || exponent > EXPONENT_MOST)
		printf("%-8s %-40s line %-5zu %6.2f s %6.0f MiB  n^%.2f  exit %d%s\n",
		       command_name(command), name, at, u[SIZES - 1].seconds, u[SIZES - 1].mib,
		       exponent, u[SIZES - 1].exit, share > 1 ? "  OVER" : "");
	fflush(stdout);
	unlink(file);
}

static size_t lines_of(struct span text)
{
	struct span line;
	size_t n = 0;

	while (span_line(&text, &line))
		n++;
	return n;
}

static void one_file(const char *program, size_t command, const char *folder, const char *name,
		     struct worst *worst)
{
	ARENA_AUTO a = { 0 };
	struct span text;
	struct err e;
	size_t lines;

	if (*name == '.' || io_read(&a, arena_printf(&a, "%s/%s", folder, name), 200000, &text, &e))
		return;
	lines = lines_of(text);
	grow(program, command, name, text, 0, worst);
	for (size_t i = 1; i <= LINES_TRIED && i <= lines; i++)
		grow(program, command, name, text, 1 + lines * i / (LINES_TRIED + 1), worst);
}

/* How many grew too fast. */
static size_t one_folder(const char *program, size_t command, const char *folder)
{
	struct worst worst = { 0 };
	struct dirent **v;
	int n = scandir(folder, &v, NULL, alphasort);

	for (int i = 0; i < n; i++)
		one_file(program, command, folder, v[i]->d_name, &worst);
	printf("%-8s %s: %zu texts of %d MB, at most %.2f s, %.0f MiB, n^%.2f; %zu over the "
	       "limits, %zu not linear\n",
	       command_name(command), folder, worst.n, (SIZE_FIRST << (SIZES - 1)) / 1000000,
	       worst.seconds, worst.mib, worst.exponent, worst.over, worst.grown);
	fflush(stdout);
	return worst.grown;
}

int main(int argc, char **argv)
{
	bool reader = argc > 3 && strcmp(argv[1], "-r") == 0;
	size_t grown = 0;

	snprintf(folder_of_texts, sizeof folder_of_texts, "growth.%d", (int)getpid());
	mkdir(folder_of_texts, 0700);
	for (int i = 2 + reader; i < argc; i++)
		for (size_t c = reader ? READER : 0; c < READER + reader; c++)
			grown += one_folder(argv[1 + reader], c, argv[i]);
	rmdir(folder_of_texts);
	return argc < 3 || grown > 0;
}
