#include "plan/asked.h"

#include <string.h>

#include "base/text.h"
#include "fact/project.h"
#include "fact/row.h"

struct asking {
	struct arena *a;
	const struct asked_for *who;
	const struct step *s;
	const struct strings *channels;
	struct online_files *to;
};

/* --- places -------------------------------------------------------------------------------- */

static void add_place(struct asking *q, struct online_file *f, enum online_kind kind,
		      const char *url, const char *name)
{
	ARRAY_ADD(q->a, f->places) = (struct online_place){
		kind, url ? url : row_home(q->a, name), name };
}

/* An index is in the place of PyPI, or beside it; a project's own is for what names it alone. */
static void add_indexes(struct asking *q, struct online_file *f)
{
	const struct step *s = q->s;

	if (s->extra_index_url)
		add_place(q, f, ONLINE_INDEX, s->extra_index_url, NULL);
	if (s->find_links)
		add_place(q, f, ONLINE_PAGE, s->find_links, NULL);
	if (s->index_url)
		add_place(q, f, span_ends(span_of(s->index_url), ".html") ? ONLINE_PAGE :
			  ONLINE_INDEX, s->index_url, NULL);
	else
		add_place(q, f, ONLINE_INDEX, NULL, CHANNEL_PYPI);
}

/* --- what is asked for --------------------------------------------------------------------- */

static void add(struct asking *q, struct online_file f)
{
	EACH(const struct online_file, o, *q->to)
		if (o->manager == f.manager && text_same(o->name, f.name) &&
		    text_same(o->version, f.version) && text_same(o->build, f.build) &&
		    text_same(o->url, f.url))
			return;
	f.manager = q->s->of;
	f.platform = q->who->platform;
	f.os_version = q->who->os_version;
	f.python = q->who->python;
	if (f.manager == MANAGER_CONDA) {
		for (size_t i = 0; i < q->channels->n; i++) {
			const char *c = q->channels->v[i];
			bool url = strstr(c, "://") || *c == '/' || *c == '.';

			add_place(q, &f, ONLINE_CHANNEL, url ? c : NULL, url ? NULL : c);
		}
	} else if (!f.url)
		add_indexes(q, &f);
	ARRAY_ADD(q->a, *q->to) = f;
}

/* "https://host/torch-1.0.whl", "flash-attn @ https://…#sha256=…" */
static bool by_url(struct asking *q, struct span s)
{
	ptrdiff_t at = span_find(s, "://"), name = span_find(s, " @ "), sum;
	struct online_file f = { 0 };

	if (at < 0)
		return false;
	if (name >= 0 && name < at) {
		f.name = project_name(q->a, span_sub(s, 0, (size_t)name));
		s = span_from(s, (size_t)name + 3);
	}
	sum = span_find(s, "#sha256=");
	if (sum >= 0) {
		f.sha256 = arena_span(q->a, span_from(s, (size_t)sum + strlen("#sha256=")));
		s = span_sub(s, 0, (size_t)sum);
	}
	f.url = arena_span(q->a, s);
	if (!f.name)
		f.name = f.url;
	add(q, f);
	return true;
}

static bool is_plain(struct span s)
{
	static const char marks[] = "<>=!~*, |;[";

	return s.n > 0 && !ANY(x, LIST(s.p, s.n), memchr(marks, *x, sizeof marks - 1));
}

/* "torch==2.14.1+cu126"; a range names no file. */
static void by_pip(struct asking *q, struct span s)
{
	ptrdiff_t at = span_find(s, "==");

	if (by_url(q, s) || at <= 0 || !is_plain(span_sub(s, 0, (size_t)at)) ||
	    !is_plain(span_from(s, (size_t)at + 2)))
		return;
	add(q, (struct online_file){
		.name = project_name(q->a, span_sub(s, 0, (size_t)at)),
		.version = arena_span(q->a, span_from(s, (size_t)at + 2)) });
}

/* "pytorch=2.5.1=py3.12_cuda12.4_cudnn9.1.0_0", "torchvision=0.20.1"; Python is any of its line. */
static void by_conda(struct asking *q, struct span s)
{
	struct span name, version, build = { NULL, 0 };

	if (!span_next(&s, '=', &name) || !is_plain(name) || span_is(name, "python"))
		return;
	if (span_starts(s, "="))
		s = span_from(s, 1);
	if (!span_next(&s, '=', &version) || !is_plain(version))
		return;
	if (s.n)
		build = s;
	add(q, (struct online_file){
		.manager = MANAGER_CONDA, .name = arena_span(q->a, name),
		.version = arena_span(q->a, version),
		.build = build.n ? arena_span(q->a, build) : NULL });
}

/* --- steps --------------------------------------------------------------------------------- */

/* A workspace has its channels from a step before. */
static const struct strings *channels_of(const struct steps *steps, size_t n)
{
	static const struct strings none;

	for (size_t i = n + 1; i-- > 0;)
		if (steps->v[i].channels.n)
			return &steps->v[i].channels;
	return &none;
}

void asked_of_steps(struct arena *a, const struct steps *steps, const struct asked_for *who,
		    struct online_files *ret)
{
	for (size_t i = 0; i < steps->n; i++) {
		const struct step *s = &steps->v[i];
		struct asking q = { a, who, s, channels_of(steps, i), ret };

		if (s->verb != STEP_INSTALL && s->verb != STEP_ADD && s->verb != STEP_CREATE)
			continue;
		for (size_t k = 0; k < s->specs.n; k++)
			if (s->of == MANAGER_CONDA)
				by_conda(&q, span_of(s->specs.v[k]));
			else
				by_pip(&q, span_of(s->specs.v[k]));
	}
}
