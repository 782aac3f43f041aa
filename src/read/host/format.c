/* How the printed values of facts are read: numbers, units, ids, and what is no value. */
#include "base/tr.h"
#include "fact/host_fold.h"
#include "fact/platform.h"
#include "fact/row.h"
#include "read/host/format_private.h"

#include <string.h>

void format_problem(struct arena *a, struct host *h, enum finding_code code, int gpu, unsigned line,
		    struct phrase words)
{
	struct problem *p = host_problem(a, h, code, gpu, words);

	if (p)
		p->line = line;
}

struct gpu *format_gpu(const struct source *s, struct host *h, int index, unsigned line)
{
	struct gpu *g;

	h->gpus_known = true;
	if (h->gpus.n == GPUS_MAX) {
		FORMAT_CUT(s->a, h, line, GPUS_LIMIT);
		return NULL;
	}
	ARRAY_ADD(s->a, h->gpus) = gpu_new(index);
	g = &h->gpus.v[h->gpus.n - 1];
	g->line = line;
	return g;
}

void format_gpus(const struct source *s, struct host *h, uint64_t n, const struct gpu *like,
		 unsigned line)
{
	struct gpu *g;

	if (!h->gpus.n && n <= GPUS_MAX) { /* with room for no more */
		h->gpus.v = arena_array(s->a, n, sizeof *h->gpus.v);
		h->gpus.room = n;
	}
	for (; n > 0 && (g = format_gpu(s, h, 0, line)) != NULL; n--) {
		*g = *like;
		g->index = (int)h->gpus.n - 1;
		g->line = line;
	}
}

bool format_listed(struct arena *a, const char *source, size_t from, struct hosts *ret)
{
	for (size_t i = from; i < ret->n && ret->n - from > 1; i++)
		ret->v[i].source = ret->v[i].line ?
			arena_printf(a, tr("%s line %u"), source, ret->v[i].line) :
			arena_printf(a, tr("%s node %zu"), source, i - from + 1);
	if (hosts_machines(ret) >= HOSTS_MAX && ret->n > from)
		FORMAT_CUT(a, &ret->v[ret->n - 1], 0, HOSTS_LIMIT);
	return ret->n > from;
}

void format_mig_add(struct arena *a, struct gpu *g, struct mig_device d)
{
	struct mig_device *v;

	if (g->mig.n == MIG_MAX)
		return;
	v = arena_array(a, g->mig.n + 1, sizeof *v);
	if (g->mig.n)
		memcpy(v, g->mig.devices, g->mig.n * sizeof *v);
	v[g->mig.n++] = d;
	g->mig.devices = v;
}

static struct span without_brackets(struct span s)
{
	s = span_trim(s);
	if (s.n > 1 && s.p[0] == '[' && s.p[s.n - 1] == ']')
		s = span_sub(s, 1, s.n - 2);
	return span_trim(s);
}

static bool is_one_of(struct span s, const char *const *words)
{
	for (; *words; words++)
		if ((!s.n || ascii_lower(s.p[0]) == ascii_lower(**words)) &&
		    span_eq_nocase(s, span_of(*words)))
			return true;
	return false;
}

bool field_is_error(struct span s)
{
	return is_one_of(without_brackets(s), ONE_OF("ERR!", "GPU is lost", "Unknown Error",
						     "GPU requires reset"));
}

/* "N/A", "[Not Supported]", "ERR!", "Could not collect", …: no value, in whatever words. */
static bool field_missing(struct span s)
{
	return field_is_error(s) ||
	       is_one_of(without_brackets(s),
			 ONE_OF("", "N/A", "Not Supported", "Not Found", "None", "null", "Unknown",
				"-", "Could not collect", "No CUDA", "Insufficient Permissions",
				"Not Available", "Requested functionality has been deprecated"));
}

char *field_text(struct arena *a, struct span s)
{
	s = span_trim(s);
	return field_missing(s) ? NULL : arena_span(a, s);
}

char *field_words(struct arena *a, struct span s)
{
	char *text = field_text(a, s), *to = text;

	if (!text)
		return NULL;
	for (char *p = text; *p; p++)
		if (!ascii_space(*p))
			*to++ = *p;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
	return text;
}

char *field_lower(struct arena *a, struct span s)
{
	char *text = arena_span(a, s);

	for (char *p = text; *p; p++)
		*p = ascii_lower(*p);
	return text;
}

void field_keep(const char **to, const char *text)
{
	if (!*to)
		*to = text;
}

bool field_run(struct span *rest, struct span *run)
{
	while (rest->n && !ascii_alnum(rest->p[0]))
		*rest = span_from(*rest, 1);
	*run = span_sub(*rest, 0, span_run_alnum(*rest, ""));
	*rest = span_from(*rest, run->n);
	return run->n > 0;
}

bool field_is_version(struct span s)
{
	bool dot = false;

	if (s.n == 0 || s.n > 32 || !ascii_digit(s.p[0]) || !ascii_digit(s.p[s.n - 1]))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '.' && s.p[i - 1] == '.')
			return false;
		if (s.p[i] != '.' && !ascii_digit(s.p[i]))
			return false;
		dot |= s.p[i] == '.';
	}
	return dot;
}

char *field_version(struct arena *a, struct span s)
{
	s = span_trim(s);
	return field_is_version(s) ? arena_span(a, s) : NULL;
}

char *field_driver(struct arena *a, struct span s)
{
	uint64_t branch;

	s = span_trim(s);
	return s.n == 3 && span_u64(s, &branch) ? arena_span(a, s) : field_version(a, s);
}

static bool is_hex(struct span s)
{
	uint64_t v;

	return s.n > 0 && s.n <= 8 && ascii_alnum(s.p[0]) && s.p[s.n > 1] != 'x' && span_hex(s, &v);
}

bool field_is_bus_id(struct span s)
{
	struct span part[4], rest = s;
	size_t n = 0;
	ptrdiff_t dot = span_rfind_char(s, '.');

	if (dot < 0 || s.n != (size_t)dot + 2 || !ascii_digit(s.p[dot + 1]))
		return false;
	rest.n = (size_t)dot;
	while (n < 4 && span_next(&rest, ':', &part[n]))
		if (!is_hex(part[n++]))
			return false;
	return (n == 2 || n == 3) && part[n - 1].n == 2 && part[n - 2].n == 2;
}

long field_mib(struct span s)
{
	uint64_t v;

	s = span_trim(s);
	if (!span_take_u64(&s, &v) || v > 1u << 30)
		return -1;
	s = span_trim(s);
	if (span_is(s, "MiB") || span_is(s, "MB"))
		return (long)v;
	return span_is(s, "GiB") ? (long)v * 1024 : -1;
}

/* "0x268410DE" (device, then vendor) as "10de:2684"; NULL for anything else. */
static char *field_pci_id(struct arena *a, struct span s)
{
	uint64_t v;

	s = span_trim(s);
	if (s.n < 8 || s.n > 10 || !span_hex(s, &v) || v >> 32)
		return NULL;
	return arena_printf(a, "%04x:%04x", (unsigned)(v & 0xffff), (unsigned)(v >> 16));
}

const char *field_chip(struct span s, struct span *chip)
{
	const char *cc = NULL;
	struct span word, number;
	char whole[8];

	while (!cc && span_word(&s, &word)) {
		while (word.n && strchr("([", word.p[0]))
			word = span_from(word, 1);
		chip->p = word.p;
		if (word.n == 2 && span_starts(s, " ")) { /* "GF 108" */
			number = span_sub(s, 1, span_run_alnum(span_from(s, 1), ""));
			snprintf(whole, sizeof whole, SPAN_FMT SPAN_FMT, SPAN_ARG(word),
				 SPAN_ARG(number));
			word = span_of(whole);
		}
		while (word.n && strchr(")],:;", word.p[word.n - 1]))
			word.n--;
		chip->n = word.n + (word.p == whole);
		cc = word.n >= 4 && word.n <= 9 && strchr("GTA", word.p[0]) ? row_chip(word) : NULL;
	}
	return cc;
}

int field_index(struct span s)
{
	uint64_t v;

	return span_u64(span_trim(s), &v) && v < 100000 ? (int)v : -1;
}

bool field_has_brand(struct span s)
{
	return span_begins(s, ONE_OF("NVIDIA ", "Tesla ", "GeForce ", "Quadro ", "TITAN ",
				     "GRID "));
}

bool field_is_other_maker(struct span name)
{
	uint64_t id;

	if (span_take(&name, "Device ") && name.n == 4 && span_hex(name, &id))
		return true;
	return span_begins(name, ONE_OF("AMD ", "Radeon ", "Intel"));
}

void field_sm(struct gpu *g, struct span v, enum sm_source how)
{
	struct sm sm;

	if (span_find_char(v, '.') <= 0 || !sm_parse(v, &sm))
		return;
	g->sm = sm;
	g->sm_source = how;
	g->sm_candidates.n = 0;
	sm_list_add(&g->sm_candidates, sm);
}

static void keep(const char **to, const char *text)
{
	if (text)
		*to = text;
}

void smi_version_set(struct arena *a, struct host *h, enum smi_fact f, struct span v)
{
	v = span_trim(v);
	if (field_is_error(v))
		format_problem(a, h, CP016, -1, h->line,
			       phrase_make(a, f == SMI_CUDA ? FORM_HOST_CUDA_ERROR
							    : FORM_HOST_DRIVER_ERROR,
					   (struct fact[]){ { 0 }, SAY(have, arena_span(a, v)) },
					   2));
	if (f == SMI_DRIVER)
		keep(&h->driver, field_version(a, v));
	else if (f == SMI_CUDA)
		keep(&h->driver_cuda, field_version(a, v));
}

static char *field_bus(struct arena *a, struct span s)
{
	return field_is_bus_id(s) ? arena_span(a, s) : NULL;
}

static char *field_word(struct arena *a, struct span s)
{
	return s.n < 32 ? field_text(a, s) : NULL;
}

/* Where a GPU has the texts, and how they are read. */
static const struct {
	size_t at;
	char *(*read)(struct arena *a, struct span s);
} texts[SMI_FACTS] = {
	[SMI_NAME] = { offsetof(struct gpu, name), field_words },
	[SMI_ARCHITECTURE] = { offsetof(struct gpu, architecture), field_words },
	[SMI_UUID] = { offsetof(struct gpu, uuid), field_text },
	[SMI_BUS_ID] = { offsetof(struct gpu, bus_id), field_bus },
	[SMI_PCI_ID] = { offsetof(struct gpu, pci_id), field_pci_id },
	[SMI_PCI_SUB] = { offsetof(struct gpu, pci_subsystem), field_pci_id },
	[SMI_COMPUTE_MODE] = { offsetof(struct gpu, compute_mode), field_word },
	[SMI_DRIVER_MODEL] = { offsetof(struct gpu, driver_model), field_word },
};

void smi_fact_set(struct arena *a, struct host *h, struct gpu *g, enum smi_fact f, struct span v)
{
	v = span_trim(v);
	if ((f == SMI_DRIVER || f == SMI_CUDA) && !(g && field_is_error(v)))
		smi_version_set(a, h, f, v);
	if (!g)
		return;
	if (field_is_error(v) && !g->error)
		g->error = arena_span(a, v);
	if (f == SMI_SM)
		field_sm(g, v, SM_SOURCE_CSV);
	else if (f == SMI_MIG_MODE && span_in(v, "Enabled Disabled"))
		g->mig.mode = span_is(v, "Enabled") ? "Enabled" : "Disabled";
	else if (f == SMI_MEMORY)
		g->memory_mib = field_mib(v) > 0 ? field_mib(v) : g->memory_mib;
	else if (f == SMI_INDEX)
		g->index = field_index(v) >= 0 ? field_index(v) : g->index;
	else if (texts[f].read)
		keep((const char **)((char *)g + texts[f].at), texts[f].read(a, v));
}

enum os { OS_LINUX, OS_WINDOWS, OS_MAC };

static bool has(struct span s, const char *word)
{
	return span_find_nocase(s, word) >= 0;
}

const char *format_platform_of_os(struct span s)
{
	static const char *const names[][2] = {
		[OS_LINUX] = { PLATFORM_LINUX, PLATFORM_LINUX_ARM },
		[OS_WINDOWS] = { PLATFORM_WINDOWS, PLATFORM_WINDOWS_ARM },
		[OS_MAC] = { PLATFORM_MAC_INTEL, PLATFORM_MAC },
	};
	bool arm = has(s, "aarch64") || has(s, "arm64"), x86 = has(s, "x86_64") || has(s, "amd64");
	bool mac = has(s, "macos") || has(s, "darwin");
	enum os os = mac ? OS_MAC : has(s, "windows") ? OS_WINDOWS : OS_LINUX;

	if (os == OS_WINDOWS && !arm)
		return names[os][0];
	if (arm == x86)
		return NULL;
	return names[os][arm];
}
