#include "cmd/facts.h"

#include <string.h>
#include <unistd.h>

#include "cmd/describe.h"
#include "cmd/input.h"
#include "fact/redact.h"
#include "know/host.h"
#include "read/host/host.h"
#include "read/host/live.h"

static struct host *add_host(struct arena *a, struct hosts *to)
{
	array_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
	return &to->v[to->n++];
}

static int read_file(struct run *r, const char *path, struct hosts *to, struct err *e)
{
	struct span s;
	int rc = cmd_input(r, path, &s, e);

	return rc ? rc : read_hosts(r->arena, cmd_input_name(path), s, to, e);
}

static int read_files(struct run *r, struct hosts *to, struct err *e)
{
	const struct strings *files = &r->o->host;
	size_t stdins = 0;
	int rc = 0;

	for (size_t i = 0; i < files->n; i++)
		stdins += strcmp(files->v[i], "-") == 0;
	if (stdins > 1)
		return err_set(e, ERR_USAGE, "--host - can be given only once");
	for (size_t i = 0; rc == 0 && i < files->n; i++)
		rc = read_file(r, files->v[i], to, e);
	return rc;
}

static bool is_described(const struct options *o)
{
	return o->gpu.n || o->driver || o->platform || o->glibc;
}

static void find_live(struct run *r, struct hosts *to)
{
	struct place place = place_here((const char *const *)environ);

	read_live(r->arena, &place, add_host(r->arena, to));
}

static int find(struct run *r, struct hosts *to, struct err *e)
{
	if (r->o->host.n)
		return read_files(r, to, e);
	if (is_described(r->o))
		*add_host(r->arena, to) = host_new(r->o->gpu.n ? "--gpu" : "options");
	else
		find_live(r, to);
	return 0;
}

/* The home folder belongs to this machine: it is no fact of a pasted one. */
static const char *home(const struct host *h)
{
	struct place here = { .root = "", .env = (const char *const *)environ };

	return h->live ? place_env_set(&here, "HOME") : NULL;
}

static int complete(struct run *r, struct matrix *m, struct hosts *hosts, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < hosts->n; i++) {
		rc = cmd_describe(r, m, &hosts->v[i], e);
		if (rc)
			break;
		if (r->o->redact)
			redact_host(r->arena, &hosts->v[i], i + 1, home(&hosts->v[i]));
		rc = host_complete(m, r->arena, &hosts->v[i], e);
	}
	return rc;
}

int cmd_hosts(struct run *r, struct matrix *m, struct hosts *ret, struct err *e)
{
	struct hosts hosts = { 0 };
	int rc = find(r, &hosts, e);

	if (rc == 0)
		rc = complete(r, m, &hosts, e);
	if (rc == 0)
		*ret = hosts;
	return rc;
}

int cmd_hosts_beside(struct run *r, struct matrix *m, const struct strings *files,
		     struct hosts *ret, struct err *e)
{
	struct hosts found = { 0 }, telling = { 0 };
	struct err none;
	int rc;

	for (size_t i = 0; i < files->n; i++)
		(void)read_file(r, files->v[i], &found, &none);
	for (size_t i = 0; i < found.n; i++)
		if (found.v[i].gpus.n || found.v[i].driver)
			*add_host(r->arena, &telling) = found.v[i];
	rc = complete(r, m, &telling, e);
	if (rc == 0)
		*ret = telling;
	return rc;
}
