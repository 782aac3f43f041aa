/* Facts in what people write around a message: GPU, torch, driver, Python. */
#include "explain/prose_private.h"

#include <string.h>

#include "base/dotted.h"
#include "fact/gpu_name.h"
#include "fact/platform.h"

/* A value counts where the text names it and no other. */
enum { KEY_MAX = 48 };

/* The one value that was seen; two that differ are none. */
struct prose_value {
	struct span text;
	char key[KEY_MAX];
	bool differ;
};

/* Letters and digits: "RTX 3090" and "rtx3090" are the same. */
static void key_of(struct span s, char key[KEY_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < s.n && n + 1 < KEY_MAX; i++)
		if (ascii_alnum(s.p[i]))
			key[n++] = ascii_lower(s.p[i]);
	key[n] = '\0';
}

/* Letters and digits of `telling` are what two values are compared by. */
static void prose_see(struct prose_value *to, struct span text, struct span telling)
{
	char key[KEY_MAX];

	key_of(telling, key);
	if (!to->text.n) {
		to->text = text;
		memcpy(to->key, key, sizeof key);
	}
	to->differ |= strcmp(key, to->key) != 0;
}

/* Of a letter that is not Latin, or of a mark of such a text. */
static bool prose_foreign(char c)
{
	return (unsigned char)c >= 0x80;
}

/* The GPU that the text names. */
static void prose_gpu(const struct pattern_text *text, struct prose_value *to, const char **series)
{
	struct span rest = text->lower;
	struct gpu_name found;

	while (gpu_name_next(&rest, &found))
		if (!found.series)
			prose_see(to, found.text, found.telling);
		else if (!*series)
			*series = found.series;
}

/* --- torch ---------------------------------------------------------------------------------- */

/* Part of a name or a path, so that what follows is no word of its own. */
static bool in_word(char c)
{
	return ascii_alnum(c) || strchr("_-./\\", c) != NULL;
}

/* What may stand between a name and its number: "==", ": ", " version ", " v", "版本是", and
 * ".__version__ = '" of Python. */
static struct span joint_end(struct span s)
{
	if (span_take(&s, ".__version__")) {
		while (s.n && strchr(" =:'\"", s.p[0]))
			s = span_from(s, 1);
		return s;
	}
	if (span_take(&s, " version"))
		(void)span_take(&s, " is");
	while (s.n && (strchr(" =:-~><", s.p[0]) || prose_foreign(s.p[0])))
		s = span_from(s, 1);
	if (s.n > 1 && s.p[0] == 'v' && ascii_digit(s.p[1]))
		s = span_from(s, 1);
	return s;
}

/* "2.6", "2.7.1+cu128", "2.1.0a0"; length 0: no release */
static struct span release(struct span s)
{
	size_t n = 0, dots = 0;

	while (n < s.n && n < 40 && (ascii_digit(s.p[n]) || (s.p[n] == '.' && n + 1 < s.n &&
							     ascii_digit(s.p[n + 1]))))
		dots += s.p[n++] == '.';
	if (dots == 0 || dots > 2 || !ascii_digit(s.p[0]))
		return (struct span){ s.p, 0 };
	if (n < s.n && s.p[n] == '+')
		for (n++; n < s.n && ascii_alnum(s.p[n]); n++)
			;
	return span_sub(s, 0, n);
}

/* "2.6", "2.6.0": it, or one that begins so, was published; or it is newer than all known ones. */
static bool exists(const struct catalogue *c, struct span found)
{
	struct span label = found, number;
	const char *newest = c && c->releases.n ? c->releases.v[c->releases.n - 1] : NULL;

	if (!newest || !span_next(&label, '+', &number))
		return true;
	for (size_t i = 0; i < c->releases.n; i++) {
		struct span one = span_of(c->releases.v[i]);

		if (span_eq(span_sub(one, 0, number.n), number) &&
		    (one.n == number.n || one.p[number.n] == '.'))
			return true;
	}
	return number.p[0] == newest[0] && dotted_cmp(number, span_of(newest)) > 0;
}

/* Between "torch" and a number: "版本是", and not "仅支持". */
static bool is_joint(struct span s)
{
	static const char *const words[] = { "版本", "号", "是", "为", "的", "当前", "用",
		"装", "了" };

	while (s.n) {
		size_t i = 0;

		if (!prose_foreign(s.p[0])) {
			s = span_from(s, 1);
			continue;
		}
		while (i < sizeof words / sizeof *words && !span_take(&s, words[i]))
			i++;
		if (i == sizeof words / sizeof *words)
			return false;
	}
	return true;
}

/* "built for: PyTorch 2.1", "requires torch 2.6": not the one that is there. */
static bool is_of_other(struct span before)
{
	static const char *const words[] = { "built for", "compiled for", "built against",
		"compiled against", "requires ", "needs ", "installing ", "upgrade to ",
		"update to ", "upgrading to ", "updating to ", "downgrade to " };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_find(before, words[i]) >= 0)
			return true;
	return false;
}

static void find_torch(const struct pattern_text *text, const struct catalogue *c,
		       struct prose_value *to)
{
	struct span low = text->lower;
	size_t from = 0;
	ptrdiff_t hit;

	while ((hit = span_find(span_from(low, from), "torch")) >= 0) {
		size_t at = from + (size_t)hit, begin = at;
		struct span joint = span_from(low, at + 5), found;

		from = at + 5;
		if (begin >= 2 && memcmp(low.p + begin - 2, "py", 2) == 0)
			begin -= 2;
		if (begin && in_word(low.p[begin - 1]))
			continue;
		found = joint_end(joint);
		if (!is_joint((struct span){ joint.p, (size_t)(found.p - joint.p) }) ||
		    is_of_other(span_sub(low, begin > 20 ? begin - 20 : 0,
					 begin > 20 ? 20 : begin)))
			continue;
		found = release(found);
		if (found.n && exists(c, found))
			prose_see(to, found, found);
	}
}

/* --- the facts ------------------------------------------------------------------------------- */

/* Adds the fact as it was written, not in lower case, unless two values were seen. */
static void put_seen(struct arena *a, const struct pattern_text *text, const struct prose_value *s,
	       const char *name, struct captures *to)
{
	if (s->text.n && !s->differ)
		captures_add(a, to, name, arena_span(a, span_sub(text->plain,
			     (size_t)(s->text.p - text->lower.p), s->text.n)));
}

/* --- the machine: its driver, its Python, its platform -------------------------------------- */

/* "570.124.06", "576.88": three digits and a minor number, or a branch alone ("535"); length 0: no
 * driver */
static struct span driver_number(struct span s)
{
	size_t n = 0;

	while (n < s.n && n < 16 && (ascii_digit(s.p[n]) || (s.p[n] == '.' && n + 1 < s.n &&
							     ascii_digit(s.p[n + 1]))))
		n++;
	if (n == 3 && s.p[0] >= '3' && (n == s.n || !ascii_alnum(s.p[3])))
		return span_sub(s, 0, n);
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

static void find_driver(struct span low, const char *name, struct prose_value *to)
{
	size_t from = 0;
	ptrdiff_t hit;

	while ((hit = span_find(span_from(low, from), name)) >= 0) {
		size_t at = from + (size_t)hit, begin = at > 18 ? at - 18 : 0;
		struct span found, joint = span_from(low, at + strlen(name));

		from = at + strlen(name);
		if (joint.n && ascii_alnum(joint.p[0]) && !prose_foreign(name[0]))
			continue;
		found = joint_end(joint);
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

static struct span digits(struct span s)
{
	size_t n = 0;

	while (n < s.n && n < 4 && ascii_digit(s.p[n]))
		n++;
	return span_sub(s, 0, n);
}

/* The folder "Python311\" of Windows: its digits; length 0: none. */
static struct span python_folder(struct span s)
{
	size_t n = digits(s).n;

	return span_sub(s, 0, s.p[0] == '3' && n > 1 && n < s.n && s.p[n] == '\\' ? n : 0);
}

/* "Python 3.11.7", "Python version: 3.11", the folder lib/python3.11 of a traceback, and "311" of
 * a library's "cpython-311-x86_64-linux-gnu.so". */
static void find_python(struct span low, struct prose_value *to)
{
	size_t from = 0;
	ptrdiff_t hit;

	while ((hit = span_find(span_from(low, from), "python")) >= 0) {
		size_t at = from + (size_t)hit;
		struct span joint = span_from(low, at + 6), found;

		from = at + 6;
		if (at && low.p[at - 1] == 'c' && span_starts(joint, "-3")) {
			found = digits(span_from(joint, 1));
			prose_see(to, found, found);
		}
		if (at && in_word(low.p[at - 1]) && !strchr("/\\", low.p[at - 1]))
			continue;
		found = joint_end(joint);
		if (span_find_char((struct span){ joint.p, (size_t)(found.p - joint.p) }, '>') >= 0)
			continue;
		found = python_number(found);
		if (!found.n && joint.n)
			found = python_folder(joint);
		if (found.n)
			prose_see(to, found, found);
	}
}

/* "313" of "flash_attn-2.8.3-cp313-cp313-win_amd64.whl" */
static void find_tag(struct span low, struct prose_value *to)
{
	ptrdiff_t hit;

	for (; (hit = span_find(low, "-cp3")) >= 0; low = span_from(low, (size_t)hit + 4)) {
		struct span found = digits(span_from(low, (size_t)hit + 3));

		if (span_starts(span_from(low, (size_t)hit + 3 + found.n), "-cp3"))
			prose_see(to, found, found);
	}
}

static void put_python(struct arena *a, const struct prose_value *s, struct captures *to)
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

/* The prompt or a path of Windows: "d:\\work>" */
static bool has_drive(struct span low)
{
	ptrdiff_t at;

	for (; (at = span_find(low, ":\\")) >= 0; low = span_from(low, (size_t)at + 2))
		if (at > 0 && ascii_alpha(low.p[at - 1]) &&
		    (at == 1 || !ascii_alnum(low.p[at - 2])))
			return true;
	return false;
}

static const char *platform(struct span low)
{
	static const char *const windows[] = { "windows 10", "windows 11", "windows10",
		"windows11", "win10", "win11", "on windows", "windows下", "windows上",
		"[winerror", "\\site-packages\\",
		"\\lib\\site-packages", "\\scripts\\", "win_amd64", "platform: win-64" };
	static const char *const others[] = { "/site-packages/", "/dist-packages/", "ubuntu",
		"wsl", "debian", "fedora", "centos", "manylinux", "linux", "macos", "docker" };

	if (span_find_char(low, '\\') < 0 && span_find(low, "win") < 0)
		return NULL;
	if (!(has_one(low, windows, sizeof windows / sizeof *windows) || has_drive(low)) ||
	    has_one(low, others, sizeof others / sizeof *others))
		return NULL;
	return PLATFORM_WINDOWS;
}

/* The facts driver, told_python ("3.11") and told_platform. */
static void machine_facts(struct arena *a, const struct pattern_text *text, struct captures *to)
{
	static const char *const drivers[] = { "driver", "驱动", "драйвера" };
	struct prose_value driver = { 0 }, python = { 0 };

	for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
		find_driver(text->lower, drivers[i], &driver);
	find_python(text->lower, &python);
	if (!python.text.n)
		find_tag(text->lower, &python);
	put_seen(a, text, &driver, "driver", to);
	put_python(a, &python, to);
	captures_add(a, to, "told_platform", platform(text->lower));
}

void prose_facts(struct arena *a, const struct catalogue *c, const struct pattern_text *text,
		 struct captures *to)
{
	struct prose_value torch = { 0 }, gpu = { 0 };
	const char *series = NULL;

	find_torch(text, c, &torch);
	prose_gpu(text, &gpu, &series);
	put_seen(a, text, &torch, "torch", to);
	put_seen(a, text, &gpu, "gpu", to);
	if (!gpu.text.n)
		captures_add(a, to, "gpu", series); /* a card says more */
	machine_facts(a, text, to);
}
