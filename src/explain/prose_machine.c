/* The driver, the Python and the platform of the machine that a text is about. */
#include <string.h>

#include "explain/prose_part.h"
#include "fact/platform.h"

/* "570.124.06", "576.88": three digits and a minor number; length 0: no driver */
static struct span driver_number(struct span s)
{
	size_t n = 0;

	while (n < s.n && n < 16 && (ascii_digit(s.p[n]) || (s.p[n] == '.' && n + 1 < s.n &&
							     ascii_digit(s.p[n + 1]))))
		n++;
	return span_sub(s, 0, n > 4 && s.p[3] == '.' ? n : 0);
}

/* "driver 580.65 or newer", "needs driver 580.65": not the one that is there. */
static bool is_demand(struct span before, struct span after)
{
	static const char *const ahead[] = { "need", "requir", "least", "minimum", "upgrade to",
					     "update to" };
	static const char *const behind[] = { "+", " or newer", " or later", " or higher",
					      " or above" };

	for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++)
		if (span_find(before, ahead[i]) >= 0)
			return true;
	for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
		if (span_starts(after, behind[i]))
			return true;
	return false;
}

static void find_driver(struct span low, const char *name, struct seen *to)
{
	size_t from = 0;
	ptrdiff_t hit;

	while ((hit = span_find(span_from(low, from), name)) >= 0) {
		size_t at = from + (size_t)hit, begin = at > 30 ? at - 30 : 0;
		struct span found, joint = span_from(low, at + strlen(name));

		from = at + strlen(name);
		if (joint.n && ascii_alnum(joint.p[0]))
			continue;
		found = prose_joint(joint);
		if (span_find_char((struct span){ joint.p, (size_t)(found.p - joint.p) }, '>') >= 0)
			continue;
		found = driver_number(found);
		if (found.n && !is_demand(span_sub(low, begin, at - begin),
					  span_from(low, (size_t)(found.p - low.p) + found.n)))
			prose_see(to, found, found);
	}
}

/* "3.11" of "3.11.7"; length 0: no Python of today */
static struct span python_number(struct span s)
{
	size_t n = 2;

	if (!span_starts(s, "3."))
		return (struct span){ s.p, 0 };
	while (n < s.n && n < 4 && ascii_digit(s.p[n]))
		n++;
	return span_sub(s, 0, n > 2 ? n : 0);
}

/* The folder "Python311\" of Windows: its digits; length 0: none. */
static struct span python_folder(struct span s)
{
	size_t n = 0;

	while (n < s.n && n < 4 && ascii_digit(s.p[n]))
		n++;
	return span_sub(s, 0, s.p[0] == '3' && n > 1 && n < s.n && s.p[n] == '\\' ? n : 0);
}

/* "Python 3.11.7", "Python version: 3.11", and the folder lib/python3.11 of a traceback. */
static void find_python(struct span low, struct seen *to)
{
	size_t from = 0;
	ptrdiff_t hit;

	while ((hit = span_find(span_from(low, from), "python")) >= 0) {
		size_t at = from + (size_t)hit;
		struct span joint = span_from(low, at + 6), found;

		from = at + 6;
		if (at && prose_in_word(low.p[at - 1]) && !strchr("/\\", low.p[at - 1]))
			continue;
		found = prose_joint(joint);
		if (span_find_char((struct span){ joint.p, (size_t)(found.p - joint.p) }, '>') >= 0)
			continue;
		found = python_number(found);
		if (!found.n && joint.n)
			found = python_folder(joint);
		if (found.n)
			prose_see(to, found, found);
	}
}

static void put_python(struct arena *a, const struct seen *s, struct captures *to)
{
	if (s->text.n && !s->differ && s->text.p[1] == '.')
		captures_add(a, to, "told_python", arena_span(a, s->text));
	else if (s->text.n && !s->differ)
		captures_add(a, to, "told_python", arena_printf(a, "3.%s",
			     arena_span(a, span_from(s->text, 1))));
}

static bool has_one(struct span low, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (span_find(low, words[i]) >= 0)
			return true;
	return false;
}

static const char *platform(struct span low)
{
	static const char *const windows[] = { "windows 10", "windows 11", "windows10",
		"windows11", "win10", "win11", "[winerror", "\\site-packages\\",
		"\\lib\\site-packages", "\\scripts\\", "win_amd64" };
	static const char *const others[] = { "/site-packages/", "/dist-packages/", "ubuntu",
		"wsl", "debian", "fedora", "centos", "manylinux", "linux", "macos", "docker" };

	if (!has_one(low, windows, sizeof windows / sizeof *windows) ||
	    has_one(low, others, sizeof others / sizeof *others))
		return NULL;
	return PLATFORM_WINDOWS;
}

void prose_machine(struct arena *a, const struct pattern_text *text, struct captures *to)
{
	static const char *const drivers[] = { "driver", "驱动", "драйвера" };
	struct seen driver = { 0 }, python = { 0 };

	for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
		find_driver(text->lower, drivers[i], &driver);
	find_python(text->lower, &python);
	prose_put(a, text, &driver, "driver", to);
	put_python(a, &python, to);
	captures_add(a, to, "told_platform", platform(text->lower));
}
