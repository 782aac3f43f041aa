/* What the name of a file or a spec says of a package: version, build, tags, platform. */
#include "read/package/package_name_private.h"

#include "fact/conda_build.h"
#include "fact/err_phrase.h"
#include "fact/platform.h"
#include "fact/wheel.h"

enum { NAME_MAX_LEN = 2048 };

static int wheel_name(struct arena *a, struct span s, struct package *p, struct err *e)
{
	struct wheel w;
	int rc = wheel_parse(a, s, &w, e);

	if (rc)
		return rc;
	p->name = w.name;
	package_version(a, p, w.version);
	p->build_tag = w.build_tag;
	p->python_tag = w.python_tag;
	p->abi_tag = w.abi_tag;
	p->platform_tag = w.platform_tag;
	p->label = w.label;
	p->variant = w.variant;
	p->cuda = w.cuda;
	p->made_torch = w.torch;
	p->made_cuda = w.cuda;
	p->cxx11abi = w.cxx11abi;
	p->glibc_min = wheel_glibc(a, &w);
	if (w.platforms.n)
		p->platform = wheel_platform_of(w.platforms.v[0]).platform;
	p->torch = span_eq_nocase(span_of(w.name), SPAN("torch"));
	return 0;
}

/* Name, version and build. */
static int conda_parts(struct arena *a, const struct span part[3], struct package *p,
		       struct err *e)
{
	struct conda_build b;
	int rc = conda_build_parse(a, part[2], &b, e);

	if (rc)
		return rc;
	if (part[0].n)
		p->name = arena_span(a, part[0]);
	if (part[1].n)
		p->version = arena_span(a, part[1]);
	p->build = arena_span(a, part[2]);
	p->python_tag = b.python;
	p->cuda = b.cuda;
	p->cudnn = b.cudnn;
	if (b.kind != CONDA_KIND_UNKNOWN)
		p->variant = b.cuda ? arena_printf(a, "cuda%s", b.cuda) : conda_kind_name(b.kind);
	p->torch = span_in(part[0], "pytorch libtorch");
	return 0;
}

static int conda_file(struct arena *a, struct span s, struct package *p, struct err *e)
{
	struct span part[3];

	if (!conda_split(s, part))
		return ERR_SAY(e, ERR_INPUT, NOT_A_CONDA_FILE,
			       SAY(file, ERR_SPAN(s, NAME_MAX_LEN)));
	return conda_parts(a, part, p, e);
}

/* Its second word is a version: words of a sentence are none. */
static bool is_conda_row(struct span s)
{
	struct span name, version;

	return span_word(&s, &name) && span_word(&s, &version) && ascii_digit(version.p[0]);
}

/* "pytorch=2.1.0=py3.10_cuda11.8_cudnn8.7.0_0", as conda list --export prints it. */
static bool exported(struct span s, struct span part[3])
{
	for (int i = 0; i < 3; i++)
		if (!span_next(&s, '=', &part[i]) || !part[i].n)
			return false;
	return !s.n;
}

/* "conda-forge/linux-64::" in front of a build; its folder is a platform. */
static struct span after_channel(struct span s, const char **platform)
{
	static const char *const folders[] = { PLATFORM_LINUX, PLATFORM_LINUX_ARM,
					       PLATFORM_WINDOWS };
	ptrdiff_t at = span_find(s, "::");

	if (at <= 0)
		return s;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (span_ends(span_sub(s, 0, (size_t)at), folders[i]))
			*platform = folders[i];
	return span_from(s, (size_t)at + 2);
}

static bool take_end(struct span *s, const char *end)
{
	if (!span_ends(*s, end))
		return false;
	s->n -= span_of(end).n;
	return true;
}

/* "x (1)": browsers and file managers add a number to a name that is taken. */
static struct span without_copy(struct span s)
{
	size_t n = s.n;

	if (!span_ends(s, ")"))
		return s;
	for (n--; n && ascii_digit(s.p[n - 1]); n--)
		continue;
	if (n < 2 || n + 1 == s.n || s.p[n - 1] != '(')
		return s;
	return span_trim(span_sub(s, 0, n - 1));
}

bool package_name_is_wheel(struct span s)
{
	(void)take_end(&s, ".metadata");
	s = without_copy(s);
	return s.n > 4 && span_eq_nocase(span_from(s, s.n - 4), SPAN(".whl"));
}

/* "X.WHL", "x (1).whl" and "x.whl (1)" as the file was named once. */
static struct span mended(struct arena *a, struct span s)
{
	struct span whole = without_copy(s), stem = without_copy(span_sub(whole, 0, whole.n - 4));
	char *name = arena_join(a, stem, SPAN(".whl"));

	for (char *c = name; !span_ends(whole, ".whl") && *c; c++)
		*c = ascii_lower(*c);
	return span_of(name);
}

/* The text beside a wheel in an index has the wheel's name with an end of its own (PEP 658). */
static int any_wheel_name(struct arena *a, struct span s, struct package *p, struct err *e)
{
	struct span base = span_base(s), file, meant;

	base = span_from(base, (size_t)(span_rfind_char(base, '\\') + 1));
	file = base;
	(void)take_end(&file, ".metadata");
	meant = mended(a, file);
	if (span_eq(meant, file))
		return wheel_name(a, span_sub(s, 0, s.n - (base.n - file.n)), p, e);
	if (wheel_name(a, meant, p, e))
		return e->code;
	p->read_as = meant.p;
	return 0;
}

int package_name_read(struct arena *a, struct span s, struct package *p, struct err *e)
{
	struct span base, part[3] = { { NULL, 0 } };

	s = after_channel(span_trim(s), &p->platform);
	p->kind = PACKAGE_NAME;
	if (s.n == 0 || s.n > NAME_MAX_LEN)
		return err_set(e, ERR_INPUT, "not a name: %zu characters", s.n);
	if (package_name_is_wheel(s))
		return any_wheel_name(a, s, p, e);
	/* "pytorch  2.1.0  py3.10_cuda11.8_cudnn8.7.0_0  pytorch" */
	if (is_conda_row(s)) {
		for (int i = 0; i < 3; i++)
			span_word(&s, &part[i]);
		return conda_parts(a, part, p, e);
	}
	if (exported(s, part))
		return conda_parts(a, part, p, e);
	base = span_base(s);
	if (conda_take_end(&base))
		return conda_file(a, base, p, e);
	/* A build string has a word that no other name has: a CUDA, a Python, or the kind. */
	if (base.n == s.n && span_holds(s, ONE_OF("cuda", "cpu", "py2", "py3", "gpu_"))) {
		if (span_find_char(s, '-') > 0)
			return conda_file(a, s, p, e);
		return conda_parts(a, (const struct span[]){ { NULL, 0 }, { NULL, 0 }, s }, p, e);
	}
	return err_set(e, ERR_INPUT,
		       "%.*s: no such file, and no name of a wheel, a conda file "
		       "or a build", SPAN_ARG(span_sub(s, 0, 200)));
}
