#include "know/driver_release.h"

#include "base/dotted.h"
#include "fact/driver_number.h"
#include "know/spelling.h"

static const char *const os_names[] = { [DRIVER_LINUX] = "linux", [DRIVER_WINDOWS] = "windows" };

int driver_l4t(struct matrix *m, struct arena *a, struct span version, struct driver_l4t *ret,
	struct err *e)
{
	struct query *q;
	int r = matrix_first(m, Q_L4T, version, &q, e);

	if (r <= 0)
		return r < 0 ? r : err_set(e, ERR_NONE, "not a driver of a Jetson");
	*ret = (struct driver_l4t){ query_str(q, a, 0), query_str(q, a, 1), query_str(q, a, 2) };
	return 0;
}

static int refuse_l4t(struct matrix *m, struct arena *a, struct span version, struct err *e)
{
	struct driver_l4t l4t;
	int r = driver_l4t(m, a, version, &l4t, e);

	if (r == 0)
		return err_set(e, ERR_NONE, "driver %.*s is of JetPack %s: no branch",
			SPAN_ARG(version), l4t.jetpack);
	return r == ERR_NONE ? 0 : r;
}

/* A release may report another number than its branch (430.26). 0: it is not known. */
static int release_cuda(struct matrix *m, struct arena *a, struct span version, enum driver_os os,
	const char **cuda, struct err *e)
{
	struct query *q;
	int r = matrix_ask_text(m, Q_RELEASE_CUDA, span_of(os_names[os]), &q, e);

	if (r < 0)
		return r;
	query_bind_text(q, 2, version);
	r = matrix_step(m, q, e);
	if (r > 0 && !query_null(q, 0))
		*cuda = query_str(q, a, 0);
	return r;
}

static int read_branch(struct matrix *m, struct arena *a, uint64_t number, enum driver_os os,
	struct driver_branch *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, os == DRIVER_LINUX ? Q_BRANCH_LINUX : Q_BRANCH_WINDOWS, &q, e);

	if (r < 0)
		return r;
	query_bind_int(q, 1, number > 99999 ? 99999 : (int64_t)number);
	r = matrix_step(m, q, e);
	if (r <= 0)
		return r < 0 ? r : err_set(e, ERR_NONE, "older than every driver branch known");
	*to = (struct driver_branch){
		.branch = (int)query_int(q, 0),
		.cuda = query_str(q, a, 1),
		.ptx_isa = query_str(q, a, 2),
		.kind = query_str(q, a, 3),
	};
	to->listed = os == DRIVER_LINUX ? query_int(q, 0) == (int64_t)number
		: query_int(q, 5) >= (int64_t)number;
	return 0;
}

int driver_branch(struct matrix *m, struct arena *a, struct span version, enum driver_os os,
	struct driver_branch *ret, struct err *e)
{
	struct driver_branch branch;
	struct span rest = version;
	const char *cuda = NULL;
	uint64_t number;
	int r;

	if (!span_take_u64(&rest, &number) || (rest.n && rest.p[0] != '.'))
		return err_set(e, ERR_NONE, "'%.*s' is no driver version",
			SPAN_ARG(version));
	r = release_cuda(m, a, version, os, &cuda, e);
	if (r == 0 && os == DRIVER_LINUX)
		r = refuse_l4t(m, a, version, e);
	if (r < 0 || (r = read_branch(m, a, number, os, &branch, e)))
		return r;
	branch.cuda = cuda ? cuda : branch.cuda;
	*ret = branch;
	return 0;
}

const char *driver_number_of(struct matrix *m, struct arena *a, int branch, enum driver_os os,
	bool last)
{
	struct query *q;
	struct err e;

	if (os == DRIVER_LINUX || matrix_ask(m, Q_BRANCH_NUMBERS, &q, &e) < 0)
		return arena_printf(a, "%d", branch);
	query_bind_int(q, 1, branch);
	return matrix_step(m, q, &e) > 0 ? query_str(q, a, last) : NULL;
}

int driver_newest(struct matrix *m, struct arena *a, struct span version, enum driver_os os,
	const char **ret, const char **ret_oldest, struct err *e)
{
	const char *newest = NULL, *oldest = NULL;
	struct query *q;
	int r = matrix_ask_text(m, Q_RELEASES, span_of(os_names[os]), &q, e);

	if (r < 0)
		return r;
	query_bind_text(q, 2, version);
	while ((r = matrix_step(m, q, e)) > 0) {
		if (!newest || dotted_cmp(span_of(newest), query_span(q, 0)) < 0)
			newest = query_str(q, a, 0);
		if (!oldest || dotted_cmp(span_of(oldest), query_span(q, 0)) > 0)
			oldest = query_str(q, a, 0);
	}
	if (r < 0)
		return r;
	if (!newest)
		return err_set(e, ERR_NONE, "no driver %.*s is known", SPAN_ARG(version));
	*ret = newest;
	if (ret_oldest)
		*ret_oldest = oldest;
	return 0;
}

static int refuse_cuda_number(struct matrix *m, struct span version, enum driver_os os,
	struct err *e)
{
	struct query *q;
	int r = matrix_first(m, Q_BRANCH_OF_CUDA, version, &q, e);

	if (r <= 0)
		return r;
	return err_set(e, ERR_USAGE, "driver %.*s: that is a CUDA number, which drivers "
		       "from %d on report; the driver's own is beside 'Driver Version' in "
		       "nvidia-smi",
		       SPAN_ARG(version), (int)query_int(q, os == DRIVER_LINUX ? 0 : 1));
}

/* A slip of a finger keeps the beginning: 53 and 5355 are nearest to 535. */
static size_t number_distance(struct span given, struct span number)
{
	size_t shared = given.n < number.n ? given.n : number.n;

	return span_eq(span_sub(given, 0, shared), span_sub(number, 0, shared)) ? 0 :
	       spelling_distance(given, number, SPELLING_MAX);
}

/* The release whose first number is nearest; of equally near ones the newest. */
static int nearest_release(struct matrix *m, struct arena *a, struct span number,
	enum driver_os os, const char **ret, struct err *e)
{
	size_t best = SIZE_MAX;
	const char *nearest = NULL;
	struct query *q;
	int r = matrix_ask_text(m, Q_RELEASE_NUMBERS, span_of(os_names[os]), &q, e);

	if (r < 0)
		return r;
	while ((r = matrix_step(m, q, e)) > 0) {
		const char *text = arena_printf(a, "%d", (int)query_int(q, 0));
		size_t far = number_distance(number, span_of(text));

		if (far < best) {
			best = far;
			nearest = text;
		}
	}
	return r < 0 ? r : driver_newest(m, a, span_of(nearest), os, ret, NULL, e);
}

int driver_number_check(struct matrix *m, struct arena *a, struct span version, enum driver_os os,
	struct err *e)
{
	struct span first = version, rest = version;
	const char *nearest, *windows = driver_number(a, version);
	int r;

	span_next(&rest, '.', &first);
	if (first.n == 3)
		return 0;
	if (windows)
		return err_set(e, ERR_USAGE, "driver %.*s: that is how Windows writes it; "
			       "say %s", SPAN_ARG(version), windows);
	r = refuse_cuda_number(m, version, os, e);
	if (r)
		return r;
	r = nearest_release(m, a, first, os, &nearest, e);
	if (r)
		return r;
	return err_set(e, ERR_USAGE,
		       "no driver that is known has the number %.*s; the nearest is %s",
		       SPAN_ARG(version), nearest);
}

/* "12.4.1" is "12.4". */
static struct span minor_version(struct span cuda)
{
	ptrdiff_t dot = span_find_char(cuda, '.');
	ptrdiff_t second = dot < 0 ? -1 : span_find_char(span_from(cuda, (size_t)dot + 1), '.');

	return second < 0 ? cuda : span_sub(cuda, 0, (size_t)(dot + 1 + second));
}

/* The oldest toolkit's driver; where the notes name none, the number of the branch. */
static int toolkit_driver(struct matrix *m, struct arena *a, struct span cuda, int column,
	const char **ret, struct err *e)
{
	struct query *q;
	int r = matrix_ask_text(m, Q_TOOLKITS, cuda, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		const char *driver = query_str(q, a, column);

		if (driver && (!*ret || dotted_cmp(span_of(driver), span_of(*ret)) < 0))
			*ret = driver;
	}
	return r;
}

int driver_need(struct matrix *m, struct arena *a, struct span cuda, enum driver_os os,
	struct driver_need *ret, struct err *e)
{
	struct driver_need need = { 0 };
	struct query *q;
	int64_t windows;
	int r;

	cuda = minor_version(cuda);
	r = matrix_first(m, Q_CUDA, cuda, &q, e);
	if (r <= 0)
		return r < 0 ? r : err_set(e, ERR_NONE, "no CUDA %.*s is known",
			SPAN_ARG(cuda));
	need.ptx_isa = query_str(q, a, 0);
	need.branch = (int)query_int(q, 1);
	need.minor = query_str(q, a, os == DRIVER_LINUX ? 2 : 3);
	windows = query_int(q, 4);
	r = toolkit_driver(m, a, cuda, os, &need.toolkit, e);
	if (r < 0)
		return r;
	if (!need.toolkit && need.branch)
		need.toolkit = arena_printf(a, "%d",
			os == DRIVER_LINUX ? need.branch : (int)windows);
	need.least = need.minor ? need.minor : need.toolkit;
	*ret = need;
	return 0;
}

bool driver_at_least(const char *version, const char *minimum)
{
	return dotted_cmp(span_of(version), span_of(minimum)) >= 0;
}

