/* --nvcc: the toolkit as the user would use it, a cubin for each kind of GPU. */
#include <string.h>

#include "cmd/verify_private.h"
#include "os/file.h"
#include "os/io.h"
#include "os/scratch.h"
#include "os/variable.h"
#include "probe/kernels.h"
#include "read/place.h"

enum { NVCC_MS = 120000, CUBIN_MAX = 16 << 20 };

static const char *find_nvcc(struct run *r, const struct host *h)
{
	struct place here = { .root = "", .env = os_variables() };
	const char *path;

	if (strcmp(r->o->nvcc, "auto") != 0)
		return r->o->nvcc;
	path = place_program(r->arena, &here, "nvcc");
	for (size_t i = 0; !path && i < h->toolkits.n; i++)
		if (h->toolkits.v[i].path) {
			path = place_join(r->arena, h->toolkits.v[i].path, "bin/nvcc");
			if (!os_runs(path))
				path = NULL;
		}
	return path;
}

/* "Cuda compilation tools, release 13.0, V13.0.88" */
static const char *version_of(struct arena *a, struct span output)
{
	struct span word;

	return span_pass(&output, "release ") && span_next(&output, ',', &word) && word.n < 16 ?
		arena_span(a, word) : NULL;
}

static bool write_source(struct arena *a, const char *folder)
{
	struct span s = kernels_source();
	FILE *file = fopen(arena_printf(a, "%s/probe.cu", folder), "w");
	bool whole = file && fwrite(s.p, 1, s.n, file) == s.n;

	return file && fclose(file) == 0 && whole;
}

struct compiler {
	const char *path, *folder;
};

static struct child compile(struct arena *a, const struct compiler *nvcc, struct sm sm)
{
	const char **argv = arena_array(a, 7, sizeof *argv);
	char text[SM_TEXT];

	sm_text(sm, text);
	argv[0] = nvcc->path;
	argv[1] = "-cubin";
	argv[2] = arena_printf(a, "-arch=sm_%s", text);
	argv[3] = "-o";
	argv[4] = arena_printf(a, "%s/%s.cubin", nvcc->folder, text);
	argv[5] = arena_printf(a, "%s/probe.cu", nvcc->folder);
	return (struct child){ .argv = argv,
			       .set = { arena_printf(a, "TMPDIR=%s", nvcc->folder) } };
}

static struct span last_line(struct span output)
{
	struct span line, last = { "", 0 };

	while (span_line(&output, &line))
		if (span_trim(line).n)
			last = span_trim(line);
	return last;
}

static void not_compiled(struct verification *f, int gpu, struct span why)
{
	struct arena *a = f->r->arena;
	struct finding found = finding_of(CP522);

	found.gpu = gpu;
	found.words = PHRASE(a, NVCC_COMPILES_NOT, SAY(why, arena_span(a, why)));
	verified_warn(a, &f->v, found, (struct phrase){ .form = FORM_CURE_TOOLKIT_THAT_KNOWS });
}

static void one(struct verification *f, const struct compiler *nvcc, size_t i)
{
	struct arena *a = f->r->arena;
	struct child c = compile(a, nvcc, f->v.gpus.v[i].sm);
	struct span cubin;

	c.limit_ms = verify_limit(f->r, NVCC_MS);
	child_run_all(a, &c, 1, &f->interrupted);
	if (c.end == CHILD_DONE && io_try(a, c.argv[4], CUBIN_MAX, &cubin) == 0) {
		for (size_t k = 0; k < f->targets.n; k++) {
			struct job *j = &f->targets.v[k].job;

			if (sm_equal(f->v.gpus.v[k].sm, f->v.gpus.v[i].sm) &&
			    j->n_images < JOB_IMAGES)
				j->images[j->n_images++] = (struct job_image){ ORIGIN_NVCC, cubin };
		}
	} else if (!f->interrupted)
		not_compiled(f, f->v.gpus.v[i].index, last_line(c.output));
}

static void ask_version(struct verification *f, const char *path)
{
	const char *argv[] = { path, "--version", NULL };
	struct child c = { .argv = argv, .limit_ms = verify_limit(f->r, NVCC_MS) };

	child_run_all(f->r->arena, &c, 1, &f->interrupted);
	f->v.nvcc = version_of(f->r->arena, c.output);
}

void verify_nvcc(struct verification *f)
{
	struct arena *a = f->r->arena;
	struct compiler nvcc = { .path = find_nvcc(f->r, f->v.host) };
	const char *folder;

	if (!nvcc.path) {
		cmd_note(f->r, PHRASE(f->r->arena, NOTE_NO_NVCC));
		return;
	}
	ask_version(f, nvcc.path);
	folder = f->interrupted ? NULL : os_scratch_folder(a);
	if (!folder)
		return;
	nvcc.folder = folder;
	/* The same for GPUs of the same sm: compiled once. */
	for (size_t i = 0; write_source(a, folder) && i < f->v.gpus.n && !f->interrupted; i++)
		if (sm_known(f->v.gpus.v[i].sm) &&
		    !ANY(x, LIST(f->v.gpus.v, i), sm_equal(x->sm, f->v.gpus.v[i].sm)))
			one(f, &nvcc, i);
	os_scratch_remove(a, folder);
}
