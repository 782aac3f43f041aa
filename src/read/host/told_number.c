/* The numbers of a line: what each is of, by the words around it. */
#include <string.h>

#include "fact/driver_number.h"
#include "read/host/format_private.h"
#include "read/host/host_merge_private.h"
#include "read/host/told_private.h"

enum { NUMBERS_IN_LINE = 24, FORMER = 28, CAPABLE = 32 };

/* "12.2", "11.0.0", "11.20"; and "11040" of the driver's own. */
static const char *cuda_number(struct arena *a, struct span v)
{
	uint64_t n;

	ptrdiff_t last = span_rfind_char(v, '.');

	if (last > span_find_char(v, '.'))
		v.n = (size_t)last; /* "11.0.208" */
	if (v.n == 5 && span_find_char(v, '.') == 2 && v.p[4] == '0')
		v.n--;
	if (span_u64(v, &n))
		return n >= 5000 && n < 20000 && n % 1000 < 100 && n % 10 == 0 ?
		       arena_printf(a, "%u.%u", (unsigned)(n / 1000), (unsigned)(n % 1000 / 10)) :
		       NULL;
	if (!span_take_u64(&v, &n) || n < 5 || n > 19 || v.n != 2)
		return NULL;
	return arena_printf(a, "%u.%c", (unsigned)n, v.p[1]);
}

/* "3.12" of "3.12.9" */
static const char *python_number(struct arena *a, struct span v)
{
	size_t n = 2;

	while (n < v.n && n < 4 && ascii_digit(v.p[n]))
		n++;
	return span_starts(v, "3.") && n > 2 && (n == v.n || v.p[n] == '.') ?
	       arena_span(a, span_sub(v, 0, n)) : NULL;
}

/* "8.6" of "8.6", "(8, 6)", "sm_86" and "86" in s, which begins behind the word. */
static const char *capability(struct arena *a, struct span s, size_t far)
{
	struct span number;

	s = told_skip(s, " =:([\"'");
	(void)span_take(&s, "sm_");
	for (; s.n && !ascii_digit(s.p[0]) && far; far--)
		s = span_from(s, 1);
	number = told_number_at(s);
	s = span_from(s, number.n);
	if (number.n > 3 && (number.p[0] != '1' || number.p[1] > '3'))
		return NULL; /* of something else: there is no 48.8 */
	if (number.n == 1 && span_starts(s, ", ") && s.n > 2 && ascii_digit(s.p[2]))
		return arena_printf(a, "%c.%c", number.p[0], s.p[2]);
	if ((number.n == 2 || number.n == 3) && span_find_char(number, '.') < 0) {
		number.n -= number.n == 3 && number.p[0] > '1'; /* darknet's 750 is 7.5 */
		return arena_printf(a, "%.*s.%c", (int)number.n - 1, number.p,
				    number.p[number.n - 1]);
	}
	return number.n <= 4 && number.n >= 3 && number.p[number.n - 2] == '.' ?
	       arena_span(a, number) : NULL;
}

/* The word before it that says what the number there is of; NULL: none. */
static const struct told_word *subject_of(const struct told_reading *r, size_t at)
{
	const struct told_word *best = NULL;

	for (size_t i = 0; i < r->n && r->words[i].at < at; i++) {
		enum told_kind kind = r->words[i].kind;

		if (kind == TOLD_OTHER || (kind >= TOLD_DRIVER && kind <= TOLD_L4T) ||
		    kind == TOLD_JETSON ||
		    (kind == TOLD_MAC && span_begins(span_from(r->l->low, r->words[i].at),
						     ONE_OF("macos", "mac os"))))
			best = &r->words[i];
	}
	return best;
}

/* "with 511.79 drivers": the word for a driver right behind a number. */
static const struct told_word *driver_behind(const struct told_reading *r, size_t at)
{
	static const char *const brands[] = { ".xx", ".x", " of the", " of my", " nvidia",
					      " geforce", " game ready", " studio", " версии",
					      " версию", NULL };

	for (size_t i = 0; brands[i]; i++)
		if (span_starts(span_from(r->l->low, at), brands[i]))
			at += strlen(brands[i]);
	return FIRST_OF(one, LIST(r->words, r->n), one->kind == TOLD_DRIVER &&
		(one->at == at || one->at == at + 1));
}

void told_number_take(struct told_number *to, const char *text, int strength)
{
	if (!text)
		return;
	if (to->text && !host_versions_differ(to->text, text)) {
		to->text = strlen(text) > strlen(to->text) ? text : to->text;
		to->differ &= strength <= to->strength;
		to->strength = strength > to->strength ? strength : to->strength;
	} else if (strength > to->strength) {
		*to = (struct told_number){ text, strength, .labelled = to->labelled };
	} else {
		to->differ |= strength == to->strength;
	}
}

/* "580" right behind the word for a driver, or right before it. */
static bool is_branch(const struct told_reading *r, const struct told_word *w, struct span v)
{
	size_t at = (size_t)(v.p - r->l->low.p);
	struct span behind = span_from(r->l->low, at + v.n);

	if (behind.n && (ascii_alnum(behind.p[0]) || strchr("-+:/", behind.p[0])))
		return false;
	return (w == driver_behind(r, at + v.n) || (w->at < at && at - w->at - w->n <= 12)) &&
	       v.n == 3 && span_find_char(v, '.') < 0 && v.p[0] >= '3' && v.p[0] <= '6';
}

/* "nvidia-410" is the package of a driver, and OpenGL's version is "4.6.0 NVIDIA 535.113.01". */
static bool is_release(struct span before)
{
	size_t brand = strlen(" nvidia ");

	return span_ends(before, "nvidia-") ||
	       (before.n > brand && span_ends(before, " nvidia ") &&
		ascii_digit(before.p[before.n - brand - 1]));
}

static void take_driver(struct told_reading *r, const struct told_word *w, struct span v)
{
	size_t at = (size_t)(v.p - r->l->low.p);
	bool maker = w->kind == TOLD_NVIDIA && !is_release(span_sub(r->l->low, 0, at));
	bool weak = maker || told_has_within(r, told_clause(r->l->low, at), TOLD_TRIED);
	bool labelled = told_in_label(r->l, w->at) && !told_in_label(r->l, at);
	int strength = weak ? 1 : labelled ? 3 : 2;
	const char *text = driver_number_plain(v) ? arena_span(r->a, v) :
			   is_branch(r, w, v) && !maker ? arena_span(r->a, v) :
			   driver_number(r->a, v);

	if (text) {
		told_number_take(&r->l->driver, text, is_branch(r, w, v) ? 1 : strength);
		r->l->driver.labelled |= labelled;
	} else if (w->at < at && (told_has(r, TOLD_CUDA) ||
				  (!maker && told_has(r, TOLD_CAPABILITY)))) {
		/* "CUDA driver 11.1", not "a CUDA 11.1 driver", which is a toolkit's */
		field_keep(maker ? &r->l->cuda : &r->l->driver_cuda, cuda_number(r->a, v));
	}
}

/* "with driver 535", "我的驱动": whatever else the clause asks for. */
static bool is_led(const struct told_reading *r, const struct told_word *w)
{
	struct span before = span_sub(r->l->low, 0, w->at);

	(void)(span_ends(before, "nvidia ") && (before.n -= strlen("nvidia ")));
	return span_closes(before, ONE_OF("with ", "have ", "my ", "running ", "我的"));
}

/* What is offered is a driver. */
static bool is_installed(const struct told_reading *r, const struct told_word *w, struct span v)
{
	size_t at = (size_t)(v.p - r->l->low.p);
	struct span clause = told_clause(r->l->low, at), behind = span_from(r->l->low, at + v.n);
	struct span before = span_sub(r->l->low, at < FORMER ? 0 : at - FORMER,
				      at < FORMER ? at : FORMER);
	bool label = told_in_label(r->l, w->at);
	bool newest = label ? span_begins(r->l->label, ONE_OF("latest", "most recent", "最新")) :
		      span_closes(before, ONE_OF(" is ", " are ")) &&
		      span_find(clause, "latest") >= 0;
	bool packaged = behind.n > 1 && behind.p[0] == '+' && ascii_digit(behind.p[1]);
	bool wished = newest || told_has_within(r, clause, TOLD_WISH) || told_wished(r, at) ||
		      told_has_within(r, clause, TOLD_EXAMPLE) ||
		      told_has_within(r, before, TOLD_FORMER) ||
		      (w->kind != TOLD_PYTHON && told_has_within(r, clause, TOLD_ASKED)) ||
		      (w->kind != TOLD_PYTHON && told_has_within(r, clause, TOLD_OFFER));

	return !packaged && (!wished || is_led(r, w)) && !span_starts(r->l->low, "rc ") &&
	       !span_starts(r->l->low, "un ");
}

/* Two that differ are none. */
static void take_python(struct told_line *l, const char *version)
{
	l->pythons_differ |= version && l->python && strcmp(l->python, version) != 0;
	field_keep(&l->python, version);
}

/* "Have just installed 465.89": what is installed or in use has a number that only drivers have. */
static bool is_in_use(const struct told_reading *r, size_t at)
{
	return ANY(w, LIST(r->words, r->n), (w->kind == TOLD_HERE || w->kind == TOLD_USE) &&
		w->at + w->n <= at && w->at + w->n + 1 >= at);
}

/* "31.0.15.2698" alone in a line, "RTX 3060 (580.95.05)". */
static void take_alone(struct told_reading *r, struct span v)
{
	struct span low = span_trim(r->l->low), before = span_sub(low, 0, (size_t)(v.p - low.p));
	const struct told_name *last = r->l->n_names ? &r->l->names[r->l->n_names - 1] : NULL;
	struct span name = last ? last->name.text : (struct span){ NULL, 0 };
	bool bracket = last && last->own && v.p > name.p && span_ends(before, "(") &&
		       before.n - (size_t)(name.p - low.p) - name.n <= 2 &&
		       span_starts(span_from(low, before.n + v.n), ")");

	if (driver_number_plain(v) && v.p[0] > '2' && is_in_use(r, (size_t)(v.p - r->l->low.p)))
		told_number_take(&r->l->driver, arena_span(r->a, v), 1);
	else if (driver_number_windows(v) || (bracket && driver_number_plain(v)))
		r->l->alone = driver_number_plain(v) ? arena_span(r->a, v) : driver_number(r->a, v);
}

/* Not "is supported on macOS 12.3+". */
static void take_macos(struct told_reading *r, struct span v)
{
	size_t at = (size_t)(v.p - r->l->low.p);

	if ((v.n == 2 || field_is_version(v)) && v.p[0] < '4' &&
	    !told_hopes(r, told_clause(r->l->low, at)) &&
	    !span_starts(span_from(r->l->low, at + v.n), "+"))
		field_keep(&r->l->macos, arena_span(r->a, v));
}

static void take_number(struct told_reading *r, struct span v)
{
	size_t at = (size_t)(v.p - r->l->low.p);
	const struct told_word *w = driver_behind(r, at + v.n);

	if (told_is_size(span_from(r->l->low, at + v.n)))
		return;
	w = w ? w : subject_of(r, at);
	if (!w)
		take_alone(r, v);
	if (!w || !is_installed(r, w, v))
		return;
	if (w->kind == TOLD_CUDA && driver_number_plain(v) && told_has(r, TOLD_DRIVER)) {
		/* "Driver / CUDA | 580.95" */
		told_number_take(&r->l->driver, arena_span(r->a, v), 2);
		return;
	}
	switch (w->kind) {
	case TOLD_DRIVER:
	case TOLD_LINUXDRIVER:
	case TOLD_NVIDIA:
		take_driver(r, w, v);
		break;
	case TOLD_FOUND:
		if (told_has(r, TOLD_DRIVER) || span_starts(span_from(r->l->low, w->at), "cuda"))
			field_keep(&r->l->driver_cuda, cuda_number(r->a, v));
		break;
	case TOLD_CUDA:
		field_keep(&r->l->cuda, cuda_number(r->a, v));
		break;
	case TOLD_PYTHON:
		take_python(r->l, python_number(r->a, v));
		break;
	case TOLD_GLIBC: /* "GLIBC_2.14" is what a file asks for */
		if (v.p[-1] != '_')
			field_keep(&r->l->glibc, field_version(r->a, v));
		break;
	case TOLD_L4T:
		r->l->l4t = v.n > 3 && field_is_version(v) ? arena_span(r->a, v) : r->l->l4t;
		break;
	case TOLD_JETSON:
		if (span_starts(span_from(r->l->low, w->at), "jetpack") &&
		    (v.n == 1 || field_is_version(v)))
			field_keep(&r->l->l4t, arena_printf(r->a, "JetPack " SPAN_FMT,
							   SPAN_ARG(v)));
		break;
	case TOLD_MAC:
		take_macos(r, v);
		break;
	default:
		break;
	}
}

/* "CUDA Driver Version / Runtime Version   12.0 / 11.6": the first is the driver's. */
static bool take_pair(struct told_reading *r)
{
	ptrdiff_t at = span_find(r->l->low, "cuda driver version / runtime version");
	struct span rest = span_from(r->l->low, (size_t)at);

	if (at < 0)
		return false;
	while (rest.n && !ascii_digit(rest.p[0]))
		rest = span_from(rest, 1);
	r->l->driver_cuda = cuda_number(r->a, told_number_at(rest));
	return true;
}

/* "535.104" and "v535.104" begin a number, as does what a subject ends before: "python3.9". */
static bool begins(const struct told_reading *r, size_t at)
{
	const struct told_word *w = subject_of(r, at);
	struct span low = r->l->low;

	return at == 0 || !told_in_word(low.p[at - 1]) || (w && w->at + w->n + 1 >= at) ||
	       (low.p[at - 1] == 'v' && (at == 1 || !ascii_alnum(low.p[at - 2])));
}

/* "3.12" of "python312\", "cpython-312-x86_64" and "cp312-cp312": folders and files of it. */
static const char *python_tag(const struct told_reading *r, struct span v)
{
	size_t at = (size_t)(v.p - r->l->low.p);
	struct span before = span_sub(r->l->low, 0, at), behind = span_from(r->l->low, at + v.n);

	if (v.p[0] != '3' || v.n < 2 || v.n > 3 || v.p[1] == '.' || !behind.n ||
	    !(span_ends(before, "cpython-") ? behind.p[0] == '-' :
	      span_ends(before, "python") && behind.p[0] == '\\'))
		return NULL;
	return arena_printf(r->a, "3.%s", arena_span(r->a, span_from(v, 1)));
}

bool told_is_of_name(const struct told_line *l, struct span s)
{
	return ANY(x, LIST(l->names, l->n_names), s.p + s.n > x->name.text.p &&
		   s.p < x->name.text.p + x->name.text.n);
}

static void take_all(struct told_reading *r)
{
	struct span rest = r->l->low, v;

	for (int n = 0; rest.n && n < NUMBERS_IN_LINE; rest = span_from(rest, v.n ? v.n : 1)) {
		size_t at = (size_t)(rest.p - r->l->low.p);

		v = told_number_at(rest);
		if (v.n)
			take_python(r->l, python_tag(r, v));
		if (!v.n || !begins(r, at) || told_is_of_name(r->l, v))
			continue;
		take_number(r, v);
		n++;
	}
}

/* "major: 8 minor: 6" */
static const char *major_minor(const struct told_reading *r)
{
	struct span parts[2] = { { NULL, 0 }, { NULL, 0 } };

	for (size_t i = 0; i < r->n; i++)
		if (r->words[i].kind == TOLD_MAJOR || r->words[i].kind == TOLD_MINOR)
			parts[r->words[i].kind == TOLD_MINOR] =
				told_number_at(told_skip(span_from(r->l->low, r->words[i].at +
							 r->words[i].n), " :="));
	return parts[0].n && parts[0].n <= 2 && parts[1].n == 1 ?
	       arena_printf(r->a, "%.*s.%c", (int)parts[0].n, parts[0].p, parts[1].p[0]) : NULL;
}

/* One capability is the GPU's; several are what something was built for. */
static void capability_of(struct told_reading *r)
{
	const struct told_word *best = NULL;
	size_t archs = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct told_word *w = &r->words[i];
		const struct told_word *of = w->kind == TOLD_ARCH ? subject_of(r, w->at) : NULL;

		if (of && of->kind == TOLD_OTHER)
			continue; /* "nvcc uses sm_20": of a compiler or a library */
		archs += w->kind == TOLD_ARCH;
		if ((w->kind == TOLD_CAPABILITY && (!best || best->kind == TOLD_ARCH)) ||
		    (w->kind == TOLD_ARCH && !best))
			best = w;
	}
	if (best && (best->kind == TOLD_CAPABILITY || archs == 1) &&
	    !told_has_within(r, told_clause(r->l->low, best->at), TOLD_WISH))
		r->l->sm = capability(r->a, span_from(r->l->low, best->at + best->n),
				      best->kind == TOLD_CAPABILITY ? 40 : 0);
	if (!r->l->sm)
		r->l->sm = major_minor(r);
	r->l->capable = r->l->sm && best && best->kind == TOLD_CAPABILITY &&
			r->l->low.n < CAPABLE && !told_wishes(r, r->l->low);
}

void told_numbers(struct told_reading *r)
{
	capability_of(r);
	if (!take_pair(r))
		take_all(r);
	if (r->l->pythons_differ)
		r->l->python = NULL;
	if (r->l->driver.differ)
		r->l->driver.text = r->l->driver_cuda = NULL; /* of one of two drivers */
}
