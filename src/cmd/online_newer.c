/* suggest --online: the newest torch that the index lists and the matrix does not know. It is told
 * of and never planned: which GPUs its code is for stands in no METADATA. */
#include <string.h>

#include "base/pep440.h"
#include "cmd/online_private.h"
#include "fact/wheel.h"
#include "know/catalogue.h"
#include "read/online/address.h"
#include "read/package/package_open.h"

struct listing {
	struct arena *a;
	const char *known;     /* the newest of the matrix */
	const char *version;   /* NULL: none is newer */
	struct link file;      /* one for Linux x86-64, or the first that there is */
	struct python_set pythons;
};

static bool is_usual(struct span file)
{
	return span_find(file, "manylinux") >= 0 && span_find(file, "x86_64") >= 0;
}

static void take(void *own, const struct link *l)
{
	struct listing *n = own;
	struct pep440 version;
	struct python python;
	struct wheel w;
	struct err e;
	int order;

	if (l->yanked || wheel_parse(n->a, l->file, &w, &e) || strcmp(w.name, "torch") != 0 ||
	    w.local || !pep440_parse(span_of(w.version), &version) || pep440_is_pre(&version))
		return;
	order = pep440_cmp_text(span_of(w.version), span_of(n->version ? n->version : n->known));
	if (order < 0 || (order == 0 && !n->version))
		return;
	if (order > 0)
		*n = (struct listing){ .a = n->a, .known = n->known, .version = w.version,
				       .file = *l };
	if (!is_usual(n->file.file) && is_usual(l->file))
		n->file = *l;
	if (python_parse(span_of(w.abi_tag), &python))
		python_set_add(&n->pythons, python);
}

/* What METADATA asks of the libraries of NVIDIA: "nvidia-cudnn-cu13==9.26.0.51", … */
static struct strings pins(struct arena *a, const struct package *p)
{
	struct strings list = { 0 };

	for (size_t i = 0; i < p->requires.n; i++) {
		struct span s = span_of(p->requires.v[i]);
		ptrdiff_t end = span_find_char(s, ';');

		if (end >= 0)
			s = span_trim(span_sub(s, 0, (size_t)end));
		if (span_starts(s, "nvidia-") || span_starts(s, "cuda-toolkit") ||
		    span_starts(s, "triton"))
			strings_add(a, &list, arena_span(a, s));
	}
	return list;
}

static void look_into(struct run *r, const char *url, struct newer *ret)
{
	struct inspect_options o = { .depth = DEPTH_NAMES, .depth_given = true,
				     .remote = { .agent = "cudaplan", .offline = r->o->offline,
						 .most = REMOTE_MOST } };
	struct package p = { 0 };
	struct err e;

	if (!url || cmd_timeout(r, &o.remote.stall, &e) ||
	    package_open(r->arena, url, &o, &p, &e))
		return;
	ret->read = true;
	ret->cuda = p.cuda;
	ret->needs = pins(r->arena, &p);
}

struct newer cmd_online_newer(struct run *r, struct matrix *m)
{
	struct newer ret = { 0 };
	struct online with = { 0 };
	struct listing n = { .a = r->arena };
	struct span base = { NULL, 0 };
	struct fetch_head h;
	struct catalogue c;
	struct err e;

	if (catalogue_open(r->arena, m, &c, &e) || !c.releases.n ||
	    cmd_online_open(r, &with, &e))
		return ret;
	n.known = c.releases.v[c.releases.n - 1];
	ret.answered = with.f && cmd_online_page(r, with.f, cmd_online_index(r), "torch", take, &n,
						 &h, &base, &e) == 0;
	ret.version = n.version;
	ret.pythons = n.pythons;
	if (ret.answered && n.version)
		look_into(r, online_join(r->arena, h.url, base, n.file.url), &ret);
	fetch_close(with.f);
	return ret;
}

void cmd_online_tell_newer(struct run *r, const struct newer *n, const char *date)
{
	if (n->version)
		cmd_note(r, PHRASE(r->arena, NOTE_ONLINE_NEWER, SAY(version, n->version),
				   SAY(date, date),
				   SAY(list, python_set_text(r->arena, n->pythons)),
				   SAY(cuda, n->cuda),
				   SAY(need, n->needs.n ?
				       strings_joined(r->arena, &n->needs, ", ") : NULL)));
}
