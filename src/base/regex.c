#include "base/regex.h"

enum { STEPS = 4 << 20 };

struct run {
	const struct regex *r;
	struct span text;
	long left; /* steps before the run gives up */
};

/* The steps that wait for the character at one position. */
struct waiting {
	size_t v[REGEX_CODE + 2];
	size_t n;
	bool seen[REGEX_CODE + 2];
	bool done;
};

static bool run_from(struct run *run, size_t step, size_t at);

/* Follows everything that needs no character. */
static void enter(struct run *run, struct waiting *w, size_t i, size_t at)
{
	const struct regex_step *s = &run->r->v[i];

	if (w->seen[i] || run->left-- < 0)
		return;
	w->seen[i] = true;
	switch (s->op) {
	case RE_SPLIT:
		enter(run, w, i + 1, at);
		enter(run, w, (size_t)((long)i + s->to), at);
		return;
	case RE_JUMP:
		enter(run, w, (size_t)((long)i + s->to), at);
		return;
	case RE_START:
	case RE_END:
		if (at == (s->op == RE_START ? 0 : run->text.n))
			enter(run, w, i + 1, at);
		return;
	case RE_AHEAD:
	case RE_NOT:
		if (run_from(run, i + 1, at) == (s->op == RE_AHEAD))
			enter(run, w, (size_t)((long)i + s->to), at);
		return;
	case RE_DONE:
		w->done = true;
		return;
	default:
		w->v[w->n++] = i;
	}
}

static bool takes(const struct regex_step *s, char c)
{
	unsigned char u = (unsigned char)ascii_lower(c);

	if (s->op == RE_SET)
		return s->set[u / 8] >> u % 8 & 1;
	return s->op == RE_ANY || s->c == (char)u;
}

static bool run_from(struct run *run, size_t step, size_t at)
{
	struct waiting now = { .n = 0 }, after;

	enter(run, &now, step, at);
	for (; !now.done && now.n && at < run->text.n && run->left > 0; at++) {
		memset(&after, 0, sizeof after);
		for (size_t i = 0; i < now.n; i++)
			if (takes(&run->r->v[now.v[i]], run->text.p[at]))
				enter(run, &after, now.v[i] + 1, at + 1);
		now = after;
	}
	return now.done;
}

bool regex_match(const struct regex *r, struct span text)
{
	struct run run = { r, text, STEPS };

	return text.n <= REGEX_TEXT && run_from(&run, 0, 0);
}
