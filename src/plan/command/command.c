#include "plan/command/command_part.h"

#include <string.h>

#include "base/version.h"

struct strings words(struct arena *a, ...)
{
	struct strings s = { 0 };
	const char *word;
	va_list ap;

	va_start(ap, a);
	while ((word = va_arg(ap, const char *)))
		strings_add(a, &s, word);
	va_end(ap);
	return s;
}

void words_printf(struct arena *a, struct strings *to, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strings_add(a, to, arena_vprintf(a, fmt, ap));
	va_end(ap);
}

void words_all(struct arena *a, struct strings *to, const struct strings *more)
{
	for (size_t i = 0; i < more->n; i++)
		strings_add(a, to, more->v[i]);
}

void command_put(struct arena *a, struct commands *to, struct strings argv)
{
	array_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
	to->v[to->n++] = (struct command){ argv.v, argv.n };
}

bool torch_before(const struct build *b, const char *version)
{
	return version_dotted_cmp(span_of(b->torch), span_of(version)) < 0;
}

bool companion_named(const char *version)
{
	return version && strcmp(version, "none") != 0;
}

bool is_windows(const struct build *b)
{
	return strncmp(b->platform, "win-", 4) == 0;
}

bool stands_in(const struct ground *g, const struct plan *p, enum stand stand)
{
	return g->here && g->stand == stand &&
	       (p->python.major == 0 || g->python.major == 0 ||
		python_cmp(g->python, p->python) == 0);
}

bool command_needs_cuda(const struct plan *p)
{
	const struct build *b = p->build;

	if (b->manager != MANAGER_CONDA || b->cuda.major == 0)
		return false;
	return b->needs_cuda >= 0 ? b->needs_cuda :
			    strcmp(b->channel, "conda-forge") == 0 && b->cuda.major >= 11;
}

/* conda-forge and defaults bound NumPy and mkl in the packages themselves. */
static bool unbounded(const struct build *b)
{
	return b->manager == MANAGER_PIP || strncmp(b->channel, "pytorch", 7) == 0;
}

const char *command_numpy(const struct plan *p)
{
	const struct python first = { 3, 9, false };

	if (!unbounded(p->build) || !torch_before(p->build, "2.3"))
		return NULL;
	return p->python.major && python_cmp(p->python, first) < 0 ? NULL : "numpy<2";
}

const char *command_mkl(const struct plan *p)
{
	const struct build *b = p->build;

	if (b->manager != MANAGER_CONDA || !unbounded(b) || !torch_before(b, "2.4"))
		return NULL;
	return strncmp(b->platform, "osx-", 4) == 0 ? NULL : "mkl<2024.1";
}

const char *command_cudnn(const struct plan *p)
{
	const struct sm first = { 7, 5, 0 };

	if (strcmp(p->build->channel, "conda-forge") != 0 || p->build->cuda.major != 12)
		return NULL;
	for (size_t i = 0; i < p->n_gpus; i++)
		if (sm_known(p->gpus[i].sm) && sm_cmp(p->gpus[i].sm, first) < 0)
			return "cudnn<9.11";
	return NULL;
}

void command_fill(struct arena *a, const struct ground *g, struct plan *p)
{
	static void (*const writers[INSTALLERS])(struct arena *, const struct ground *,
						 struct plan *) = {
		[INSTALLER_PIP] = command_pip,          [INSTALLER_UV] = command_uv,
		[INSTALLER_CONDA] = command_conda,      [INSTALLER_MAMBA] = command_conda,
		[INSTALLER_MICROMAMBA] = command_conda, [INSTALLER_PIXI] = command_pixi,
	};

	p->commands = p->undo = (struct commands){ 0 };
	writers[p->installer](a, g, p);
	if (!g->into || !stands_in(g, p, g->stand))
		return;
	command_aim(a, g->into, p->build->platform, &p->commands);
	command_aim(a, g->into, p->build->platform, &p->undo);
}
