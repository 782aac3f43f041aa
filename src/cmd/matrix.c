/* matrix: the table of builds, through filters. */
#include <string.h>

#include "base/pep440.h"
#include "base/tr.h"
#include "cmd/cmd.h"
#include "cmd/planning_private.h"
#include "fact/platform.h"
#include "fact/project.h"
#include "know/catalogue.h"
#include "know/driver_release.h"
#include "know/extension.h"
#include "know/gpu.h"
#include "know/source.h"
#include "read/wish.h"
#include "show/matrix.h"

/* The filters of one run, while they are read. */
struct table_ask {
	struct run *r;
	struct matrix *m;
	struct table_filter f;
	struct package_wish torch;
	const char *platform, *driver;
	const char *mirror;
	const char *package;
};

static int not_a(const char *what, const char *value, const char *example, struct err *e)
{
	return err_set(e, ERR_USAGE, "'%s' is not a %s, expected one like %s", value, tr(what),
		       tr(example));
}

static int ask_torch(struct table_ask *ask, const char *value, struct err *e)
{
	const char *text = arena_printf(ask->r->arena, "torch=%s", value);
	int rc = wish_parse(ask->r->arena, span_of(text), &ask->torch, e);

	ask->f.torch = &ask->torch;
	return rc ? not_a(N_("torch version"), value, "2.7.*", e) : 0;
}

static int ask_cuda(struct table_ask *ask, const char *value, struct err *e)
{
	struct cuda_version v;

	if (strcmp(value, "cpu") == 0) {
		ask->f.variant = "cpu";
		return 0;
	}
	if (!cuda_version_parse(span_of(value), &v))
		return not_a(N_("CUDA version"), value, N_("12.6 or cpu"), e);
	ask->f.variant = arena_printf(ask->r->arena, "cu%u%u", v.major, v.minor);
	return 0;
}

static int ask_gpu(struct table_ask *ask, const char *value, struct err *e)
{
	struct cards cards;
	int rc = gpu_by_text(ask->m, ask->r->arena, span_of(value), &cards, e);

	if (rc)
		return rc;
	if (cards.how == SM_SOURCE_NONE)
		return err_set(e, ERR_INPUT,
			       "no GPU '%s' in the matrix; name another, or an sm as in sm=61",
			       value);
	for (size_t i = 0; i < cards.sms.n; i++)
		sm_list_add(&ask->f.gpus, cards.sms.v[i]);
	return 0;
}

static int ask_python(struct table_ask *ask, const char *value, struct err *e)
{
	if (!python_parse(span_of(value), &ask->f.python))
		return not_a(N_("Python version"), value, N_("3.12 or 3.13t"), e);
	return 0;
}

static int ask_platform(struct table_ask *ask, const char *value, struct err *e)
{
	(void)e;
	ask->platform = value;
	return 0;
}

static int ask_channel(struct table_ask *ask, const char *value, struct err *e)
{
	(void)e;
	ask->f.channel = value;
	return 0;
}

static int ask_mirror(struct table_ask *ask, const char *value, struct err *e)
{
	ask->mirror = value;
	return ask->r->args.n == 1 ? 0 : ERR_SAY(e, ERR_USAGE, MATRIX_MIRROR_ALONE,
		SAY(asked, arena_printf(ask->r->arena, "mirror=%s", value)));
}

static int ask_package(struct table_ask *ask, const char *value, struct err *e)
{
	(void)e;
	ask->package = project_name(ask->r->arena, span_of(value));
	return 0;
}

static int ask_installer(struct table_ask *ask, const char *value, struct err *e)
{
	ask->f.any_manager = false;
	ask->f.manager = strcmp(value, "conda") == 0 ? MANAGER_CONDA : MANAGER_PIP;
	if (strcmp(value, "conda") != 0 && strcmp(value, "pip") != 0)
		return not_a(N_("installer"), value, N_("pip or conda"), e);
	return 0;
}

static int ask_driver(struct table_ask *ask, const char *value, struct err *e)
{
	if (!ascii_digit(*value))
		return not_a(N_("driver version"), value, N_("535 or 470.82.01"), e);
	ask->driver = value;
	return driver_number_check(ask->m, ask->r->arena, span_of(value), DRIVER_LINUX, e);
}

static const struct key {
	const char *name;
	int (*read)(struct table_ask *ask, const char *value, struct err *e);
} keys[] = {
	{ "channel", ask_channel },   { "cuda", ask_cuda },         { "driver", ask_driver },
	{ "gpu", ask_gpu },           { "installer", ask_installer }, { "mirror", ask_mirror },
	{ "package", ask_package },   { "platform", ask_platform }, { "python", ask_python },
	{ "sm", ask_gpu },            { "torch", ask_torch },
};

static const char usage[] = N_(
	"channel, cuda, driver, gpu, installer, mirror, package, platform, python, sm or torch, "
	"as in sm=61");

static const struct key *key_of(struct span name)
{
	return FIRST_OF(x, ROWS(keys), span_eq(name, span_of(x->name)));
}

/* "torch 2.15.0" is typed, too: "torch=2.15.0". */
static void join_filters(struct run *r)
{
	struct strings typed = r->args;

	r->args = (struct strings){ 0 };
	for (size_t i = 0; i < typed.n; i++) {
		const char *text = typed.v[i];

		if (key_of(span_of(text)) && i + 1 < typed.n && !strchr(typed.v[i + 1], '='))
			text = arena_printf(r->arena, "%s=%s", text, typed.v[++i]);
		strings_add(r->arena, &r->args, text);
	}
}

static int read_filter(struct table_ask *ask, const char *text, struct err *e)
{
	struct span value = span_of(text), name;
	const struct key *key;

	if (span_find_char(value, '=') < 0 && !key_of(value)) {
		cmd_meant(ask->r, text, NULL, arena_printf(ask->r->arena, "%s=%s",
			  platform_is_folder(value) ? "platform" :
			  ascii_digit(*text) && strchr(text, '.') ? "torch" : "gpu", text));
		return err_set(e, ERR_USAGE, "'%s' is not a filter; there are %s", text, tr(usage));
	}
	span_next(&value, '=', &name);
	key = key_of(name);
	if (key && value.n)
		return key->read(ask, arena_span(ask->r->arena, value), e);
	return err_set(e, ERR_USAGE, "no filter in '%s'; there are %s", text, tr(usage));
}

/* The newest release of a short driver version, on the system of that platform. */
static int driver_for(struct table_ask *ask, const char *platform, struct err *e)
{
	enum driver_os os = platform_is(platform, PLATFORM_WINDOWS) ? DRIVER_WINDOWS : DRIVER_LINUX;
	int rc;

	ask->f.driver = ask->driver;
	if (!ask->driver)
		return 0;
	rc = driver_newest(ask->m, ask->r->arena, span_of(ask->driver), os, &ask->f.driver, NULL,
			   e);
	return rc == ERR_NONE ? 0 : rc;
}

static int fill(struct table_ask *ask, struct catalogue *c, struct table *to, struct err *e)
{
	struct strings platforms = { 0 };
	int rc = source_platforms(ask->m, ask->r->arena, &platforms, e);

	if (rc == 0)
		rc = catalogue_open(ask->r->arena, ask->m, c, e);
	for (size_t i = 0; rc == 0 && i < platforms.n; i++) {
		if (ask->platform && strcmp(ask->platform, platforms.v[i]) != 0)
			continue;
		rc = catalogue_platform(c, platforms.v[i], e);
		if (rc == 0)
			rc = driver_for(ask, platforms.v[i], e);
		if (rc == 0)
			table_add(ask->r->arena, c, platforms.v[i], &ask->f, to);
	}
	return rc;
}

/* The keys of all rows, in the order of the rows. */
static int sources(struct table_ask *ask, const struct table *t, struct matrix_page *page,
		   struct err *e)
{
	page->keys = arena_array(ask->r->arena, t->n, sizeof *page->keys);
	for (size_t i = 0; i < t->n; i++) {
		int rc = source_of_build(ask->m, ask->r->arena, t->v[i].build, &page->keys[i], e);

		if (rc)
			return rc;
	}
	return 0;
}

/* What the keys stand for, each once. */
static int legend(struct table_ask *ask, const char **keys_of, size_t n, struct matrix_page *page,
		  struct err *e)
{
	for (size_t i = 0; i < n; i++) {
		struct span rest = span_of(keys_of[i]), key;

		while (span_word(&rest, &key)) {
			struct source_row s;
			int rc = ANY(x, page->sources, span_eq(key, span_of(x->key)))
					 ? ERR_NONE
					 : source_find(ask->m, ask->r->arena, key, &s, e);

			if (rc == 0)
				ARRAY_ADD(ask->r->arena, page->sources) = (struct matrix_source){
					s.key, s.place, s.revision, s.seen };
			else if (rc != ERR_NONE)
				return rc;
		}
	}
	return 0;
}

/* What a mirror serves. */
static int mirror(struct table_ask *ask, struct matrix_page *page, struct err *e)
{
	struct mirrors all;
	const struct mirror_place *p;
	size_t from = 0;
	int rc = mirror_read(ask->m, ask->r->arena, &all, e);

	if (rc)
		return rc;
	if (!mirror_exists(&all, ask->mirror))
		return cmd_unknown_mirror(ask->r, &all, "mirror=", ask->mirror, e);
	page->mirror = ask->mirror;
	while ((p = mirror_next(&all, ask->mirror, &from)))
		ARRAY_ADD(ask->r->arena, page->places) = *p;
	return 0;
}

/* Those of each wheel that is shown. */
static int wheel_sources(struct table_ask *ask, const struct extension *x, struct matrix_page *page,
			 struct err *e)
{
	struct strings all = { 0 };
	int rc = extension_sources(ask->m, ask->r->arena, x, &all, e);

	page->wheel_keys = arena_array(ask->r->arena, page->wheels.v.n, sizeof *page->wheel_keys);
	for (size_t i = 0; rc == 0 && i < page->wheels.v.n; i++) {
		size_t at = (size_t)(page->wheels.v.v[i]->f - x->files.v);

		page->wheel_keys[i] = at < all.n ? all.v[at] : "";
	}
	return rc ? rc : legend(ask, page->wheel_keys, page->wheels.v.n, page, e);
}

/* The wheels of an extension of torch. */
static int package(struct table_ask *ask, struct catalogue *c, struct matrix_page *page,
		   struct err *e)
{
	struct extension *x = arena_new(ask->r->arena, struct extension);
	int rc = extension_read(ask->m, ask->r->arena, ask->package, x, e);

	if (ask->driver || !ask->f.any_manager)
		return err_set(e, ERR_USAGE,
			       "package= takes no driver= and no installer=: it lists wheels");
	page->package = ask->package;
	if (rc == ERR_NONE)
		return 0;
	if (rc == 0)
		rc = catalogue_open(ask->r->arena, ask->m, c, e);
	if (rc == 0)
		rc = catalogue_platform(c, ask->platform ? ask->platform : PLATFORM_LINUX, e);
	if (rc == 0)
		rc = extend_table(ask->r->arena, c, x, &ask->f, ask->platform, &page->wheels, e);
	return rc == 0 && ask->r->o->source ? wheel_sources(ask, x, page, e) : rc;
}

static int answer(struct table_ask *ask, struct catalogue *c, struct table *t,
		  struct matrix_page *page, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < ask->r->args.n; i++)
		rc = read_filter(ask, ask->r->args.v[i], e);
	if (rc == 0 && ask->mirror)
		return mirror(ask, page, e);
	if (rc == 0 && ask->package)
		return package(ask, c, page, e);
	if (rc == 0)
		rc = fill(ask, c, t, e);
	if (rc == 0 && ask->r->o->source)
		rc = sources(ask, t, page, e);
	if (rc == 0 && ask->r->o->source)
		rc = legend(ask, page->keys, t->n, page, e);
	return rc;
}

/* GPU, driver, platform and installer are those of a machine; others leave out what runs there. */
static bool narrows(const char *filter)
{
	return span_begins(span_of(filter), ONE_OF("channel=", "cuda=", "python=", "torch="));
}

/* The newest torch that the matrix knows, where a later one was asked for; else NULL. */
static const char *before_asked(const struct table_ask *ask, const struct catalogue *c)
{
	struct span asked = span_of(ask->torch.text);
	const char *newest = c->releases.n ? c->releases.v[c->releases.n - 1] : NULL;

	if (!newest || !span_take(&asked, "torch="))
		return NULL;
	if (span_ends(asked, ".*"))
		asked.n -= 2;
	return pep440_cmp_text(asked, span_of(newest)) > 0 ? newest : NULL;
}

static int run_matrix(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct table_ask ask = { .r = r, .f = { .any_manager = true } };
	struct table table = { 0 };
	struct matrix_page page = { .table = &table, .filter = &ask.f };
	struct catalogue c;
	struct err e;
	int rc = matrix_open(r->arena, r->o->matrix, &m, &e);

	ask.m = m;
	join_filters(r);
	if (rc == 0)
		rc = answer(&ask, &c, &table, &page, &e);
	if (rc)
		return cmd_fail(r, &e);
	for (size_t i = 0; i < r->args.n; i++)
		page.narrowed |= narrows(r->args.v[i]);
	page.date = matrix_date(m);
	page.version = matrix_version(m);
	page.days = cmd_matrix_days(m);
	if (r->o->json) {
		struct json j = cmd_json(r);

		show_matrix_json(r->arena, &j, &page);
	} else {
		show_matrix_text(r->arena, &r->out, &page);
	}
	if (page.package && page.wheels.v.n == 0)
		cmd_note(r, PHRASE(r->arena, NOTE_NO_WHEEL, SAY(package, page.package),
				   SAY(date, page.date)));
	else if (table.n == 0 && !page.mirror && !page.package)
		cmd_note(r, PHRASE(r->arena, NOTE_NO_BUILD, SAY(date, page.date),
				   SAY(newest, before_asked(&ask, &c))));
	cmd_matrix_age(r, m);
	return table.n || page.mirror || page.wheels.v.n ? EXIT_DONE : EXIT_NO;
}

const struct cmd cmd_matrix = {
	.name = "matrix",
	.summary = N_("the table of builds: which exist, for which GPUs, Pythons and drivers"),
	.args = "[FILTER...]",
	.examples = N_(
		"  cudaplan matrix sm=61                what there is for a compute capability\n"
		"  cudaplan matrix torch=2.8 cuda=12.8  what there is of a release\n"),
	.bit = IN_MATRIX,
	.on_input = FORM_TRY_HELP,
	.run = run_matrix,
};
