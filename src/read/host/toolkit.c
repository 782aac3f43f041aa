/* What names an installed CUDA toolkit: nvcc -V, and version.txt or version.json of its folder. */
#include <string.h>

#include "read/host/format_private.h"
#include "read/host/live_private.h"

/* The first X.Y or X.Y.Z after `mark`. */
static const char *number_after(struct arena *a, struct span s, const char *mark)
{
	size_t n;

	if (!span_pass(&s, mark))
		return NULL;
	while (s.n && !ascii_digit(s.p[0]) && s.p[0] != '\n')
		s = span_from(s, 1);
	n = span_run_digits(span_sub(s, 0, 24), ".");
	return n ? arena_span(a, span_sub(s, 0, n)) : NULL;
}

static void add(const struct source *s, struct host *to, const char *version)
{
	if (version)
		ARRAY_ADD(s->a, to->toolkits) = (struct toolkit){ NULL, version };
}

#define NVCC "Cuda compilation tools, release "

static bool nvcc_begins(const struct source *s, size_t i)
{
	return span_find(s->v[i].s, NVCC) >= 0;
}

/* "Cuda compilation tools, release 12.4, V12.4.131": the number behind V is the more exact one. */
static size_t nvcc_read(const struct source *s, size_t i, struct host *to)
{
	const struct line *l = &s->v[i];
	const char *exact = number_after(s->a, l->s, ", V");

	if (!l->whole)
		FORMAT_CUT(s->a, to, l->no, CUT_NVCC);
	else
		add(s, to, exact ? exact : number_after(s->a, l->s, NVCC));
	return i + 1;
}

const struct host_format format_nvcc = { nvcc_begins, nvcc_read };

static bool txt_begins(const struct source *s, size_t i)
{
	struct span rest = s->v[i].s;

	return span_take(&rest, "CUDA Version ") && field_is_version(rest) && s->v[i].whole;
}

static size_t txt_read(const struct source *s, size_t i, struct host *to)
{
	add(s, to, number_after(s->a, s->v[i].s, "CUDA Version "));
	return i + 1;
}

const struct host_format format_toolkit_txt = { txt_begins, txt_read };

static bool json_begins(const struct source *s, size_t i)
{
	struct span rest = s->v[i].s;

	if (!span_take(&rest, "\"cuda\"") && !(span_is(rest, "{") && i + 1 < s->n &&
					       span_starts(s->v[i + 1].s, "\"cuda\"")))
		return false;
	for (size_t k = i; k < s->n && k < i + 4; k++)
		if (span_find(s->v[k].s, "\"CUDA SDK\"") >= 0)
			return true;
	return false;
}

/* The "version" in the lines of "cuda". */
static size_t json_read(const struct source *s, size_t i, struct host *to)
{
	const char *version = NULL;
	size_t k = i;

	while (!version && k < s->n && k < i + 6)
		version = number_after(s->a, s->v[k++].s, "\"version\"");
	add(s, to, version);
	while (version && k < s->n && !span_is(s->v[k - 1].s, "}"))
		k++;
	return version ? k : i + 1;
}

const struct host_format format_toolkit_json = { json_begins, json_read };

/* CUDA toolkits, by the files that say their version. No compiler is run. */

/* version.json: {"cuda" : {"name" : "CUDA SDK", "version" : "12.4.131"}, …} */
static const char *from_json(struct arena *a, struct span s)
{
	ptrdiff_t at = span_find(s, "\"cuda\"");

	return at < 0 ? NULL : number_after(a, span_from(s, (size_t)at), "\"version\"");
}

/* version.txt: CUDA Version 10.1.243 */
static const char *from_txt(struct arena *a, struct span s)
{
	return number_after(a, s, "CUDA Version");
}

/* cuda.h: #define CUDA_VERSION 12040 */
static const char *from_header(struct arena *a, struct span s)
{
	const char *number = number_after(a, s, "define CUDA_VERSION");
	uint64_t v;

	if (!number || !span_u64(span_of(number), &v) || v < 1000 || v > 999999)
		return NULL;
	return arena_printf(a, "%u.%u", (unsigned)v / 1000, (unsigned)v % 1000 / 10);
}

static const struct {
	const char *file;
	const char *(*version)(struct arena *a, struct span s);
} places[] = {
	{ "version.json", from_json },
	{ "version.txt", from_txt },
	{ "include/cuda.h", from_header },
	{ "targets/x86_64-linux/include/cuda.h", from_header },
	{ "targets/sbsa-linux/include/cuda.h", from_header },
	{ "targets/aarch64-linux/include/cuda.h", from_header },
};

/* conda-meta/cuda-nvcc-12.4.131-0.json: conda's toolkits have no file of their own. */
static const char *from_conda(struct arena *a, const struct place *p, const char *folder)
{
	struct strings all = place_list(a, p, place_join(a, folder, "conda-meta"), "cuda-nvcc");

	return all.n ? number_after(a, span_of(all.v[0]), "cuda-nvcc") : NULL;
}

static const char *version_in(struct arena *a, const struct place *p, const char *folder)
{
	const char *version = NULL;

	for (size_t i = 0; !version && i < sizeof places / sizeof *places; i++) {
		const char *path = place_join(a, folder, places[i].file);

		version = places[i].version(a, place_head(a, p, path));
	}
	return version ? version : from_conda(a, p, folder);
}

/* The version is NULL where nvcc is all that is there. */
static void live_toolkit_add(struct arena *a, const struct place *p, struct host *h,
			     const char *folder, bool sure)
{
	const char *real = place_real(a, p, folder), *version;

	if (!real)
		return;
	if (ANY(x, h->toolkits, strcmp(x->path, real) == 0))
		return;
	version = version_in(a, p, real);
	if (version || sure)
		ARRAY_ADD(a, h->toolkits) = (struct toolkit){ real, version };
}

/* nvcc lies in the folder bin of its toolkit. A script that starts another nvcc is no toolkit,
 * unless one lies around it (Debian's /usr/bin/nvcc with /usr/include/cuda.h). */
static void of_nvcc(struct arena *a, const struct place *p, struct host *h, const char *nvcc)
{
	const char *real = nvcc ? place_real(a, p, nvcc) : NULL;
	struct span s = span_of(real);

	if (!span_ends(s, "/bin/nvcc"))
		return;
	live_toolkit_add(a, p, h, arena_span(a, span_sub(s, 0, s.n - strlen("/bin/nvcc"))),
			 !span_starts(place_head(a, p, real), "#!"));
}

void live_toolkits(struct arena *a, const struct place *p, struct host *h)
{
	static const char *const variables[] = { "CUDA_HOME", "CUDA_PATH", "CUDA_ROOT" };
	struct strings all = place_list(a, p, "/usr/local", "cuda");

	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (place_env_set(p, variables[i]))
			live_toolkit_add(a, p, h, place_env(p, variables[i]), false);
	of_nvcc(a, p, h, place_program(a, p, "nvcc"));
	for (size_t i = 0; i < all.n; i++)
		live_toolkit_add(a, p, h, place_join(a, "/usr/local", all.v[i]), false);
}
