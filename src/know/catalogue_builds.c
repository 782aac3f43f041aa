#include <stddef.h>
#include <string.h>

#include "know/catalogue.h"
#include "know/matrix.h"

/* Makes a member of a build of the text of a column; an empty one is NULL. */
typedef void take_column(const struct catalogue *c, struct span text, void *to);

static void take_text(const struct catalogue *c, struct span text, void *to)
{
	(void)c;
	*(const char **)to = text.n ? text.p : NULL;
}

static void take_size(const struct catalogue *c, struct span text, void *to)
{
	uint64_t v;

	(void)c;
	*(long long *)to = span_u64(text, &v) ? (long long)v : -1;
}

static void take_int(const struct catalogue *c, struct span text, void *to)
{
	long long v;

	take_size(c, text, &v);
	*(int *)to = (int)v;
}

static void take_flag(const struct catalogue *c, struct span text, void *to)
{
	(void)c;
	*(bool *)to = text.n && *text.p == '1';
}

static void take_cuda(const struct catalogue *c, struct span text, void *to)
{
	struct cuda_version v = { 0 };

	(void)c;
	cuda_version_parse(text, &v);
	*(struct cuda_version *)to = v;
}

/* The place in a list of n; false where there is none. */
static bool list_number(struct span text, size_t n, size_t *ret)
{
	uint64_t v;

	if (!span_u64(text, &v) || v >= n)
		return false;
	*ret = (size_t)v;
	return true;
}

static void take_pythons(const struct catalogue *c, struct span text, void *to)
{
	static const struct python_set none;
	size_t at;

	*(struct python_set *)to = list_number(text, c->pythons.n, &at) ? c->pythons.v[at] : none;
}

static const struct sm_list no_targets;

static void take_targets(const struct catalogue *c, struct span text, void *to)
{
	size_t at;

	*(const struct sm_list **)to =
		list_number(text, c->targets.n, &at) ? c->targets.v[at] : &no_targets;
}

static void take_grade(const struct catalogue *c, struct span text, void *to)
{
	(void)c;
	char first = text.n ? *text.p : '\0';

	*(enum grade *)to = first == 'h' ? GRADE_HIGH : first == 'm' ? GRADE_MEDIUM :
			    first == 'l' ? GRADE_LOW : GRADE_NONE;
}

/* By the letter that stands before the text. */
static const struct column {
	take_column *take;
	size_t member;
} columns[256] = {
#define C(take, member) { take_##take, offsetof(struct build, member) }
	['a'] = C(int, rank), ['b'] = C(text, channel), ['c'] = C(text, variant),
	['d'] = C(text, torch), ['e'] = C(cuda, cuda), ['f'] = C(text, toolkit),
	['g'] = C(text, index_url), ['h'] = C(text, local), ['i'] = C(text, package),
	['j'] = C(text, build), ['k'] = C(flag, exact), ['l'] = C(int, build_number),
	['m'] = C(pythons, pythons), ['n'] = C(flag, pythons_inferred),
	['o'] = C(pythons, pythons_unknown), ['p'] = C(text, glibc), ['q'] = C(text, arm),
	['r'] = C(targets, sass), ['s'] = C(targets, ptx), ['t'] = C(grade, code_grade),
	['u'] = C(grade, exists_grade), ['v'] = C(flag, certain), ['w'] = C(flag, is_default),
	['x'] = C(text, cudnn), ['y'] = C(flag, zstd), ['z'] = C(text, torchvision),
	['A'] = C(text, torchvision_build), ['B'] = C(pythons, torchvision_pythons),
	['C'] = C(text, torchaudio), ['D'] = C(text, torchaudio_build),
	['E'] = C(pythons, torchaudio_pythons), ['F'] = C(text, conda_extra),
	['G'] = C(text, conda_channels), ['H'] = C(size, size), ['I'] = C(int, needs_cuda),
#undef C
};

/* One line off *rest, its texts terminated in place; what it does not name stays as it is. */
static bool take_line(const struct catalogue *c, char **rest, struct build *b)
{
	char *p = *rest;

	while (*p != '\n') {
		const struct column *col = &columns[(unsigned char)*p];
		char *end = col->take ? strchr(p, '|') : NULL;

		if (!end)
			return false;
		*end = '\0';
		p++;
		col->take(c, (struct span){ p, (size_t)(end - p) }, (char *)b + col->member);
		p = end + 1;
	}
	*rest = p + 1;
	return b->channel && b->torch && b->variant;
}

struct builds {
	struct build *v;
	size_t n, room;
};

/* All lines of one manager; each build begins as the one before. */
static int read_lines(struct catalogue *c, struct query *q, const char *platform,
	struct builds *to, struct err *e)
{
	size_t n = (size_t)query_int(q, 1);
	char *text = arena_span(c->arena, query_span(q, 2));
	struct build b = {
		.platform = platform,
		.manager = query_int(q, 0) ? MANAGER_CONDA : MANAGER_PIP,
		.build_number = -1,
		.sass = &no_targets,
		.ptx = &no_targets,
		.size = -1,
		.needs_cuda = -1,
	};

	if (to->room == 0) {
		to->room = (size_t)query_int(q, 3);
		to->v = arena_array(c->arena, to->room, sizeof *to->v);
	}
	while (n-- > 0) {
		if (!take_line(c, &text, &b))
			return err_set(e, ERR_MISSING, "the matrix has a damaged catalogue of %s",
				       platform);
		ARRAY_ADD(c->arena, *to) = b;
	}
	return 0;
}

int catalogue_platform(struct catalogue *c, const char *platform, struct err *e)
{
	struct builds builds = { 0 };
	struct query *q;
	int rc;

	if (catalogue_builds(c, platform))
		return 0;
	platform = arena_str(c->arena, platform);
	rc = matrix_ask_text(c->matrix, Q_CAT_BUILDS, span_of(platform), &q, e);
	while (rc >= 0 && (rc = matrix_step(c->matrix, q, e)) > 0)
		if ((rc = read_lines(c, q, platform, &builds, e)))
			return rc;
	if (rc == 0)
		catalogue_add(c, platform, builds.v, builds.n);
	return rc;
}
