/* The table of files, and what all of them are made of: groups of packages, by their plans. */
#include <string.h>

#include "fact/build.h"
#include "fact/marker.h"
#include "install/emit_private.h"

enum { FILE_MAX = 16 << 20 };

static const struct {
	const char *name;
	enum installer installer;
	bool also_pip, single, jobs, linux_only;
	emit_writer *write;
	const char *next, *group;
} rows[EMITTERS] = {
#define EMITTER(id, name, installer, also_pip, single, jobs, linux_only, writer, next, group) \
	{ name, INSTALLER_##installer, also_pip, single, jobs, linux_only, emit_##writer, next, \
	  group },
#include "fact/emitter.def"
#undef EMITTER
};

bool emitter_parse(struct span name, enum emitter *ret)
{
	for (int i = 0; i < EMITTERS; i++) {
		if (!span_is(name, rows[i].name))
			continue;
		*ret = (enum emitter)i;
		return true;
	}
	return false;
}

const char *emitter_name(enum emitter e)
{
	return rows[e].name;
}

bool emitter_is_single(enum emitter e)
{
	return rows[e].single;
}

bool emitter_holds(enum emitter e, const char *platform)
{
	return !rows[e].linux_only || strncmp(platform, "linux-", strlen("linux-")) == 0;
}

bool emitter_has_jobs(enum emitter e)
{
	return rows[e].jobs;
}

bool emitter_takes(enum emitter e, enum manager m)
{
	return installer_manager(rows[e].installer) == m ||
	       (m == MANAGER_PIP && rows[e].also_pip);
}

enum installer emitter_installer(enum emitter e, bool pip)
{
	return pip && emitter_takes(e, MANAGER_PIP) ? INSTALLER_PIP : rows[e].installer;
}

/* --- packages, from the specs of steps ---------------------------------------------------- */

/* A spec of the plan: "torch==2.14.1+cu126", or the URL of its file. */
static struct emit_package package_of(struct arena *a, const struct emit_group *g,
				      const char *text)
{
	struct span s = span_of(text);
	size_t name = strcspn(text, "=<>!~ ;[@"), plus = strcspn(text, "+");
	struct emit_package p = { .spec = "", .label = "" };

	if (strstr(text, "://")) {
		/* "torch" of ".../torch-1.4.0-cp37-….whl", in the place of a release */
		struct span file = span_from(s, (size_t)(span_rfind_char(s, '/') + 1));
		ptrdiff_t dash = span_find_char(file, '-');

		p.name = arena_span(a, span_sub(file, 0, dash < 0 ? 0 : (size_t)dash));
		p.url = text;
		return p;
	}
	p.name = arena_span(a, span_sub(s, 0, name));
	p.of_index = g->index && span_in(span_of(p.name), "torch torchvision torchaudio") &&
		(text[plus] || !(g->flat || g->beside));
	if (p.of_index && !g->flat && !g->beside) {
		p.spec = arena_span(a, span_sub(s, name, plus - name));
		p.label = arena_span(a, span_from(s, plus));
	} else {
		p.spec = arena_span(a, span_from(s, name));
	}
	return p;
}

static bool has_package(const struct emit_group *g, const char *line)
{
	struct span name = span_sub(span_of(line), 0, strcspn(line, "=<>!~ ;[@"));

	return ANY(x, LIST(g->packages, g->n), span_is(name, x->name));
}

/* The install of the plan, then the user's lines, which name what was installed again. */
static void take_pip(struct arena *a, struct emit_group *g, const struct step *s)
{
	bool plan = s->verb == STEP_INSTALL && g->plan->build->manager == MANAGER_PIP;

	if (plan) {
		const struct build *b = g->plan->build;

		g->flat = s->find_links != NULL;
		g->beside = s->extra_index_url != NULL;
		g->index = g->flat ? s->find_links : g->beside ? s->extra_index_url :
			b->index_url ? s->index_url : NULL;
	}
	for (size_t i = 0; i < s->specs.n; i++)
		if (plan) {
			struct emit_package *v = arena_array(a, g->n + 1, sizeof *v);

			if (g->n)
				memcpy(v, g->packages, g->n * sizeof *v);
			v[g->n++] = package_of(a, g, s->specs.v[i]);
			g->packages = v;
		} else if (!has_package(g, s->specs.v[i]) &&
			   !span_starts(span_of(s->specs.v[i]), "torch=="))
			strings_add_once(a, &g->rest, s->specs.v[i]);
}

/* --- groups ------------------------------------------------------------------------------- */

/* "sys_platform == 'linux' and platform_machine == 'x86_64'" */
static const char *marker_of(struct arena *a, const char *platform)
{
	struct marker_env m = marker_env_of(NULL, platform);
	const char *machine = m.v[MARKER_PLATFORM_MACHINE];

	return arena_printf(a, "sys_platform == '%s'%s%s%s", m.v[MARKER_SYS_PLATFORM],
			    machine ? " and platform_machine == '" : "", machine ? machine : "",
			    machine ? "'" : "");
}

static bool same_place(const struct emit_group *x, const struct emit_group *y)
{
	return strcmp(x->plan->build->platform, y->plan->build->platform) == 0;
}

/* The variant, with the torch where two of one platform share it: "cu118-2-3-1"; "cu126-no-gpu". */
static const char *group_name(const struct emit_page *e, bool jobs, size_t n)
{
	const struct emit_group *g = &e->v[n];
	const struct build *b = g->plan->build;
	bool apart = ANY(x, LIST(e->v, e->n), x != g && x->gpu == g->gpu && same_place(x, g) &&
			 strcmp(x->plan->build->variant, b->variant) == 0);
	char *name = arena_printf(e->a, "%s%s%s%s", b->variant, apart ? "-" : "",
				  apart ? b->torch : "",
				  jobs && b->cuda.major && !g->gpu ? "-no-gpu" : "");

	for (char *c = name; *c; c++)
		if (*c == '.')
			*c = '-';
	return name;
}

/* An index is named once; two of one name are told apart by a number. */
static void name_index(struct emit_page *e, size_t n)
{
	struct emit_group *g = &e->v[n];
	unsigned same = 1;

	if (!g->index)
		return;
	for (size_t i = 0; i < n; i++) {
		if (!e->v[i].index)
			continue;
		if (strcmp(e->v[i].index, g->index) == 0) {
			g->index_name = e->v[i].index_name;
			return;
		}
		same += strcmp(e->v[i].plan->build->variant, g->plan->build->variant) == 0;
	}
	g->index_name = same == 1 ?
		arena_printf(e->a, "pytorch-%s", g->plan->build->variant) :
		arena_printf(e->a, "pytorch-%s-%u", g->plan->build->variant, same);
}

static void add_group(struct emit_page *e, const struct emit_part *part)
{
	struct emit_group *g = &e->v[e->n];
	const struct steps *steps;
	bool first;

	*g = (struct emit_group){ .plan = part->plan, .about = part->about,
				  .driver = part->driver, .gpu = part->gpu,
				  .nodes = &part->nodes };
	g->marker = marker_of(e->a, g->plan->build->platform);
	steps = &g->plan->steps;
	first = true;
	EACH(const struct step, s, *steps) {
		if (s->verb == STEP_INSTALL_FILES ||
		    (s->of == MANAGER_PIP && (s->verb == STEP_INSTALL || s->verb == STEP_ADD))) {
			take_pip(e->a, g, s);
		} else if (s->of == MANAGER_CONDA && !s->apart) {
			for (size_t k = 0; k < s->channels.n; k++)
				strings_add_once(e->a, &g->channels, s->channels.v[k]);
			for (size_t k = 0; k < s->specs.n; k++)
				if (first)
					strings_add(e->a, &g->conda, s->specs.v[k]);
				else if (!strings_has(&g->conda, s->specs.v[k]))
					strings_add_once(e->a, &g->conda_rest, s->specs.v[k]);
			first &= s->specs.n == 0;
		}
	}
	for (size_t i = 0; i < e->n; i++)
		e->apart |= same_place(&e->v[i], g);
	strings_add_once(e->a, &e->platforms, g->plan->build->platform);
	strings_add_once(e->a, &e->markers, g->marker);
	for (size_t i = 0; i < g->rest.n; i++)
		strings_add_once(e->a, &e->rest, g->rest.v[i]);
	e->n++;
	name_index(e, e->n - 1);
}

/* "uv sync --extra cu126, uv sync --extra cu118" */
static const char *next_of(const struct emit_page *e, enum emitter kind)
{
	const char *text = "", *next = rows[kind].next;

	if (!e->apart || !*rows[kind].group)
		return !*next ? NULL : next[strlen(next) - 1] != '=' ? next :
			arena_printf(e->a, "%s%s", next, e->v[0].plan->build->torch);
	for (size_t i = 0; i < e->names.n; i++)
		text = arena_printf(e->a, "%s%s%s%s%s", text, i ? ", " : "", rows[kind].next,
				    rows[kind].group, e->names.v[i]);
	return text;
}

const char *emit_file(struct arena *a, enum emitter kind, const struct emit_parts *parts,
		      const char **ret_next)
{
	BUF_AUTO out = BUF(FILE_MAX);
	struct emit_page e = { .a = a, .out = &out, .pypi = parts->pypi };

	e.v = arena_array(a, parts->n, sizeof *e.v);
	for (size_t i = 0; i < parts->n; i++)
		add_group(&e, &parts->v[i]);
	for (size_t i = 0; i < e.n; i++) {
		e.v[i].name = group_name(&e, rows[kind].jobs, i);
		strings_add_once(a, &e.names, e.v[i].name);
	}
	e.several = e.platforms.n > 1;
	e.python = parts->v[0].plan->python;
	*ret_next = next_of(&e, kind);
	return EVERY(x, e.platforms, emitter_holds(kind, *x)) && rows[kind].write(&e) ?
		arena_str(a, buf_cstr(&out)) : NULL;
}
