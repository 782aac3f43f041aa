#include "install/command_part.h"

#include <string.h>

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

static void (*const writers[INSTALLERS])(struct arena *, const struct ground *, struct plan *) = {
#define INSTALLER(id, name, manager, place, writer) command_##writer,
#include "fact/installer.def"
#undef INSTALLER
};

void command_fill(struct arena *a, const struct ground *g, struct plan *p)
{
	p->commands = p->undo = (struct commands){ 0 };
	writers[p->installer](a, g, p);
	if (!g->into || !stands_in(g, p, g->stand))
		return;
	command_aim(a, g->into, p->build->platform, &p->commands);
	command_aim(a, g->into, p->build->platform, &p->undo);
}
