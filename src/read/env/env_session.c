/* A pasted Python session, as far as it tells what is installed. */
#include <string.h>

#include "read/env/env_private.h"
#include "read/session.h"

static bool session_at(const struct env_text *t, size_t i)
{
	return session_begins(t->v, t->n, i);
}

/* The package of that name, added where it is not known yet. */
static struct env_package *package_once(const struct env_text *t, struct env *to, const char *name,
					const struct session_fact *f)
{
	for (size_t i = 0; i < to->packages.n; i++)
		if (strcmp(to->packages.v[i].name, name) == 0)
			return &to->packages.v[i];
	return env_add(t->a, to, span_of(name), span_of(f->value), OWNER_PIP,
		       env_origin(t, f->at));
}

static void take_others(const struct env_text *t, struct env *to, const struct session *s)
{
	static const struct {
		enum session_key key;
		const char *name;
	} all[] = {
		{ SESSION_TORCHVISION, "torchvision" },
		{ SESSION_TORCHAUDIO, "torchaudio" },
		{ SESSION_NUMPY, "numpy" },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const struct session_fact *f = session_find(s, all[i].key);

		if (f)
			(void)package_once(t, to, all[i].name, f);
	}
}

static size_t session_facts(const struct env_text *t, size_t i, struct env *to)
{
	struct session s = { 0 };
	size_t end = session_read(t->a, t->v, t->n, i, &s);
	const struct session_fact *available = session_find(&s, SESSION_AVAILABLE);
	const char *full;
	const struct session_fact *version = session_find(&s, SESSION_TORCH);
	const struct session_fact *cuda = session_find(&s, SESSION_CUDA);
	const struct session_fact *archs = session_find(&s, SESSION_ARCHS);
	struct env_package *p;

	if (version) {
		p = package_once(t, to, "torch", version);
		if (cuda)
			p->cuda = strcmp(cuda->value, "None") == 0 ? "none" : cuda->value;
		if (archs && *archs->value)
			p->archs = archs->value;
	}
	take_others(t, to, &s);
	full = session_python(t->a, &s, 2);
	if (full) {
		to->python_full = full;
		to->python = session_python(t->a, &s, 1);
		if (session_platform(&s))
			to->platform = session_platform(&s);
	}
	if (available)
		to->available = strcmp(available->value, "True") == 0 ? TRI_YES : TRI_NO;
	return end > i ? end : i + 1;
}

const struct env_format env_session = { session_at, session_facts,
	.words = ONE_OF("torch.", ".__version__", "sys.version", "Python ") };
