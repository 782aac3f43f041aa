/*
 * suggest --emit -f FILE: which of what a project offers is for the machines: what is always asked
 * for, an extra, a group.
 */
#include <string.h>

#include "cmd/suggest_private.h"

static int diff_of(struct emitting *x, const struct emit_answer *all, size_t n, const char *group,
		   struct file_diff *ret, struct err *e)
{
	ARRAY(struct diff_part) parts = { 0 };

	for (size_t i = 0; i < n; i++)
		for (size_t p = 0; p < answer_parts(&all[i].answer); p++)
			ARRAY_ADD(x->r->arena, parts) = (struct diff_part){
				&all[i].answer.plans[p], &all[i].hosts,
			};
	return cmd_diff(x->r, x->m, &x->file, group, parts.v, parts.n, ret, e);
}

/* A build for the CPU, where a GPU is to be served. */
static bool wastes_gpu(const struct emit_answer *of)
{
	bool gpu = false;

	for (size_t i = 0; i < of->hosts.n; i++)
		gpu |= of->hosts.v[i].gpus.n > 0;
	for (size_t i = 0; gpu && i < answer_parts(&of->answer); i++)
		if (!of->answer.plans[i].build->cuda.major)
			return true;
	return false;
}

static bool is_whole(const struct emit_answer *of)
{
	return answer_parts(&of->answer) && suggest_exit(of) == EXIT_DONE && !wastes_gpu(of);
}

/* The first of the extras and groups of the file that serves those machines: of several answers
 * one that asks for it already, as two of them cannot be changed at once. */
static int choose_group(struct emitting *x, struct emit_answer *of, struct file_diff *diff,
			bool change, bool *chosen, struct err *e)
{
	struct strings groups = cmd_diff_groups(x->r, &x->file);
	int rc = 0;

	*chosen = false;
	for (size_t i = 0; rc == 0 && !*chosen && i < groups.n; i++) {
		struct emit_answer with = { .hosts = of->hosts };
		struct planning kept = x->with;
		struct file_diff d = { 0 };

		x->with.group = groups.v[i];
		x->with.again = true;
		x->with.python = (struct python){ 0 };
		rc = suggest_ask(x, &with, e);
		if (rc == 0 && is_whole(&with))
			rc = diff_of(x, &with, 1, groups.v[i], &d, e);
		if (rc == 0 && is_whole(&with) && d.state == DIFF_DONE && (change || !d.text)) {
			*chosen = true;
			*of = with;
			*diff = d;
		}
		x->with = kept;
	}
	return rc;
}

static int choose_groups(struct emitting *x, bool *chosen, struct err *e)
{
	struct emit_answer *all = arena_array(x->r->arena, x->all.n, sizeof *all);
	struct file_diff *diffs = arena_array(x->r->arena, x->all.n, sizeof *diffs);
	int rc = 0;

	*chosen = true;
	memcpy(all, x->all.v, x->all.n * sizeof *all);
	for (size_t i = 0; rc == 0 && *chosen && i < x->all.n; i++)
		rc = choose_group(x, &all[i], &diffs[i], x->all.n == 1, chosen, e);
	if (rc || !*chosen)
		return rc;
	memcpy(x->all.v, all, x->all.n * sizeof *all);
	x->diffs.n = 0;
	for (size_t i = 0; i < x->all.n; i++)
		ARRAY_ADD(x->r->arena, x->diffs) = diffs[i];
	return 0;
}

static bool all_whole(const struct emitting *x)
{
	return EVERY(one, x->all, is_whole(one)) && x->diffs.v[0].state == DIFF_DONE;
}

/* Without a GPU the answer says itself what it has in the place of a CUDA. */
static bool is_answered(const struct emitting *x)
{
	const struct emit_answer *of = &x->all.v[0];

	return x->diffs.v[0].state == DIFF_DONE && answer_parts(&of->answer) &&
	       !of->answer.plans[0].n_gpus;
}

/* Whatever CUDA the file names: kept where that serves all machines. */
static int loosen(struct emitting *x, struct err *e)
{
	struct emitting with = *x;
	struct file_diff d;
	int rc;

	with.with.loose = with.with.again = true;
	with.with.python = (struct python){ 0 };
	with.all.v = arena_array(x->r->arena, x->all.n, sizeof *with.all.v);
	memcpy(with.all.v, x->all.v, x->all.n * sizeof *with.all.v);
	rc = suggest_ask_parted(&with, e);
	if (rc == 0)
		rc = diff_of(&with, with.all.v, with.all.n, NULL, &d, e);
	if (rc)
		return rc;
	with.diffs.v = &d;
	if (!all_whole(&with))
		return 0;
	x->all = with.all;
	x->loose = true;
	x->diffs.v[0] = d;
	if (d.text)
		ARRAY_ADD(x->r->arena, x->diffs.v[0].said) = PHRASE(x->r->arena, EMIT_LOOSE,
			SAY(file, cmd_input_name(x->file.path)));
	return 0;
}

int suggest_settle(struct emitting *x, struct err *e)
{
	bool chosen;
	int rc;

	ARRAY_ADD(x->r->arena, x->diffs) = (struct file_diff){ 0 };
	rc = diff_of(x, x->all.v, x->all.n, NULL, x->diffs.v, e);
	if (rc || all_whole(x))
		return rc;
	x->diffs.v[0].partial = true;
	rc = choose_groups(x, &chosen, e);
	if (rc || chosen || x->r->o->cuda || is_answered(x))
		return rc;
	return loosen(x, e);
}
