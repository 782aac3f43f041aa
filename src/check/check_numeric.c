/* NumPy, mkl, the C library and the kind of Python. */
#include <string.h>

#include "base/version.h"
#include "check/checkup_part.h"

static bool before(const char *version, const char *limit)
{
	return version_dotted_cmp(span_of(version), span_of(limit)) < 0;
}

/* conda-forge and defaults bound these in the packages themselves. */
static bool is_bound(const struct checkup *k)
{
	const char *channel = k->here.torch->channel;

	if (k->here.torch != k->here.conda)
		return false;
	return k->here.build ? strncmp(k->here.build->channel, "pytorch", 7) != 0 :
			       !channel || !strstr(channel, "pytorch");
}

static void numpy(struct checkup *k)
{
	const struct env_package *p = env_find(k->env, "numpy");
	struct strings spec = { 0 };
	struct found *f;

	if (!p || !p->version || before(p->version, "2") || !before(k->here.version, "2.3"))
		return;
	f = find(k, CP118, "NumPy %s beside torch %s, which was compiled against NumPy 1",
		 p->version, k->here.version);
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	strings_add(k->arena, &spec, "numpy<2");
	cure_add(k, f, is_pip(p) ? OWNER_PIP : OWNER_CONDA, &spec);
}

static void mkl(struct checkup *k)
{
	const struct env_package *p = env_find(k->env, "mkl");
	struct strings spec = { 0 };
	struct found *f;

	if (!p || !p->version || is_pip(p) || before(p->version, "2024.1") ||
	    k->here.torch != k->here.conda || !before(k->here.version, "2.4"))
		return;
	f = find(k, CP119,
		 "mkl %s beside conda's torch %s: a symbol that torch needs is gone since "
		 "2024.1",
		 p->version, k->here.version);
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	strings_add(k->arena, &spec, "mkl<2024.1");
	cure_add(k, f, OWNER_CONDA, &spec);
}

static void platform(struct checkup *k)
{
	const struct host *h = k->host;
	const char *p = k->env->platform ? k->env->platform : h ? h->platform : NULL;
	struct found *f = NULL;

	if (h && h->libc && strcmp(h->libc, "musl") == 0)
		f = find(k, CP107, "the C library is musl (Alpine): no torch was published for it");
	else if (p && (strcmp(p, "linux-32") == 0 || strcmp(p, "win-32") == 0))
		f = find(k, CP107,
			 "this is a 32-bit Python (%s): torch is published for 64 bits only", p);
	if (!f)
		return;
	find_at(k, f, &(struct origin){ h ? h->source : k->env->source, 0, NULL });
	advise(k, f, "use a 64-bit Python on a system with glibc, or a container");
}

void check_numeric(struct checkup *k)
{
	platform(k);
	if (!k->here.torch || k->here.preview || is_bound(k))
		return;
	numpy(k);
	mkl(k);
}
