#include "fact/wheel.h"

#include "base/pep440.h"
#include "base/dotted.h"
#include "base/text.h"
#include "fact/err_phrase.h"
#include "fact/platform.h"

/* Digits behind a word that no letter precedes: "12" of "pt25cu12" for "cu". */
static bool find_word(struct span s, const char *word, struct span *digits)
{
	size_t length = strlen(word);

	for (size_t i = 0; i + length <= s.n; i++) {
		size_t n = 0;

		if (ascii_lower(s.p[i]) != word[0] || (i && ascii_alpha(s.p[i - 1])) ||
		    !span_starts_nocase(span_from(s, i), word))
			continue;
		while (i + length + n < s.n && ascii_digit(s.p[i + length + n]))
			n++;
		*digits = span_sub(s, i + length, n);
		if (n)
			return true;
	}
	return false;
}

/* "121" is 12.1, "92" is 9.2; "12" is a major alone. */
static const char *cuda_of(struct arena *a, struct span digits, const char *open)
{
	bool major = digits.n < 2 || (digits.n == 2 && digits.p[0] == '1');

	if (digits.n > 4)
		return NULL;
	return major ? arena_join(a, digits, span_of(open)) :
		arena_join(a, span_sub(digits, 0, digits.n - 1), SPAN("."),
			   span_from(digits, digits.n - 1));
}

static bool set_cuda(struct arena *a, struct span s, const char *open, enum wheel_source from,
		     struct wheel *w)
{
	struct span digits;

	if (w->cuda || (!find_word(s, "cuda", &digits) && !find_word(s, "cu", &digits)))
		return false;
	w->cuda = cuda_of(a, digits, open);
	if (!w->cuda)
		return false;
	w->cuda_source = from;
	w->variant = arena_join(a, SPAN("cu"), digits);
	return true;
}

/* PaddlePaddle has the CUDA version as the post number: 2.5.1.post117. */
static void set_post(struct arena *a, struct wheel *w)
{
	struct span digits;

	if (w->cuda || !span_starts_nocase(span_of(w->name), "paddlepaddle") ||
	    !find_word(span_of(w->version), "post", &digits) || digits.n < 2)
		return;
	w->cuda = cuda_of(a, digits, ".x");
	w->cuda_source = w->cuda ? WHEEL_POST : WHEEL_NOWHERE;
	w->variant = w->cuda ? arena_join(a, SPAN("cu"), digits) : NULL;
}

static void set_other(struct arena *a, struct span local, struct wheel *w)
{
	ptrdiff_t cpu = span_find_nocase(local, "cpu");
	struct span digits;

	if (w->variant)
		return;
	if (find_word(local, "rocm", &digits))
		w->variant = arena_printf(a, "rocm" SPAN_FMT,
			SPAN_ARG(dotted_front(span_from(local, (size_t)(digits.p - local.p)))));
	else if (span_starts_nocase(local, "xpu"))
		w->variant = "xpu";
	else if (cpu == 0 || (cpu > 0 && !ascii_alnum(local.p[cpu - 1])))
		w->variant = "cpu";
}

static void set_torch(struct arena *a, struct span local, struct wheel *w)
{
	struct span digits;

	if (find_word(local, "pt", &digits) && digits.n > 1) {
		w->torch = arena_printf(a, "%c." SPAN_FMT, digits.p[0],
					SPAN_ARG(span_from(digits, 1)));
		return;
	}
	for (size_t i = 0; i + 5 < local.n; i++) {
		struct span version = dotted_front(span_from(local, i + 5));

		if (version.n == 0 || !span_starts_nocase(span_from(local, i), "torch"))
			continue;
		w->torch = arena_span(a, version);
		return;
	}
}

static void set_details(struct arena *a, struct span local, struct wheel *w)
{
	ptrdiff_t at = span_find_nocase(local, "cxx11abi");
	struct span digits, abi = at < 0 ? SPAN("") : span_from(local, (size_t)at + 8);

	if (span_starts_nocase(abi, "true") || span_starts_nocase(abi, "false"))
		w->cxx11abi = span_starts_nocase(abi, "true") ? "TRUE" : "FALSE";
	if (find_word(local, "cudnn", &digits))
		w->cudnn = arena_span(a, digits);
}

/* Fills variant, cuda, cuda_source, torch, cxx11abi and cudnn. */
static void set_contents(struct arena *a, struct span folder, struct wheel *w)
{
	struct span local = span_of(w->local), behind = folder, version;

	set_cuda(a, local, "", WHEEL_LOCAL, w);
	set_other(a, local, w);
	if (!w->variant && w->label)
		set_cuda(a, span_of(w->label), "", WHEEL_LABEL, w);
	if (!w->variant && !w->label) {
		set_cuda(a, span_of(w->name), ".x", WHEEL_NAME, w);
		set_post(a, w);
	}
	set_torch(a, local, w);
	set_details(a, local, w);
	/* "whl/cu118/", "torch-1.8.0+cu101/". */
	version = span_pass(&behind, "/torch-") ? dotted_front(behind) : SPAN("");
	if (!w->variant)
		set_cuda(a, folder, ".x", WHEEL_URL, w);
	if (!w->torch && version.n)
		w->torch = arena_span(a, version);
}

enum { FIELDS = 7, TAG_FIELDS = 3 };

static int bad(struct err *e, struct span s, enum form why)
{
	err_say(e, ERR_INPUT, why, NULL, 0);
	return err_within(e, FORM_IN_WHEEL_NAME, ERR_SPAN(s, 200));
}

/* Letters (any of UTF-8), digits, "_" and ".", no "__". */
static bool name_ok(struct span s)
{
	return !ANY(x, LIST(s.p, s.n), !ascii_alnum(*x) && *x != '_' && *x != '.' &&
		(unsigned char)*x < 0x80) && s.n > 0 && span_find(s, "__") < 0;
}

/* A second "+" is not of PEP 440, "_" stands for "-". */
static bool version_ok(struct arena *a, struct span s)
{
	ptrdiff_t plus = span_find_char(s, '+');
	struct pep440 v;
	char *copy = arena_span(a, s);

	for (size_t i = 0; i < s.n; i++)
		copy[i] = s.p[i] == '_' ? '-' : s.p[i];
	if (pep440_parse(s, &v) || pep440_parse((struct span){ copy, s.n }, &v))
		return true;
	return plus > 0 && span_alnum(s, "._+") && pep440_parse(span_sub(s, 0, (size_t)plus), &v);
}

static bool split_tags(struct span s, bool letter_first, struct wheel_tags *ret)
{
	struct span tag;

	ret->n = 0;
	while (span_next(&s, '.', &tag)) {
		if (!span_alnum(tag, "_") || ret->n == WHEEL_TAGS ||
		    (letter_first && ascii_digit(tag.p[0])))
			return false;
		ret->v[ret->n++] = tag;
	}
	return ret->n > 0;
}

static size_t split(struct span s, struct span f[FIELDS])
{
	size_t n = 0;

	while (n < FIELDS && span_next(&s, '-', &f[n]))
		n++;
	return s.p ? FIELDS + 1 : n;
}

static bool read_tags(struct arena *a, const struct span f[TAG_FIELDS], struct wheel *w)
{
	w->python_tag = arena_span(a, f[0]);
	w->abi_tag = arena_span(a, f[1]);
	w->platform_tag = arena_span(a, f[2]);
	if (!split_tags(span_of(w->python_tag), true, &w->pythons) ||
	    !split_tags(span_of(w->abi_tag), true, &w->abis) ||
	    !split_tags(span_of(w->platform_tag), true, &w->platforms))
		return false;
	/* "cp312", "py3": letters, then digits. */
	return !w->label || EVERY(x, w->pythons, ascii_digit(x->p[x->n - 1]));
}

static int read_fields(struct arena *a, struct span all, struct wheel *w, struct err *e)
{
	struct span f[FIELDS];
	size_t n = split(all, f), at = 2;

	if (n < 5 || n > FIELDS)
		return bad(e, all, FORM_WHEEL_NAME_PARTS);
	if (!name_ok(f[0]))
		return bad(e, all, FORM_WHEEL_NAME_NONE);
	if (!version_ok(a, f[1]))
		return bad(e, all, FORM_WHEEL_NAME_VERSION);
	if (n > 5 && f[2].n && ascii_digit(f[2].p[0]))
		w->build_tag = arena_span(a, f[at++]);
	if (n - at > TAG_FIELDS + 1 || n - at < TAG_FIELDS)
		return bad(e, all, FORM_WHEEL_NAME_TAGS);
	w->name = arena_span(a, f[0]);
	w->version = arena_span(a, f[1]);
	if (n - at > TAG_FIELDS) {
		/* PEP 825 */
		if (!span_digits(f[at + TAG_FIELDS], "abcdefghijklmnopqrstuvwxyz_."))
			return bad(e, all, FORM_WHEEL_NAME_LABEL);
		w->label = arena_span(a, f[at + TAG_FIELDS]);
	}
	return read_tags(a, &f[at], w) ? 0 : bad(e, all, FORM_WHEEL_NAME_TAG);
}

static size_t folder_end(struct span s)
{
	size_t n = s.n;

	while (n && s.p[n - 1] != '/' && s.p[n - 1] != '\\')
		n--;
	return n;
}

bool wheel_sdist_parse(struct arena *a, struct span s, const char **name, const char **version)
{
	ptrdiff_t dash = span_rfind_char(s, '-');
	struct pep440 v;

	if (span_ends(s, ".tar.gz"))
		s.n -= strlen(".tar.gz");
	else if (span_ends(s, ".zip"))
		s.n -= strlen(".zip");
	else
		return false;
	if (dash < 1 || (size_t)dash >= s.n || !name_ok(span_sub(s, 0, (size_t)dash)) ||
	    !pep440_parse(span_from(s, (size_t)dash + 1), &v))
		return false;
	*name = arena_span(a, span_sub(s, 0, (size_t)dash));
	*version = arena_span(a, span_from(s, (size_t)dash + 1));
	return true;
}

int wheel_parse(struct arena *a, struct span s, struct wheel *ret, struct err *e)
{
	struct wheel w = { 0 };
	struct span folder, file;
	size_t at;

	if (span_find(s, "://") >= 0)
		for (at = 0; at < s.n; at++)
			if (s.p[at] == '?' || s.p[at] == '#')
				s.n = at; /* behind the name of a URL */
	at = folder_end(s);
	folder = text_percent_decode(a, span_sub(s, 0, at));
	file = text_percent_decode(a, span_from(s, at));
	if (file.n > WHEEL_MAX || span_find_char(file, '\0') >= 0)
		return bad(e, file, FORM_WHEEL_NAME_LONG);
	if (!span_ends(file, ".whl"))
		return bad(e, file, FORM_WHEEL_NAME_END);
	w.file = arena_span(a, file);
	file.n -= strlen(".whl");
	if (read_fields(a, file, &w, e))
		return e->code;
	at = strcspn(w.version, "+");
	w.local = w.version[at] ? w.version + at + 1 : NULL;
	set_contents(a, folder, &w);
	*ret = w;
	return 0;
}

bool wheel_of_url(struct arena *a, const char *url, struct wheel *ret)
{
	struct span s = span_of(url), file;
	struct err e;

	return span_next(&s, '#', &file) && span_ends(file, ".whl") &&
	       wheel_parse(a, file, ret, &e) == 0;
}

static const struct {
	const char *tag, *platform;
} machines[] = {
	{ "x86_64", PLATFORM_LINUX }, { "aarch64", PLATFORM_LINUX_ARM },
	{ "i686", PLATFORM_LINUX_32 }, { "ppc64le", PLATFORM_LINUX_POWER },
	{ "s390x", "linux-s390x" }, { "armv7l", "linux-armv7l" },
};

static const struct {
	const char *prefix, *ends, *platform;
} others[] = {
	{ "win", "_amd64", PLATFORM_WINDOWS }, { "win", "_arm64", PLATFORM_WINDOWS_ARM },
	{ "win", "32", PLATFORM_WINDOWS_32 },
	{ "macosx_", "_arm64", PLATFORM_MAC }, { "macosx_", "_x86_64", PLATFORM_MAC_INTEL },
	{ "macosx_", "_universal2", PLATFORM_MAC_BOTH },
	{ "macosx_", "_intel", PLATFORM_MAC_INTEL },
	{ "any", "any", PLATFORM_ANY },
};

static const struct {
	const char *prefix;
	uint8_t major, minor;
} legacy[] = { { "manylinux1_", 2, 5 }, { "manylinux2010_", 2, 12 }, { "manylinux2014_", 2, 17 },
	       { "linux_", 0, 0 } };

/* "manylinux_2_28_", "musllinux_1_2_", "macosx_14_0_". */
static bool take_least(struct span *s, struct wheel_platform *p)
{
	uint64_t major, minor;

	p->musl = span_take(s, "musllinux_");
	if (!p->musl && !span_take(s, "manylinux_") && !span_take(s, "macosx_"))
		return false;
	if (!span_take_u64(s, &major) || !span_take(s, "_") || !span_take_u64(s, &minor) ||
	    !span_take(s, "_") || major > 99 || minor > 255)
		return false;
	p->least_major = (uint8_t)major;
	p->least_minor = (uint8_t)minor;
	return true;
}

static bool take_legacy(struct span *s, struct wheel_platform *p)
{
	for (size_t i = 0; i < sizeof legacy / sizeof *legacy; i++) {
		if (!span_take(s, legacy[i].prefix))
			continue;
		p->least_major = legacy[i].major;
		p->least_minor = legacy[i].minor;
		return true;
	}
	return false;
}

struct wheel_platform wheel_platform_of(struct span tag)
{
	struct wheel_platform p = { 0 };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (!span_starts(tag, others[i].prefix) || !span_ends(tag, others[i].ends))
			continue;
		p.platform = others[i].platform;
		take_least(&tag, &p);
		return p;
	}
	if (!take_legacy(&tag, &p) && !take_least(&tag, &p))
		return (struct wheel_platform){ 0 };
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (span_is(tag, machines[i].tag))
			p.platform = machines[i].platform;
	return p;
}

static int least_of(struct wheel_platform p)
{
	return p.least_major * 1000 + p.least_minor;
}

const char *wheel_glibc(struct arena *a, const struct wheel *w)
{
	int least = -1;

	for (size_t i = 0; i < w->platforms.n; i++) {
		struct wheel_platform p = wheel_platform_of(w->platforms.v[i]);

		if (p.platform && !p.musl && !platform_is_mac(p.platform) &&
		    (least < 0 || least_of(p) < least))
			least = least_of(p);
	}
	return least > 0 ? arena_printf(a, "%d.%d", least / 1000, least % 1000) : NULL;
}

static bool tag_takes(struct span tag, struct span abi, struct python p)
{
	struct python least;
	bool stable = span_is(abi, "abi3");

	if (span_is(tag, "py3") || span_is(tag, "py2"))
		return p.major == tag.p[2] - '0';
	if (span_starts(tag, "py") && python_parse((struct span){ tag.p + 2, tag.n - 2 }, &least))
		return python_cmp(p, least) >= 0 && p.major == least.major;
	if (!python_parse(tag, &least) || p.major != least.major)
		return false;
	if (stable)
		return !p.free_threaded && p.minor >= least.minor;
	if (p.minor != least.minor)
		return false;
	return span_is(abi, "none") || (span_ends(abi, "t") == p.free_threaded);
}

static bool python_fits(const struct wheel *w, struct python p)
{
	if (p.major == 0)
		return true;
	for (size_t i = 0; i < w->pythons.n; i++)
		for (size_t k = 0; k < w->abis.n; k++)
			if (tag_takes(w->pythons.v[i], w->abis.v[k], p))
				return true;
	return false;
}

static bool tag_is_for(const char *tag, const char *platform)
{
	return tag && (!platform || strcmp(tag, PLATFORM_ANY) == 0 || strcmp(tag, platform) == 0 ||
		       (platform_is(tag, PLATFORM_MAC_BOTH) && platform_is_mac(platform)));
}

enum wheel_fit wheel_fits(const struct wheel *w, struct python p, const char *platform,
			  const char *os_version)
{
	enum wheel_fit fit = WHEEL_PLATFORM;
	char need[12];

	for (size_t i = 0; i < w->platforms.n && fit != WHEEL_FITS; i++) {
		struct wheel_platform tag = wheel_platform_of(w->platforms.v[i]);

		if (!tag_is_for(tag.platform, platform) || (tag.musl && os_version))
			continue;
		snprintf(need, sizeof need, "%u.%u", tag.least_major, tag.least_minor);
		fit = os_version && dotted_cmp(span_of(os_version), span_of(need)) < 0 ?
			      WHEEL_SYSTEM : WHEEL_FITS;
	}
	if (fit == WHEEL_PLATFORM)
		return fit;
	return python_fits(w, p) ? fit : WHEEL_PYTHON;
}
