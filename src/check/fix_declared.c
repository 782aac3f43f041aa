#include <string.h>

#include "check/checkup_part.h"
#include "check/declared.h"
#include "check/fix_part.h"
#include "check/fixfile.h"

static bool is_amiss(const struct checkup *k)
{
	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].asked)
			return true;
	return false;
}

/* torch is asked of conda, of pip, or of neither. */
static bool conda_asks(const struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (fix_is_spec(d) && strncmp(d->name, "pytorch", 7) == 0)
			return true;
	}
	return false;
}

static bool pip_asks(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (declared_applies(k->arena, d, k->python, k->platform) &&
		    strncmp(d->name, "torch", 5) == 0)
			return true;
	}
	return false;
}

void fix_declared(struct checkup *k, struct found *to, struct strings *said)
{
	bool conda = conda_asks(k);
	struct plan p;

	if (!is_amiss(k) || !(conda || pip_asks(k)))
		return;
	if (!first_gpu(k))
		strings_add(k->arena, said, "which build belongs into the file depends on the GPU: "
			    "name it with --host or --gpu");
	else if (!fix_target(k, conda, &p))
		strings_add(k->arena, said, "no build with CUDA runs here as things are: cudaplan "
			    "suggest says why");
	else if (conda)
		fix_conda(k, &p, to, said);
	else
		fix_pip(k, &p, to, said);
}
