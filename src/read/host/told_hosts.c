/* The machines that a text tells of: by known forms first, then by what its words say. */
#include "read/host/told.h"

#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "fact/err_phrase.h"
#include "fact/host_fold.h"
#include "fact/platform.h"
#include "read/host/format_private.h"
#include "read/host/host.h"
#include "read/host/host_from_private.h"
#include "read/host/host_merge_private.h"
#include "read/host/lines_private.h"
#include "read/host/told_private.h"

/* "NVIDIA GeForce ..." may be "RTX 3090", and "GeForce GTX 165..." a "GTX 1650". */
static bool is_cut_of(const char *cut, const char *name)
{
	static const char *const digits = "0123456789";
	struct span begin = span_of(cut ? cut : "");
	char first[TOLD_KEY], whole[TOLD_KEY];
	const char *shown = first;
	size_t family;

	if (!name || !span_ends(begin, "...") || span_find(begin, "GeForce") < 0)
		return false;
	told_key(span_sub(begin, 0, begin.n - 3), first);
	told_key(span_of(name), whole);
	family = strcspn(whole, digits);
	if (family && !span_in((struct span){ whole, family }, "rtx gtx gt mx"))
		return false;
	if (!family) /* "3090" */
		shown += strcspn(first, digits);
	return strlen(whole) > strlen(shown) && strncmp(whole, shown, strlen(shown)) == 0;
}

/* A name that nvidia-smi cut is that of the only card which the words around its table name. */
static void complete_names(struct host *h, const struct host *told)
{
	const char *name = told->gpus.n ? told->gpus.v[0].name : NULL, *cut = NULL;

	for (size_t i = 1; i < told->gpus.n; i++)
		if (!told->gpus.v[i].name || strcmp(told->gpus.v[i].name, name) != 0)
			return;
	EACH(struct gpu, g, h->gpus) {
		if ((cut && g->name != cut && strcmp(g->name, cut) != 0) ||
		    !is_cut_of(g->name, name))
			return;
		cut = g->name;
	}
	for (size_t i = 0; i < h->gpus.n; i++)
		h->gpus.v[i].name = name;
}

/* What the known forms did not say of the machine, the rest of the text may. */
static void fill(struct arena *a, struct host *h, struct host *told)
{
	bool none = h->nvidia_present == TRI_NO || (h->gpus_known && !h->gpus.n);
	bool driver = h->driver || h->driver_missing;

	complete_names(h, told);
	if (none || h->gpus.n || (driver && told->nvidia_present == TRI_NO)) {
		told->gpus.n = told->problems.n = 0;
		told->gpus_known = false;
		told->nvidia_present = TRI_UNKNOWN;
	}
	if (none || (driver && !text_same(told->driver, h->driver)))
		told->driver_cuda = NULL;
	if (none || driver)
		told->driver = NULL;
	/* Under WSL a driver's number alone, all that words have of it, is of Windows. */
	if (h->wsl == TRI_YES && platform_is(told->platform, PLATFORM_WINDOWS))
		told->platform = NULL;
	host_merge(a, h, told);
}

/* A document of JSON without its end; the lines of logs begin with "[     8.024]". */
static bool is_cut_json(struct span text)
{
	struct span s = span_trim(text);

	return s.n > 1 && (s.p[0] == '{' || (s.p[0] == '[' && strchr("{\r\n", s.p[1]))) &&
	       s.p[s.n - 1] != '}' && s.p[s.n - 1] != ']';
}

/*
 * What the program or a cluster wrote itself is read by the known forms, whole or not at all: out
 * of a damaged one single facts would make a machine that nobody told of.
 */
static bool is_kept(struct span text)
{
	return span_holds(text, ONE_OF("\"schema_version\"", "\"apiVersion\"", "\"metadata\"",
				       "\"ansible_facts\"", "\"nodes\""));
}

/* Titles, or GPUs as Slurm counts them, where they are not asked for. */
static bool is_titles(struct span line)
{
	struct span word, last = { NULL, 0 };
	bool node = false;
	size_t n = 0;

	for (; span_word(&line, &word); n++, last = word)
		node |= span_in(word, "NODELIST HOSTNAMES HOST_NAME vnode ansible_host:") ||
			(span_starts(word, "gpu:") && !span_ends(last, "gres") &&
			 span_rfind_char(word, ':') > 3) ||
			(span_is(word, "(null)") && lines_numbered(last));
	return node && n > 1;
}

/* The line by which the text lists several nodes, in a form that no reader knows; 0: none does. */
static unsigned nodes_at(struct span text)
{
	struct span line;

	for (unsigned no = 1; span_line(&text, &line); no++)
		if (is_titles(line))
			return no;
	return 0;
}

/* --- several machines ------------------------------------------------------------------------ */

/* "## Desktop", "**Server**", "Machine A:"; a GPU's place is no machine's name. */
static bool is_heading(struct span line, struct span *name)
{
	static const char *const places[] = { "gpu", "device", "card", "adapter", "display",
					      "driver", "nvidia", "显卡" };

	*name = told_skip(span_trim(line), "#*- ");
	while (name->n && strchr(":* ", name->p[name->n - 1]))
		name->n--;
	if (span_ends(*name, "："))
		name->n -= strlen("：");
	line = span_trim(line);
	if (!name->n || name->n > 40 || span_find_char(*name, ':') >= 0 ||
	    !(span_ends(line, ":") || span_ends(line, "：") || span_starts(line, "#") ||
	      (span_starts(line, "**") && span_ends(line, "**"))))
		return false;
	return !ANY(x, ROWS(places), span_find_nocase(*name, *x) >= 0);
}

/* Each heading, which may name its GPU, with what stands below it. */
static void part_blocks(struct span text, struct told_lines *ret)
{
	struct span line, name;

	ret->n = 0;
	while (span_line(&text, &line)) {
		struct told_machine *last = ret->n ? &ret->v[ret->n - 1] : NULL;

		if (!is_heading(line, &name)) {
			if (last)
				last->line.n = (size_t)(line.p - last->line.p) + line.n;
		} else if (ret->n < TOLD_MACHINES) {
			ret->v[ret->n++] = (struct told_machine){ name, line, false };
		} else {
			ret->n = 0;
			return;
		}
	}
}

/*
 * A machine for each line, or what stands below a heading, that tells of a whole one under a name
 * of its own: of its GPU and of its driver or system. Below headings these differ, too.
 */
static bool read_machines(struct arena *a, const char *source, const struct told_lines *parts,
			  bool blocks, struct hosts *to)
{
	size_t before = to->n;
	bool differ = !blocks, open = false;
	struct host h;
	struct err e;

	for (size_t i = 0; parts->n > 1 && i < parts->n && !open; i++) {
		if (told_read(a, source, parts->v[i].line, NULL, NULL, &h, &e) || !h.gpus.n)
			continue;
		h.name = arena_span(a, parts->v[i].name);
		open = !h.driver && !h.platform && !parts->v[i].sure;
		for (size_t k = before; k < to->n; k++) {
			open |= strcmp(to->v[k].name, h.name) == 0;
			differ |= !text_same(to->v[k].driver, h.driver) ||
				  !text_same(to->v[k].platform, h.platform) ||
				  (h.platform && !text_same(to->v[k].gpus.v[0].name,
							    h.gpus.v[0].name));
		}
		ARRAY_ADD(a, *to) = h;
	}
	if (open || !differ || to->n < before + 2)
		hosts_cut(to, before);
	return to->n > before;
}

/* By lines, else by what stands below headings. */
static bool read_several(struct arena *a, const char *source, struct span bytes,
			 struct told_lines *lines, struct hosts *to)
{
	if (read_machines(a, source, lines, false, to))
		return true;
	part_blocks(utf8_of(a, bytes), lines);
	return read_machines(a, source, lines, true, to);
}

static void add_told(struct arena *a, struct span text, struct host *told, struct hosts *to)
{
	if (is_cut_json(text))
		FORMAT_CUT(a, told, 0, CUT_JSON_AROUND);
	ARRAY_ADD(a, *to) = *told;
}

/* What a text says in its own words, read at most once. */
struct own_words {
	bool read;
	int rc;
	struct host host;
	struct err why;
};

/* No known form has read the text, and none has refused it. */
static bool tells_nothing(int rc, const struct err *e)
{
	return !rc || e->form == FORM_INPUT_NO_HOST || e->form == FORM_INPUT_CUT_FIRST;
}

/* Beside the machine that known forms told of; NULL: of none. */
static int read_own(struct arena *a, const char *source_name, struct span bytes,
		    const struct host *part, struct told_lines *lines, struct own_words *own)
{
	own->read = !part;
	own->rc = told_read(a, source_name, bytes, part, lines, &own->host, &own->why);
	return own->rc;
}

/* NULL: there are not so many. */
static const struct host *host_at(const struct hosts *hosts, size_t at)
{
	return at < hosts->n ? &hosts->v[at] : NULL;
}

static int hosts_told(struct arena *a, const char *source_name, struct span bytes,
		      struct hosts *ret, struct own_words *own, struct err *e)
{
	struct told_lines lines = { .n = 0 };
	size_t before = ret->n;
	int rc = read_hosts(a, source_name, bytes, ret, e), said;

	if (ret->n > before + 1 || is_kept(bytes) || !tells_nothing(rc, e))
		return rc;
	if (rc && nodes_at(bytes))
		return ERR_SAY(e, ERR_INPUT, INPUT_NODES, SAY(file, source_name),
			       SAY(line, ERR_NUMBER(nodes_at(bytes))));
	said = read_own(a, source_name, bytes, host_at(ret, before), &lines, own);
	if (rc && (said || !own->host.driver) && read_several(a, source_name, bytes, &lines, ret))
		return 0;
	if (rc && said) {
		if (e->form == FORM_INPUT_NO_HOST && own->why.form != FORM_INPUT_NO_HOST)
			*e = own->why;
		return said;
	}
	if (rc)
		add_told(a, bytes, &own->host, ret);
	else if (!ret->v[before].name)
		fill(a, &ret->v[before], &own->host);
	host_from_text(a, bytes, &ret->v[before]);
	return 0;
}

int read_hosts_or_part(struct arena *a, const char *source_name, struct span bytes,
		       struct hosts *ret, const struct host **part, struct err *e)
{
	struct own_words own = { .read = false };
	size_t before = ret->n;
	struct host *machine;
	int rc = hosts_told(a, source_name, bytes, ret, &own, e);

	*part = NULL;
	if (rc == 0 && ANY(x, LIST(ret->v + before, ret->n - before), x->gpus.n || x->driver))
		return 0;
	if (!own.read)
		read_own(a, source_name, bytes, NULL, NULL, &own);
	if (own.rc && own.why.form != FORM_INPUT_TELLS &&
	    own.why.form != FORM_INPUT_NAMES_NOT_OWN && own.why.form != FORM_INPUT_NAMES_SEVERAL)
		return rc;
	host_from_text(a, bytes, &own.host);
	*part = machine = arena_new(a, struct host);
	*machine = own.host;
	return rc;
}
