/* A child for what may hang or die: bounded in time and memory, its result in shared memory. */
#include "os/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/io.h"
#include "os/scratch.h"

enum { GRACE_MS = 500, KILL_MS = 1500, STEP_MS = 20, CHILDREN_MAX = 256 };

/* --- in the child ------------------------------------------------------------------------ */

/* Reads nothing, and writes into its file; core dumps and orphans are not left behind. */
static void settle_in(const struct child *c, pid_t parent)
{
	const struct rlimit none = { 0, 0 }, most = { CHILD_OUTPUT * 64u, CHILD_OUTPUT * 64u };
	int null = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAULT);
	setrlimit(RLIMIT_CORE, &none);
	if (c->argv)
		setrlimit(RLIMIT_FSIZE, &most);
	dup2(null, STDIN_FILENO);
	dup2(c->out, STDOUT_FILENO);
	dup2(c->out, STDERR_FILENO);
}

static _Noreturn void run_program(const struct child *c)
{
	char **argv = calloc(64, sizeof *argv);

	for (size_t i = 0; argv && i < 63 && c->argv[i]; i++)
		argv[i] = strdup(c->argv[i]);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (argv)
		execv(c->argv[0], argv);
	fprintf(stderr, "%s: %s\n", c->argv[0], strerror(errno));
	_exit(127);
}

static _Noreturn void be_child(const struct child *c, const sigset_t *mask, pid_t parent)
{
	settle_in(c, parent);
	for (size_t i = 0; i < CHILD_SETTINGS && c->set[i]; i++) {
		const char *equals = strchr(c->set[i], '=');
		char name[64];

		if (!equals || (size_t)(equals - c->set[i]) >= sizeof name)
			continue;
		memcpy(name, c->set[i], (size_t)(equals - c->set[i]));
		name[equals - c->set[i]] = '\0';
		setenv(name, equals + 1, 1);
	}
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (c->argv)
		run_program(c);
	c->work(c->own);
	_exit(0);
}

/* --- in the parent ----------------------------------------------------------------------- */

static void forget(struct child *c)
{
	if (c->alive >= 0)
		close(c->alive);
	c->alive = -1;
}

/*
 * The other end of the pipe closes when the child, and what it started, have ended. It only saves
 * time: who closes all that it inherits has not ended, and a server that it leaves behind keeps it.
 */
static void start(struct child *c, const sigset_t *mask)
{
	pid_t parent = getpid();
	int fds[2], number;

	c->end = CHILD_NONE;
	c->pid = c->alive = -1;
	c->running = false;
	c->out = os_scratch();
	if (c->out < 0 || pipe(fds) < 0) {
		c->number = errno;
		return;
	}
	fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	fflush(NULL);
	c->pid = fork();
	if (c->pid == 0) {
		close(fds[0]);
		be_child(c, mask, parent);
	}
	number = errno;
	close(fds[1]);
	c->alive = fds[0];
	c->running = c->pid > 0;
	if (!c->running) {
		c->number = number;
		forget(c);
	}
}

static void send(const struct child *c, int number)
{
	kill(-c->pid, number);
	kill(c->pid, number);
}

/* It can be collected; it keeps its number until then. */
static bool has_ended(pid_t pid)
{
	siginfo_t info = { .si_pid = 0 };

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid;
}

static bool wait_ended(pid_t pid, double ms)
{
	struct timespec pause = { .tv_nsec = 50000 };
	double end = os_clock_ms() + ms;

	while (!has_ended(pid)) {
		if (os_clock_ms() >= end)
			return false;
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < 5000000)
			pause.tv_nsec *= 2;
	}
	return true;
}

static bool wait_closed(int alive, int ms)
{
	struct pollfd p = { .fd = alive, .events = POLLIN };
	double end = os_clock_ms() + ms;
	int rc;

	if (alive < 0)
		return true;
	do {
		double left = end - os_clock_ms();

		rc = poll(&p, 1, left > 0 ? (int)left : 0);
	} while (rc < 0 && errno == EINTR);
	return rc > 0;
}

/* It has ended; what it started gets a moment, and is not left behind. */
static void collect(struct child *c, enum child_end why)
{
	int status = 0;

	wait_closed(c->alive, GRACE_MS);
	send(c, SIGKILL);
	wait_closed(c->alive, GRACE_MS);
	forget(c);
	while (waitpid(c->pid, &status, 0) < 0)
		if (errno != EINTR)
			break;
	c->running = false;
	c->end = why;
	if (why != CHILD_DONE)
		return;
	c->number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	c->end = WIFSIGNALED(status) ? CHILD_CRASHED : c->number ? CHILD_FAILED : CHILD_DONE;
}

/* First politely; one that sleeps in the kernel for ever is left where it is. */
static void stop(struct child *c, enum child_end why)
{
	send(c, SIGTERM);
	if (!wait_ended(c->pid, GRACE_MS)) {
		send(c, SIGKILL);
		if (!wait_ended(c->pid, KILL_MS)) {
			forget(c);
			c->running = false;
			c->end = CHILD_STUCK;
			return;
		}
	}
	collect(c, why);
}

/* The time until the first limit or the next look; those that are over it are stopped. */
static int next_limit(struct child *v, size_t n, double started)
{
	double now = os_clock_ms() - started, least = STEP_MS;

	for (size_t i = 0; i < n; i++) {
		double left = v[i].limit_ms - now;

		if (!v[i].running)
			continue;
		if (left <= 0) {
			v[i].ms = now;
			stop(&v[i], CHILD_HUNG);
		} else if (left < least) {
			least = left;
		}
	}
	return (int)least + 1;
}

static size_t still_running(const struct child *v, size_t n)
{
	size_t running = 0;

	for (size_t i = 0; i < n; i++)
		running += v[i].running;
	return running;
}

static int signal_of(int fd)
{
	struct signalfd_siginfo info;

	return read(fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

/* Its pipe is closed a moment before it has ended; one that goes on is not asked by it again. */
static bool ends_now(struct child *c, bool closed)
{
	if (closed)
		forget(c);
	return wait_ended(c->pid, closed ? 5 : 0);
}

/* Until all have ended, or a signal came, which is returned. */
static int follow(struct child *v, size_t n, int signals)
{
	struct pollfd p[CHILDREN_MAX + 1];
	double started = os_clock_ms();

	while (still_running(v, n)) {
		int ms = next_limit(v, n, started), number;

		for (size_t i = 0; i < n; i++)
			p[i] = (struct pollfd){ .fd = v[i].alive, .events = POLLIN };
		p[n] = (struct pollfd){ .fd = signals, .events = POLLIN };
		if (poll(p, n + 1, ms) < 0)
			continue;
		number = p[n].revents ? signal_of(signals) : 0;
		if (number) {
			for (size_t k = 0; k < n; k++)
				if (v[k].running)
					send(&v[k], SIGTERM);
			for (size_t k = 0; k < n; k++)
				if (v[k].running)
					stop(&v[k], CHILD_STOPPED);
			return number;
		}
		for (size_t i = 0; i < n; i++)
			if (v[i].running && ends_now(&v[i], p[i].revents)) {
				v[i].ms = os_clock_ms() - started;
				collect(&v[i], CHILD_DONE);
			}
	}
	return 0;
}

static void take_output(struct arena *a, struct child *c)
{
	off_t n = c->out < 0 ? 0 : lseek(c->out, 0, SEEK_END);
	char *to;

	if (n > CHILD_OUTPUT)
		n = CHILD_OUTPUT;
	to = arena_alloc(a, n > 0 ? (size_t)n + 1 : 1);
	if (n > 0 && pread(c->out, to, (size_t)n, 0) != n)
		n = 0;
	c->output = (struct span){ to, n > 0 ? (size_t)n : 0 };
	if (c->out >= 0)
		close(c->out);
	c->out = -1;
}

/* Signals that end the program, but those that it was started to ignore. */
static sigset_t ending_signals(void)
{
	static const int all[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction now;
	sigset_t ends;

	sigemptyset(&ends);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (sigaction(all[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaddset(&ends, all[i]);
	return ends;
}

void child_run_all(struct arena *a, struct child *v, size_t n, int *interrupted)
{
	sigset_t ends = ending_signals(), before;
	int signals;

	if (n > CHILDREN_MAX)
		n = CHILDREN_MAX;
	sigprocmask(SIG_BLOCK, &ends, &before);
	signals = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
	for (size_t i = 0; i < n; i++)
		start(&v[i], &before);
	*interrupted = follow(v, n, signals);
	for (size_t i = 0; i < n; i++)
		take_output(a, &v[i]);
	if (signals >= 0)
		close(signals);
	if (!*interrupted)
		sigprocmask(SIG_SETMASK, &before, NULL);
}

void child_reraise_all(int interrupted)
{
	sigset_t one;

	if (!interrupted)
		return;
	signal(interrupted, SIG_DFL);
	sigemptyset(&one);
	sigaddset(&one, interrupted);
	raise(interrupted);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
}

/* --- one that is asked ------------------------------------------------------------------- */

static void be_quiet(void)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = 0; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
}

/* A child that sleeps in the kernel for ever cannot be killed; it is not waited for. */
static enum child_end follow_one(pid_t pid, int fd, unsigned limit_ms)
{
	double end = os_clock_ms() + limit_ms;
	int status;

	wait_closed(fd, (int)limit_ms);
	if (!wait_ended(pid, 5) && !wait_ended(pid, end - os_clock_ms())) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, WNOHANG);
		return CHILD_HUNG;
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return CHILD_CRASHED;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? CHILD_DONE : CHILD_CRASHED;
}

enum child_end child_ask(void (*work)(void *own), void *own, unsigned limit_ms)
{
	enum child_end end;
	int fds[2];
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) < 0)
		return CHILD_CRASHED;
	pid = fork();
	if (pid == 0) {
		close(fds[0]);
		signal(SIGINT, SIG_DFL);
		be_quiet();
		work(own);
		_exit(0);
	}
	close(fds[1]);
	end = pid < 0 ? CHILD_CRASHED : follow_one(pid, fds[0], limit_ms);
	close(fds[0]);
	return end;
}

/* --- memory in common -------------------------------------------------------------------- */

void *child_share(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void child_unshare(void *p, size_t n)
{
	munmap(p, n);
}

char child_state(int pid)
{
	ARENA_AUTO a = { 0 };
	struct span s;
	ptrdiff_t at;

	if (io_try(&a, arena_printf(&a, "/proc/%d/stat", pid), 4096, &s))
		return 0;
	at = span_rfind_char(s, ')');
	return at >= 0 && (size_t)at + 2 < s.n ? s.p[at + 2] : 0;
}

const char *child_signal(int number)
{
	return strsignal(number);
}
