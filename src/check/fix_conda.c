/* What is asked of conda, corrected: a file's dependencies and channels, words of a command. */
#include <string.h>

#include "base/dotted.h"
#include "check/channel_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "fact/build.h"
#include "fact/project.h"
#include "plan/steps.h"

bool fix_is_spec(const struct env_declared *d)
{
	return d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group && d->origin.line;
}

static void edit(struct checkup *k, struct found *to, const struct env_declared *d,
		 const char *text)
{
	if (text && strcmp(d->text, text) == 0)
		return;
	find_edit(k, to, &d->origin, d->text, text);
	to->edits.v[to->edits.n - 1].word = fix_is_word(d);
}

static void python(struct checkup *k, const struct plan *p, const struct env_declared *d,
		   struct found *to)
{
	char text[PYTHON_TEXT];
	const char *spec;
	struct python asked;

	if (!p->python.major)
		return;
	if (declared_python_minor(d->spec.f[CONDA_VERSION], &asked)
		    ? python_cmp(asked, p->python) == 0
		    : conda_spec_has(&d->spec.version, span_of(python_text(p->python, text))))
		return;
	spec = arena_printf(k->arena, "python=%s", python_text(p->python, text));
	edit(k, to, d, spec);
}

/* What is pinned beside it has builds for some Pythons alone, which nobody knows here. */
static bool is_tied(const struct env_declared *d)
{
	const char *version = d->spec.f[CONDA_VERSION];

	return fix_is_spec(d) && version && ascii_digit(version[strspn(version, "=")]) &&
	       !project_is_conda_torch(d->name) && !project_is_chooser(d->name) &&
	       !span_in(span_of(d->name), "python pip setuptools torchvision torchaudio");
}

void fix_python(struct checkup *k, const struct plan *p, struct found *to)
{
	if (ANY(d, k->env->declared, is_tied(d)))
		return;
	/* A command that was replaced may be another's choice, for the Python that is named. */
	for (size_t i = 0; !k->env->replaced.n && i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (fix_is_spec(d) && strcmp(d->name, "python") == 0)
			python(k, p, d, to);
	}
}

static bool is_torch(const char *name)
{
	return project_is_conda_torch(name) ||
	       strcmp(name, "pytorch-cpu") == 0;
}

/* Of the specs of the plan the one for that package; NULL: it asks for none. */
static const char *take(struct strings *specs, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < specs->n; i++) {
		const char *spec = specs->v[i];

		if (spec && strncmp(spec, name, n) == 0 && strchr("=<", spec[n]) && spec[n]) {
			specs->v[i] = NULL;
			return spec;
		}
	}
	return NULL;
}

/* "numpy=1.26" stays where "numpy<2" is asked for. */
static bool is_below(const struct env_declared *d, const char *limit)
{
	struct span s = span_of(d->spec.f[CONDA_VERSION]), most = span_of(limit);

	while (span_take(&s, "="))
		;
	most = span_from(most, (size_t)(span_find_char(most, '<') + 1));
	return s.n && ascii_digit(s.p[0]) && dotted_cmp(s, most) < 0;
}

static void bound(struct checkup *k, const struct env_declared *d, struct strings *specs,
		  struct found *to)
{
	const char *spec = take(specs, d->name);

	if (spec && !is_below(d, spec))
		edit(k, to, d, spec);
}

/* What is not known of a companion leaves its line as it is. */
static bool is_unknown(const struct plan *p, const char *name)
{
	return strcmp(name, "torchvision") == 0 ? !p->torchvision : !p->torchaudio;
}

static void one(struct checkup *k, const struct plan *p, const struct env_declared *d,
		struct strings *specs, struct found *to)
{
	bool companion = strcmp(d->name, "torchvision") == 0 || strcmp(d->name, "torchaudio") == 0;

	if (is_torch(d->name))
		edit(k, to, d, take(specs, p->build->package));
	else if (companion && is_unknown(p, d->name))
		return;
	else if (strcmp(d->name, "pytorch-mutex") == 0 && !d->spec.f[CONDA_BUILD])
		return; /* of any build it chooses none */
	else if (companion || project_is_chooser(d->name))
		edit(k, to, d, take(specs, d->name));
	else
		bound(k, d, specs, to);
}

static bool is_pip_torch(const struct env_declared *d)
{
	return d->under_pip && d->name &&
	       (strcmp(d->name, "torch") == 0 || strcmp(d->name, "torchvision") == 0 ||
		strcmp(d->name, "torchaudio") == 0);
}

/* torch that pip is asked for too: conda brings it. A section without a line goes with it. */
static void drop_pip(struct checkup *k, struct found *to)
{
	const struct origin *at = NULL;
	bool more = false;

	EACH(const struct env_declared, d, k->env->declared) {
		more |= d->under_pip && !is_pip_torch(d);
		if (!is_pip_torch(d))
			continue;
		find_edit(k, to, &d->origin, d->text, NULL);
		at = &d->origin;
	}
	for (size_t i = 0; at && i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];
		bool pip = s->tool == SETTING_PIP && s->origin.file &&
			   strcmp(s->origin.file, at->file) == 0;

		if (pip && !more)
			find_edit(k, to, &s->origin, NULL, NULL);
	}
	if (at && !more)
		ARRAY_ADD(k->arena, to->edits) = (struct edit){ .file = at->file, .old = "- pip:" };
}

static bool pip_asks(const struct checkup *k, const char *name)
{
	return ANY(d, k->env->declared, d->under_pip && d->name && strcmp(d->name, name) == 0);
}

/* Specs of the plan that no line has yet follow the line of torch. */
static void add_rest(struct checkup *k, struct strings *specs, const struct env_declared *torch,
		     struct found *to)
{
	const char *vision = take(specs, "torchvision"), *audio = take(specs, "torchaudio");

	if (vision && pip_asks(k, "torchvision"))
		strings_add(k->arena, specs, vision);
	if (audio && pip_asks(k, "torchaudio"))
		strings_add(k->arena, specs, audio);
	for (size_t i = 0; i < specs->n; i++) {
		if (!specs->v[i])
			continue;
		find_edit(k, to, &torch->origin, "", "");
		to->edits.v[to->edits.n - 1].after = specs->v[i];
	}
}

/* The edit of the word that asks for torch. */
static struct edit *torch_word(struct checkup *k, const struct env_declared *torch,
			       struct found *to)
{
	for (size_t i = 0; i < to->edits.n; i++)
		if (to->edits.v[i].old == torch->text && to->edits.v[i].text)
			return &to->edits.v[i];
	find_edit(k, to, &torch->origin, torch->text, torch->text);
	to->edits.v[to->edits.n - 1].word = true;
	return &to->edits.v[to->edits.n - 1];
}

static const char *more_words(struct arena *a, const char *to, const char *text)
{
	bool plain = !strpbrk(text, "<>*|");

	return arena_printf(a, "%s%s%s%s%s", to ? to : "", to ? " " : "", plain ? "" : "\"", text,
			    plain ? "" : "\"");
}

/* The channels of the plan; Python and all else comes from defaults where these are not put out. */
static struct strings needed(const struct checkup *k, const struct plan *p,
			     const struct env_declared *torch)
{
	struct ground none = { 0 };
	struct strings all = plan_conda_channels(k->arena, &none, p->build), ret = { 0 };
	bool out = channel_named(k->env, "nodefaults") ||
		   (torch->origin.text && strstr(torch->origin.text, "--override-channels"));

	for (size_t i = 0; i < all.n; i++)
		if (out || strcmp(all.v[i], CHANNEL_CONDA_FORGE) != 0 ||
		    build_is_from(p->build, CHANNEL_CONDA_FORGE))
			strings_add(k->arena, &ret, all.v[i]);
	return ret;
}

/* A command of the file names that channel. */
static bool names_channel(const struct checkup *k, const struct origin *o, const char *name)
{
	const char *words = arena_printf(k->arena, "-c %s", name);

	return (o->text && fix_has(span_of(o->text), words)) ||
	       strings_has(&k->env->channels, name);
}

/* What the plan has more goes behind the word of torch, and so do its channels; that of PyTorch
 * gives its place to another. */
static void add_words(struct checkup *k, const struct plan *p, struct strings *specs,
		      const struct env_declared *torch, struct found *to)
{
	struct strings need = needed(k, p, torch);
	bool ended = torch->origin.text && !build_is_from_pytorch(p->build) &&
		     fix_has(span_of(torch->origin.text), "-c pytorch");
	struct edit *at = torch_word(k, torch, to);

	(void)take(specs, "torchvision");
	(void)take(specs, "torchaudio");
	for (size_t i = 0; i < specs->n; i++)
		if (specs->v[i])
			at->beside = more_words(k->arena, at->beside, specs->v[i]);
	for (size_t i = 0; i < need.n; i++) {
		if (names_channel(k, &torch->origin, need.v[i]))
			continue;
		if (ended) {
			find_edit(k, to, &torch->origin, "-c pytorch",
				  arena_printf(k->arena, "-c %s", need.v[i]));
			ended = false;
			at = torch_word(k, torch, to);
		} else {
			at->beside = arena_printf(k->arena, "%s%s-c %s",
						  at->beside ? at->beside : "",
						  at->beside ? " " : "", need.v[i]);
		}
	}
}

/* The setting of that channel, NULL: of the first; NULL: none is named. */
static const struct env_setting *channel(const struct checkup *k, const char *name)
{
	return FIRST_OF(s, k->env->settings, s->tool == SETTING_ENVIRONMENT &&
			strcmp(s->key, "channels") == 0 && (!name || channel_is(s->value, name)));
}

static void put_before(struct checkup *k, struct found *to, const struct origin *o,
		       const char *old, const char *text)
{
	ARRAY_ADD(k->arena, to->edits) = (struct edit){
		.file = o->file, .line = old ? 0 : o->line, .old = old ? old : "",
		.text = old ? old : "", .before = text,
	};
}

static void new_list(struct checkup *k, const struct strings *need, const struct origin *o,
		     struct found *to)
{
	const char *text = "channels:";

	for (size_t i = 0; i < need->n; i++)
		text = arena_printf(k->arena, "%s\n  - %s", text, need->v[i]);
	put_before(k, to, o, "dependencies:", text);
}

/* A channel that the plan needs and that is not named comes first, in its order. */
static void channels(struct checkup *k, const struct plan *p, const struct env_declared *torch,
		     struct found *to)
{
	struct strings need = needed(k, p, torch);
	const struct env_setting *first = channel(k, NULL);
	const struct env_setting *ended = channel(k, CHANNEL_PYTORCH);
	bool foreign = !build_is_from_pytorch(p->build);

	if (!first) {
		new_list(k, &need, &torch->origin, to);
		return;
	}
	for (size_t i = 0; i < need.n; i++) {
		if (channel(k, need.v[i]))
			continue;
		if (ended && foreign) {
			find_edit(k, to, &ended->origin, ended->value, need.v[i]);
			ended = NULL;
		} else {
			put_before(k, to, &first->origin, NULL, need.v[i]);
		}
	}
}

static const struct env_declared *torch_line(const struct checkup *k)
{
	return FIRST_OF(x, k->env->declared, fix_is_spec(x) && is_torch(x->name));
}

static bool asks(const struct checkup *k, const char *spec)
{
	size_t n = strcspn(spec, "=<");

	return ANY(d, k->env->declared, fix_is_spec(d) && strlen(d->name) == n &&
		   strncmp(d->name, spec, n) == 0) || strncmp(spec, "torch", 5) != 0;
}

/* A manifest is changed by its own program. */
static void say_pixi(struct checkup *k, const struct plan *p, const char *file,
		     struct phrases *said)
{
	const char *text = "pixi add";
	struct strings specs = { 0 };

	plan_conda_specs(k->arena, p, "==", &specs);
	for (size_t i = 0; i < specs.n; i++)
		if (asks(k, specs.v[i]))
			text = arena_printf(k->arena, "%s \"%s\"", text, specs.v[i]);
	ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_BY_PIXI, SAY(file, file),
		SAY(command, text), SAY(channel, p->build->channel));
}

/* "pytorch=1.9.0=py3.9_cuda11.1_cudnn8.0.5_0" is for one Python: a command into an environment of
 * which no line says it leaves that out, what chooses the CUDA stands beside. */
static void without_builds(struct checkup *k, struct strings *specs)
{
	for (size_t i = 0; i < specs->n; i++) {
		size_t n = strcspn(specs->v[i], "=");

		n += specs->v[i][n] ? 1 + strcspn(specs->v[i] + n + 1, "=") : 0;
		specs->v[i] = arena_span(k->arena, span_sub(span_of(specs->v[i]), 0, n));
	}
}

void fix_conda(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said)
{
	const struct env_declared *torch = torch_line(k);
	struct strings specs = { 0 };

	if (!torch)
		return;
	if (span_ends(span_of(torch->origin.file), ".toml")) {
		say_pixi(k, p, torch->origin.file, said);
		return;
	}
	plan_conda_specs(k->arena, p, "=", &specs);
	if (fix_is_word(torch) && !k->python.major && !env_asks(k->env, "python"))
		without_builds(k, &specs);
	EACH(const struct env_declared, d, k->env->declared) {
		if (fix_is_spec(d))
			one(k, p, d, &specs, to);
	}
	fix_python(k, p, to);
	if (fix_is_word(torch)) {
		add_words(k, p, &specs, torch, to);
		return;
	}
	add_rest(k, &specs, torch, to);
	drop_pip(k, to);
	channels(k, p, torch, to);
}
