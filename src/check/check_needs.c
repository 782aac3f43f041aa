/* Extensions by what their libraries need, which the loader looks for when they are imported. */
#include <stdlib.h>
#include <string.h>

#include "check/checks_private.h"
#include "check/extension_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"

/* 12 of "libcudart.so.12", 11 of "libcudart.so.11.0" */
static unsigned major_of(const char *soname)
{
	const char *at = strstr(soname, ".so.");

	return at ? (unsigned)strtoul(at + 4, NULL, 10) : 0;
}

/* The loader finds it all the same: in a folder of the system, of LD_LIBRARY_PATH or of conda; or
 * another package brings it, and whether that is loaded first is not known. */
static bool is_elsewhere(const struct checkup *k, const char *soname, unsigned major)
{
	return ANY(l, k->env->libraries, strcmp(l->name, soname) == 0 && !l->stub &&
		   l->where != WHERE_TOOLKIT) || (ANY(x, k->env->packages, strncmp(x->name,
		   "nvidia-", 7) == 0 && installed_nvidia_major(x) == major));
}

static struct found *needs_cuda(struct checkup *k, const struct env_package *p)
{
	unsigned major = p->needs_cuda ? major_of(p->needs_cuda) : 0;
	const char *have = k->here.cuda.major ? k->here.variant : NULL;

	if (!major || !k->here.variant || (!have && !k->here.cpu) ||
	    major == k->here.cuda.major || is_elsewhere(k, p->needs_cuda, major))
		return NULL;
	return FIND(k, CP208, NEEDS_OTHER_CUDA, SAY(package, p->name), SAY(version, p->version),
		    SAY(need, p->needs_cuda), SAY(torch, k->here.torch->version),
		    SAY(have, have));
}

static struct found *needs_torch(struct checkup *k, const struct env_package *p)
{
	if (!p->lacks)
		return NULL;
	return FIND(k, CP216, CALLS_WHAT_TORCH_LACKS, SAY(package, p->name),
		    SAY(version, p->version), SAY(item, p->lacks),
		    SAY(torch, k->here.torch->version));
}

bool check_needs(struct checkup *k, const struct env_package *p)
{
	struct found *f;

	if (k->here.torch != k->here.pip)
		return false;
	f = needs_cuda(k, p);
	if (f)
		find_at(k, f, &(struct origin){ .file = p->needs_in });
	else if ((f = needs_torch(k, p)))
		find_at(k, f, &(struct origin){ .file = p->lacks_in });
	if (!f)
		return false;
	f->severity = SEVERITY_ERROR;
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	if (!extension_cure(k, f, p))
		FIND_ADVICE(k, f, INSTALL_RELEASE_OR_COMPILE, SAY(package, p->name),
			    SAY(torch, k->here.version));
	return true;
}
