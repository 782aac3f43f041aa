/* Lines of pip, corrected: torch and its companions, and the index that they are on. */
#include <string.h>

#include "check/checkup_part.h"
#include "check/declared.h"
#include "check/fix_part.h"

static const char *version_of(const struct plan *p, const char *name)
{
	return strcmp(name, "torch") == 0 ? p->build->torch :
	       strcmp(name, "torchvision") == 0 ? p->torchvision :
	       strcmp(name, "torchaudio") == 0 ? p->torchaudio : NULL;
}

/* What stands behind the versions: "; sys_platform == 'linux'". */
static const char *marker_of(const struct env_declared *d)
{
	const char *at = d->req.marker ? strchr(d->text, ';') : NULL;

	return at ? at : "";
}

/* "torch==2.7.1+cu118"; "" where nothing is published: the line goes; NULL: not of torch. */
static const char *pinned(struct checkup *k, const struct plan *p, const struct env_declared *d)
{
	const char *version = version_of(p, d->name);

	if (!version)
		return NULL;
	if (strcmp(version, "none") == 0)
		return "";
	return arena_printf(k->arena, "%s==%s%s%s%s", d->name, version,
			    p->build->index_url && p->build->local ? p->build->local : "",
			    *marker_of(d) ? " " : "", marker_of(d));
}

static bool is_torch_place(const struct env_setting *s)
{
	return s->value && strcmp(s->tool, "pip") == 0 && s->origin.line &&
	       (strstr(s->value, "pytorch.org/whl") || strstr(s->value, "torch_stable"));
}

/* Indexes of other builds of torch would win with their labels. Returns whether the right one is
 * named already. */
static bool clear_places(struct checkup *k, const char *url, struct found *to)
{
	bool named = false;

	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (!is_torch_place(s))
			continue;
		if (url && strcmp(s->value, url) == 0)
			named = true;
		else
			find_edit(k, to, &s->origin, NULL, NULL);
	}
	return named;
}

/* By its name or by what it was read as: no line of pip can stand in it. */
static bool is_toml(const struct checkup *k, const char *file)
{
	const char *format = k->env->format;

	return span_ends(span_of(file), ".toml") ||
	       (format && strstr(format, "TOML") && !strstr(format, ","));
}

static bool is_line(struct checkup *k, const struct env_declared *d)
{
	return declared_applies(k->arena, d, k->python, k->platform) && d->origin.line;
}

/* What an edit of one line cannot say. */
static bool is_closed(struct checkup *k, const struct plan *p, const struct env_declared *d,
		      struct strings *said)
{
	const char *url = p->build->index_url;

	if (d->hashes.n) {
		strings_add(k->arena, said, arena_printf(k->arena,
			"%s:%u is bound by its hashes: compile the file again with %s==%s%s%s%s",
			d->origin.file, d->origin.line, d->name, p->build->torch,
			p->build->local && url ? p->build->local : "",
			url ? " and --extra-index-url " : "", url ? url : ""));
		return true;
	}
	if (url && is_toml(k, d->origin.file)) {
		strings_add(k->arena, said, arena_printf(k->arena,
			"%s names no index for pip; with uv, give %s in [[tool.uv.index]] and "
			"name it for torch in [tool.uv.sources]", d->origin.file, url));
		return true;
	}
	return false;
}

void fix_pip(struct checkup *k, const struct plan *p, struct found *to, struct strings *said)
{
	const char *url = p->build->index_url;
	bool named, first = true;

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (is_line(k, d) && version_of(p, d->name) && is_closed(k, p, d, said))
			return;
	}
	fix_python(k, p, to);
	named = clear_places(k, url, to);
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];
		const char *pin = is_line(k, d) ? pinned(k, p, d) : NULL;

		if (!pin)
			continue;
		find_edit(k, to, &d->origin, d->text, *pin ? pin : NULL);
		if (first && url && !named && d->kind == DECLARED_REQUIREMENT) {
			to->edits.v[to->edits.n - 1].before =
				arena_printf(k->arena, "--extra-index-url %s", url);
			first = false;
		}
	}
}
