#include "fact/platform.h"
#include "plan/solve_private.h"

bool feasible_serves(const struct solve *s, const struct build *b)
{
	bool aarch64 = platform_is_linux_arm(b->platform);
	struct code code = { b->sass, b->ptx, b->cuda, aarch64 };

	for (size_t i = 0; i < s->scene.atoms.n; i++)
		if (s->scene.atoms.v[i].sm.major &&
		    !code_fit(s->c, &code, s->scene.atoms.v[i].sm).cubin.major)
			return false;
	return true;
}

bool feasible_plan(struct solve *s, bool cubin)
{
	bool cpu = !s->scene.has_gpu || s->want.cpu;
	struct judge j;

	if (!s->p)
		return false;
	j = judge_make(s->arena, s->c, &s->scene, &s->want, s->p, s->atoms, s->scene.atoms.n, cpu);
	for (size_t i = 0; i < s->n_installers; i++) {
		key_t64 key = 0;
		size_t at;

		if (rank_best(&j, installer_manager(s->installers[i]), &at, &key) &&
		    (cpu || !cubin || feasible_serves(s, &s->p->v[at])))
			return true;
	}
	return false;
}
