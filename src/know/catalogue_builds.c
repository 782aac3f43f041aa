#include "know/catalogue.h"
#include "know/matrix.h"

/* The columns of a line of the table catalogue. */
enum column {
	C_RANK, C_CHANNEL, C_VARIANT, C_SERIAL, C_TORCH, C_CUDA, C_TOOLKIT, C_INDEX_URL, C_LOCAL,
	C_PKG, C_BUILD, C_EXACT, C_NUMBER, C_PYTHONS, C_INFERRED, C_UNKNOWN, C_GLIBC, C_ARM,
	C_SASS, C_PTX, C_CODE_GRADE, C_EXISTS_GRADE, C_CERTAIN, C_DEFAULT, C_CUDNN, C_ZSTD,
	C_VISION, C_VISION_BUILD, C_VISION_PYTHONS, C_AUDIO, C_AUDIO_BUILD, C_AUDIO_PYTHONS,
	C_EXTRA, C_CHANNELS, C_SIZE, C_DEPENDS,
	COLUMNS
};

/* A line, its columns terminated in place; NULL where empty. */
struct line {
	const char *v[COLUMNS];
};

struct reader {
	struct line line, last;
	const struct build *before;
};

/* Cuts one line off *rest. False: there is none, or it has another number of columns. */
static bool next_line(char **rest, struct line *ret)
{
	char *p = *rest;

	for (int i = 0; i < COLUMNS; i++) {
		char end = i + 1 < COLUMNS ? '\t' : '\n';
		size_t n = strcspn(p, "\t\n");

		if (p[n] != end)
			return false;
		p[n] = '\0';
		ret->v[i] = n ? p : NULL;
		p += n + 1;
	}
	*rest = p;
	return true;
}

/* Rows repeat much of the row before: what was made of it then is taken again. */
static bool same(const struct reader *r, enum column col)
{
	const char *a = r->line.v[col], *b = r->last.v[col];

	return a == b || (a && b && strcmp(a, b) == 0);
}

static void sm_column(const struct reader *r, enum column col, const struct sm_list *before,
	struct sm_list *to)
{
	if (same(r, col))
		*to = *before;
	else if (!sm_list_parse(span_of(r->line.v[col]), to))
		to->n = 0;
}

static void python_column(const struct reader *r, enum column col,
	const struct python_set *before, struct python_set *to)
{
	if (same(r, col))
		*to = *before;
	else
		python_set_parse(span_of(r->line.v[col]), to);
}

static enum grade grade_column(const struct reader *r, enum column col)
{
	static const char *const names[] = { "", "low", "medium", "high" };

	for (int i = GRADE_LOW; r->line.v[col] && i <= GRADE_HIGH; i++)
		if (strcmp(r->line.v[col], names[i]) == 0)
			return (enum grade)i;
	return GRADE_NONE;
}

static long long number(const struct reader *r, enum column col)
{
	uint64_t v;

	return r->line.v[col] && span_u64(span_of(r->line.v[col]), &v) ? (long long)v : -1;
}

static bool flag(const struct reader *r, enum column col)
{
	return r->line.v[col] && r->line.v[col][0] == '1';
}

static void read_lists(struct reader *r, struct build *b)
{
	const struct build *last = r->before;

	python_column(r, C_PYTHONS, &last->pythons, &b->pythons);
	python_column(r, C_UNKNOWN, &last->pythons_unknown, &b->pythons_unknown);
	python_column(r, C_VISION_PYTHONS, &last->torchvision_pythons, &b->torchvision_pythons);
	python_column(r, C_AUDIO_PYTHONS, &last->torchaudio_pythons, &b->torchaudio_pythons);
	sm_column(r, C_SASS, &last->sass, &b->sass);
	sm_column(r, C_PTX, &last->ptx, &b->ptx);
	if (r->line.v[C_CUDA])
		cuda_version_parse(span_of(r->line.v[C_CUDA]), &b->cuda);
}

static void read_build(struct reader *r, const char *platform, enum manager manager,
	struct build *to)
{
	const char *const *v = r->line.v;
	*to = (struct build){
		.platform = platform,
		.manager = manager,
		.channel = v[C_CHANNEL],
		.torch = v[C_TORCH],
		.rank = (int)number(r, C_RANK),
		.variant = v[C_VARIANT],
		.toolkit = v[C_TOOLKIT],
		.index_url = v[C_INDEX_URL],
		.local = v[C_LOCAL],
		.package = v[C_PKG],
		.build = v[C_BUILD],
		.exact = flag(r, C_EXACT),
		.build_number = (int)number(r, C_NUMBER),
		.pythons_inferred = flag(r, C_INFERRED),
		.arm = v[C_ARM],
		.glibc = v[C_GLIBC],
		.code_grade = grade_column(r, C_CODE_GRADE),
		.exists_grade = grade_column(r, C_EXISTS_GRADE),
		.certain = flag(r, C_CERTAIN),
		.is_default = flag(r, C_DEFAULT),
		.zstd = flag(r, C_ZSTD),
		.cudnn = v[C_CUDNN],
		.torchvision = v[C_VISION],
		.torchaudio = v[C_AUDIO],
		.torchvision_build = v[C_VISION_BUILD],
		.torchaudio_build = v[C_AUDIO_BUILD],
		.conda_extra = v[C_EXTRA],
		.conda_channels = v[C_CHANNELS],
		.depends = v[C_DEPENDS],
		.size = number(r, C_SIZE),
	};

	read_lists(r, to);
}

struct builds {
	struct build *v;
	size_t n, room;
};

/* All lines of one manager. */
static int read_lines(struct catalogue *c, struct query *q, const char *platform,
	struct builds *to, struct err *e)
{
	enum manager manager = query_int(q, 0) ? MANAGER_CONDA : MANAGER_PIP;
	size_t n = (size_t)query_int(q, 1);
	char *text = arena_span(c->arena, query_span(q, 2));
	static const struct build none;
	struct reader r = { .before = &none };

	if (to->room == 0) {
		to->room = (size_t)query_int(q, 3);
		to->v = arena_array(c->arena, to->room, sizeof *to->v);
	}
	while (n-- > 0) {
		if (!next_line(&text, &r.line) || !r.line.v[C_CHANNEL] || !r.line.v[C_TORCH] ||
		    !r.line.v[C_VARIANT])
			return err_set(e, ERR_MISSING, "the matrix has a damaged catalogue of %s",
				       platform);
		(void)ARRAY_ADD(c->arena, *to);
		read_build(&r, platform, manager, &to->v[to->n - 1]);
		r.before = &to->v[to->n - 1];
		r.last = r.line;
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
	rc = matrix_ask(c->matrix, Q_CAT_BUILDS, &q, e);
	if (rc)
		return rc;
	query_bind_text(q, 1, span_of(platform));
	while ((rc = matrix_step(c->matrix, q, e)) > 0)
		if ((rc = read_lines(c, q, platform, &builds, e)))
			return rc;
	if (rc == 0)
		catalogue_add(c, platform, builds.v, builds.n);
	return rc;
}
