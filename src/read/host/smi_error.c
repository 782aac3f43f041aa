/* The sentences that nvidia-smi, shells and dynamic loaders print instead of facts. */
#include "fact/platform.h"
#include "read/host/format_private.h"

enum meaning {
	MEANS_NO_DRIVER,   /* none installed, or none loaded */
	MEANS_NO_TOOL,     /* nvidia-smi itself is missing: the driver probably, not surely */
	MEANS_NO_TOOL_WINDOWS,
	MEANS_NO_GPU,      /* the driver works and finds none */
	MEANS_MISMATCH,
	MEANS_GPU_FAILS,
	MEANS_BLOCKED,     /* something keeps the caller from the driver */
};

/* Sentences are compared up to here; the first row that fits counts. */
static const struct sentence {
	const char *text;
	enum meaning meaning;
	enum form says; /* where it is a problem of its own */
} sentences[] = {
#define ROW(place, text, meaning, form, seen, confidence, source) { text, meaning, form },
#include "rows/host/sentence.def"
#undef ROW
};

static const struct sentence *sentence_of(struct span line)
{
	/* a part of every sentence: most lines of a log have none */
	if (!span_holds(line, ONE_OF("vi", "NV", "Driver/")))
		return NULL;
	return FIRST_OF(x, ROWS(sentences), span_find(line, x->text) >= 0);
}

static bool error_begins(const struct source *s, size_t i)
{
	struct span l = s->v[i].s;

	return l.n > 15 && l.n < 1000 && l.p[0] != '|' && l.p[0] != '<' && sentence_of(l) != NULL;
}

static void take_meaning(const struct source *s, const struct line *l, const struct sentence *e,
			 struct host *to)
{
	switch (e->meaning) {
	case MEANS_NO_TOOL_WINDOWS:
		to->platform = PLATFORM_WINDOWS;
		to->driver_missing = true;
		break;
	case MEANS_NO_DRIVER:
	case MEANS_NO_TOOL:
		to->driver_missing = true;
		break;
	case MEANS_NO_GPU:
		to->gpus_known = true;
		to->nvidia_present = TRI_NO;
		format_problem(s->a, to, CP009, -1, l->no, (struct phrase){ .form = e->says });
		break;
	case MEANS_MISMATCH:
		format_problem(s->a, to, CP010, -1, l->no, (struct phrase){ .form = e->says });
		break;
	case MEANS_GPU_FAILS:
		to->nvidia_present = TRI_YES;
		FORMAT_PROBLEM(s->a, to, CP007, -1, l->no, SAID, SAY(text, arena_span(s->a, l->s)));
		break;
	case MEANS_BLOCKED:
		format_problem(s->a, to, CP007, -1, l->no, (struct phrase){ .form = e->says });
		break;
	}
}

/* "NVML library version: 550.163" is what is installed, not what is loaded. */
static bool library_version(const struct source *s, const struct line *l, struct host *to)
{
	struct span rest = l->s;

	if (!span_take(&rest, "NVML library version:"))
		return false;
	if (l->whole)
		to->driver_library = field_version(s->a, rest);
	return true;
}

static size_t error_read(const struct source *s, size_t i, struct host *to)
{
	const struct sentence *e = sentence_of(s->v[i].s);

	if (!e)
		return i + 1;
	take_meaning(s, &s->v[i], e, to);
	if (!s->v[i].whole && e->meaning >= MEANS_NO_GPU)
		FORMAT_CUT(s->a, to, s->v[i].no, CUT_SMI_ERROR);
	i++;
	if (e->meaning != MEANS_MISMATCH || i == s->n)
		return i;
	if (!s->v[i].whole && s->v[i].s.n && s->v[i].s.p[0] == 'N')
		FORMAT_CUT(s->a, to, s->v[i].no, CUT_SMI_ERROR);
	return library_version(s, &s->v[i], to) ? i + 1 : i;
}

const struct host_format format_smi_error = { error_begins, error_read };
