/* A program that works beside this one, started without a shell. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/file.h"
#include "os/program.h"

static int spawn(const char *path, const char *const *argv, const int files[3], pid_t *ret)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t how;
	sigset_t none, pipes;
	int rc;

	sigemptyset(&none);
	sigemptyset(&pipes);
	sigaddset(&pipes, SIGPIPE);
	posix_spawn_file_actions_init(&actions);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		posix_spawn_file_actions_adddup2(&actions, files[fd], fd);
	posix_spawnattr_init(&how);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigdefault(&how, &pipes);
	posix_spawnattr_setsigmask(&how, &none);
	rc = posix_spawn(ret, path, &actions, &how, (char *const *)(uintptr_t)argv, environ);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&actions);
	return rc;
}

int os_program_start(const char *path, const char *const *argv, int in, int words,
		     struct os_program *ret)
{
	int ends[2], rc;

	*ret = (struct os_program){ 0, -1 };
	if (pipe2(ends, O_CLOEXEC) != 0)
		return EMFILE;
	rc = spawn(path, argv, (int[]){ in, ends[1], words }, &ret->pid);
	if (rc)
		ret->pid = 0;
	close(ends[1]);
	ret->out = ends[0];
	return rc;
}

int os_program_end(struct os_program *p)
{
	int status = 0;

	while (waitpid(p->pid, &status, 0) < 0)
		if (errno != EINTR)
			break;
	p->pid = 0;
	os_close(&p->out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void os_program_stop(struct os_program *p)
{
	os_close(&p->out);
	if (!p->pid)
		return;
	kill(p->pid, SIGTERM);
	os_program_end(p);
}
