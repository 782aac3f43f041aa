/* The files and folders of --host, and what they tell together. */
#include "cmd/host_files_private.h"

#include <string.h>

#include "fact/err_phrase.h"
#include "know/cloud.h"
#include "os/file.h"
#include "os/io.h"
#include "read/dir.h"
#include "read/host/node_stream.h"
#include "read/host/told.h"

/* Of one folder: as many as hosts are read of one text, and what four of the largest files hold. */
enum { FILES_MAX = 10000 };
#define FOLDER_MAX (4 * IO_MAX)

/* A list of nodes is read on the way; of anything else that has not been read yet, the text. */
static int take_file(struct run *r, const char *path, struct hosts *to, struct span *text,
		     struct err *e)
{
	IO_AUTO in = { .file = -1 };
	int rc;

	if (cmd_input_known(r, path))
		return cmd_input(r, path, text, e);
	rc = io_open(path, &in, e);
	if (rc == 0)
		rc = node_stream_read(r->arena, in.name, &in, to, text, e);
	return rc == ERR_NONE ? cmd_input_rest(r, path, &in, *text, text, e) : rc;
}

static int read_text(struct run *r, const char *path, struct hosts *to, struct err *e)
{
	struct span s = { NULL, 0 };
	const struct host *part = NULL;
	int rc = take_file(r, path, to, &s, e);

	if (rc == 0 && !s.p)
		return 0;
	rc = rc ? rc : read_hosts_or_part(r->arena, cmd_input_name(path), s, to, &part, e);
	if (rc != ERR_INPUT || !part || !(r->o->gpu.n || r->o->driver))
		return rc;
	ARRAY_ADD(r->arena, *to) = *part;
	return 0;
}

int host_file_read(struct run *r, const char *path, struct hosts *to, struct err *e)
{
	size_t before = to->n;
	int rc = read_text(r, path, to, e);

	for (size_t i = before; i < to->n; i++)
		to->v[i].text = before + 1;
	return rc;
}

bool host_files_several(const struct options *o)
{
	return o->host.n > 1 || (o->host.n && os_info(o->host.v[0]).kind == OS_FOLDER);
}

static bool every(struct span name)
{
	return name.n > 0;
}

/* The sentence of the error without what it says was expected, which is the same for all. */
static void tell_left_out(struct run *r, const struct err *e)
{
	struct err bare = err_without(e, FORM_HOST_EXPECTED);
	struct phrase why = err_phrase(r->arena, &bare);

	cmd_note(r, PHRASE(r->arena, NOTE_LEFT_OUT, SAY_PHRASE(why, &why)));
}

/* False: it is no regular file, or with it the folder is over its limit (*over). */
static bool counts(const char *path, size_t *bytes, bool *over)
{
	struct os_info is = os_info(path);

	if (is.kind != OS_REGULAR)
		return false;
	*bytes += (size_t)is.size;
	*over = *bytes > FOLDER_MAX;
	return !*over;
}

static int read_folder(struct run *r, const char *path, struct hosts *to, struct err *e)
{
	struct place here = { .root = "", .env = NULL };
	DIR_AUTO folder = dir_open(r->arena, &here, path);
	struct strings names = dir_list(r->arena, &folder, every);
	size_t before = to->n, bytes = 0;
	bool over = false;

	if (folder.fd < 0)
		return io_closed(path, e);
	over = names.n > FILES_MAX;
	for (size_t i = 0; i < names.n && !over; i++) {
		const char *file = place_join(r->arena, path, names.v[i]);
		struct err why;

		if (!counts(file, &bytes, &over) && !over)
			cmd_note(r, PHRASE(r->arena, NOTE_NO_FILE, SAY(file, file)));
		else if (!over && host_file_read(r, file, to, &why))
			tell_left_out(r, &why);
	}
	if (over)
		return err_set(e, ERR_INPUT, "%s: more than %d files, or than %zu MiB", path,
			       FILES_MAX, FOLDER_MAX >> 20);
	return to->n > before ? 0 : err_set(e, ERR_INPUT, "%s: no file in this folder holds facts "
					    "about a machine", path);
}

/* A file, a folder, or where neither is there a machine type of a cloud. */
static int read_named(struct run *r, struct matrix *m, const char *name, struct hosts *to,
		      struct err *e)
{
	bool absent = strcmp(name, "-") != 0 && os_info(name).kind == OS_ABSENT;
	struct host cloud;
	int rc = absent ? cloud_host(m, r->arena, name, &cloud, e) : ERR_NONE;

	if (rc == 0)
		ARRAY_ADD(r->arena, *to) = cloud;
	if (rc != ERR_NONE)
		return rc;
	return (os_info(name).kind == OS_FOLDER ? read_folder : host_file_read)(r, name, to, e);
}

int host_files_read(struct run *r, struct matrix *m, struct hosts *to, struct err *e)
{
	const struct strings *files = &r->o->host;
	size_t stdins = 0;
	int rc = 0;

	for (size_t i = 0; i < files->n; i++)
		stdins += strcmp(files->v[i], "-") == 0;
	if (stdins > 1)
		return err_set(e, ERR_USAGE, "--host - can be given only once");
	for (size_t i = 0; rc == 0 && i < files->n; i++)
		rc = read_named(r, m, files->v[i], to, e);
	return rc;
}

/* Some option or argument has standard input already. */
static bool is_taken(const struct run *r)
{
	const struct strings *lists[] = {
		&r->o->requirement, &r->o->file, &r->o->pip_list, &r->o->conda_list, &r->args,
	};

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (size_t k = 0; k < lists[i]->n; k++)
			if (strcmp(lists[i]->v[k], "-") == 0)
				return true;
	return false;
}

void host_files_unread(struct run *r)
{
	if (!is_taken(r) && os_unread(OS_STDIN))
		cmd_note(r, PHRASE(r->arena, NOTE_STDIN_UNREAD));
}
