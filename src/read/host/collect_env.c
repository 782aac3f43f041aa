/* The output of torch's collect_env (python -m torch.utils.collect_env), of vllm's and the like. */
#include "read/host/fields_private.h"
#include "read/host/told_private.h"

/* What a line tells; those before LIBC every version prints. */
enum told {
	TORCH = 1, BUILT, OS, PYTHON, AVAILABLE, RUNTIME, GPUS, DRIVER, LIBRARIES, LIBC, KERNEL,
	VISIBLE,
};

/* Newer ones of vllm pad the label: "PyTorch version      : 2.5". */
static const struct field fields[] = {
#define ROW(place, label, fact, seen, confidence, source) { NULL, label, fact },
#include "rows/host/collected.def"
#undef ROW
	{ .label = NULL },
};

struct collected_env {
	const struct source *s;
	struct host *h;
	size_t i;
	bool had[LIBC];
};

/* A label in the case of collect_env: logs of other programs have "pytorch version: ", too. */
static int fact_of(struct span line, struct span *value)
{
	struct span exact = line;
	int f = field_take(fields, line, value);

	if (f == TORCH && !span_take(&exact, "PyTorch"))
		return SMI_NONE;
	if (f)
		return f;
	*value = line;
	return span_take(value, "CUDA_VISIBLE_DEVICES=") ? VISIBLE :
	       span_is(line, "Versions of relevant libraries") ? LIBRARIES : SMI_NONE;
}

/* "glibc-2.35"; musl has no version here. */
static void take_libc(struct collected_env *e, struct span v)
{
	if (span_take(&v, "glibc-") && field_is_version(v)) {
		e->h->libc = "glibc";
		told_libc_settle(e->h, arena_span(e->s->a, v));
	} else if (span_starts(v, "musl")) {
		e->h->libc = "musl";
	}
}

/* "3.12.7 | packaged by …" is 3.12; the free-threaded build says so. */
static void take_python(struct collected_env *e, struct span v)
{
	struct span word, all = v;
	ptrdiff_t dot;

	if (!span_word(&v, &word) || !field_is_version(word))
		return;
	dot = span_find_char(word, '.');
	while ((size_t)++dot < word.n && ascii_digit(word.p[dot]))
		;
	e->h->python = arena_printf(e->s->a, "%.*s%s", (int)dot, word.p,
				    span_find(all, "free-threading") > 0 ? "t" : "");
}

/* "Linux-5.15.153.1-microsoft-standard-WSL2-x86_64-with-glibc2.39", "Ubuntu 22.04 LTS (x86_64)" */
static void take_system(struct collected_env *e, struct span v)
{
	const char *p = format_platform_of_os(v);
	ptrdiff_t at = span_find(v, "with-glibc");
	struct span os = v, number;

	e->h->platform = p ? p : e->h->platform;
	if ((span_take(&os, "macOS ") || span_take(&os, "Mac OSX ")) && span_word(&os, &number))
		e->h->macos = field_version(e->s->a, number);
	told_libc_settle(e->h, told_libc(v));
	if (span_find(v, "-WSL2") > 0 || span_find_nocase(v, "microsoft-standard") > 0)
		e->h->wsl = TRI_YES;
	if (at > 0 && !e->h->glibc) {
		e->h->glibc = field_version(e->s->a, span_from(v, (size_t)at + 10));
		e->h->libc = e->h->glibc ? "glibc" : e->h->libc;
	}
}

/* The first GPU may stand in the same line; lines of "nvidia-smi -L" may stand in its place. */
static void take_gpus(struct collected_env *e, struct span v)
{
	struct line first = e->s->v[e->i];

	if (span_starts(v, "AMD ") || span_find(v, "(gfx") > 0)
		e->h->nvidia_present = TRI_NO;
	first.s = v;
	(void)smi_list_gpu(e->s, &first, e->h);
	while (e->i + 1 < e->s->n && (smi_list_gpu(e->s, &e->s->v[e->i + 1], e->h) ||
				      smi_list_mig(e->s, &e->s->v[e->i + 1], e->h)))
		e->i++;
}

static void take(struct collected_env *e, enum told is, struct span v)
{
	struct host *h = e->h;

	switch (is) {
	case TORCH:
		h->torch.version = field_text(e->s->a, v);
		break;
	case BUILT:
		h->torch.cuda = field_text(e->s->a, v);
		break;
	case AVAILABLE:
		h->torch.available = span_is(v, "True") ? TRI_YES :
				     span_is(v, "False") ? TRI_NO : TRI_UNKNOWN;
		break;
	case OS:
	case KERNEL:
		take_system(e, v);
		break;
	case LIBC:
		take_libc(e, v);
		break;
	case PYTHON:
		take_python(e, v);
		break;
	case RUNTIME:
		if (field_is_version(span_trim(v)))
			ARRAY_ADD(e->s->a, h->toolkits) =
				(struct toolkit){ NULL, field_version(e->s->a, v) };
		break;
	case GPUS:
		take_gpus(e, v);
		break;
	case DRIVER:
		h->driver = field_version(e->s->a, v);
		break;
	case VISIBLE:
		h->visible_devices = arena_span(e->s->a, v);
		break;
	case LIBRARIES: /* behind this line stand the packages */
		break;
	}
}

/* --- packages ----------------------------------------------------------------------------- */

/* "[pip3] torch==2.5.1", "[conda] torch  2.5.1  pypi_0  pypi" */
static bool take_package(struct collected_env *e, const struct line *l)
{
	struct span rest = l->s, word, name;

	if (l->s.n < 8 || l->s.p[0] != '[' || !span_word(&rest, &word) || !l->whole ||
	    !span_word(&rest, &name))
		return false;
	if (!(span_starts(word, "[pip") && span_find(name, "==") > 0) &&
	    !(span_is(word, "[conda]") && span_word(&rest, &word)))
		return false;
	e->h->packages++;
	return true;
}

/* --- the whole ---------------------------------------------------------------------------- */

/* "OS" comes first in the padded form, and only there stands before the version of a compiler. */
static bool env_begins(const struct source *s, size_t i)
{
	struct span value;
	int f = fact_of(s->v[i].s, &value);

	return f == TORCH || f == GPUS ||
	       (f == OS && i + 1 < s->n && span_starts(s->v[i + 1].s, "GCC version"));
}

static void take_line(struct collected_env *e)
{
	const struct line *l = &e->s->v[e->i];
	struct span v;
	int f = l->whole ? fact_of(l->s, &v) : 0;

	if (f >= LIBC || (f && !e->had[f]))
		take(e, (enum told)f, v);
	else if (!f && l->whole)
		take_package(e, l);
	if (f && f < LIBC)
		e->had[f] = true;
}

/* What another form begins with ends this one: a table may follow in the same report. */
static bool ends_here(const struct collected_env *e)
{
	struct span l = e->s->v[e->i].s, value;

	return span_begins(l, ONE_OF("| NVIDIA-SMI", "<?xml", "Collecting environment",
				     "==============NVSMI LOG", "nvcc: NVIDIA", "NVRM version")) ||
	       (e->had[TORCH] && fact_of(l, &value) == TORCH);
}

static size_t env_read(const struct source *s, size_t i, struct host *to)
{
	struct collected_env e = { .s = s, .h = to, .i = i };
	bool whole = true;

	do
		take_line(&e);
	while (++e.i < s->n && !ends_here(&e));
	for (size_t k = TORCH; k < LIBC; k++)
		whole &= e.had[k];
	if (!whole || !s->v[e.i - 1].whole)
		FORMAT_CUT(s->a, to, s->v[e.i - 1].no, CUT_COLLECT_ENV);
	return e.i;
}

const struct host_format format_collect_env = { env_begins, env_read };
