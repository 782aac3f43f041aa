/* A SPEC that is none: what it was meant for, and what to write for that. */
#include <string.h>

#include "cmd/planning_private.h"
#include "know/extension.h"
#include "know/gpu.h"

/* Options that are what a SPEC was meant for. */
static const struct {
	const char *name, *option;
	bool whole; /* it takes all that stands behind the sign, else the first number */
} options_of[] = {
	{ "cudatoolkit", "--cuda", false },  { "pytorch-cuda", "--cuda", false },
	{ "cuda-version", "--cuda", false }, { "cuda-toolkit", "--cuda", false },
	{ "cuda", "--cuda", false },	     { "python", "--python", false },
	{ "driver", "--driver", true },	     { "channel", "--channel", true },
};

/* "11.8" of "cudatoolkit=11.8", "cuda-version>=11.8,<12", "cudatoolkit=11.8.0=h1_0". */
static const char *first_number(struct arena *a, const char *text)
{
	size_t from = strcspn(text, "=<>~! "), n = 0, dots = 0;

	from += strcspn(text + from, "0123456789");
	while (ascii_digit(text[from + n]) || (text[from + n] == '.' && dots++ == 0))
		n++;
	while (n && text[from + n - 1] == '.')
		n--;
	return n ? arena_span(a, (struct span){ text + from, n }) : NULL;
}

/* "525.60.13" of "driver>=525.60.13", as changes are printed, and its option; NULL: it is none. */
static const char *value_of_change(const char *text, const char **ret_option)
{
	size_t n = strcspn(text, "=<>~! ");
	const char *value = text + n + strspn(text + n, "=<>~! ");

	for (size_t i = 0; *value && i < sizeof options_of / sizeof *options_of; i++)
		if (options_of[i].whole && span_is((struct span){ text, n }, options_of[i].name)) {
			*ret_option = options_of[i].option;
			return value;
		}
	return NULL;
}

/* "12.1" of "cu121", "cuda12.1" or "cuda 12.1"; NULL: it names no CUDA. */
static const char *cuda_of(struct arena *a, const char *text)
{
	struct span s = span_of(text);
	struct cuda_version cuda;

	if (!span_starts(s, "cu"))
		return NULL;
	if (span_take(&s, "cuda"))
		s = span_trim(s);
	if (!cuda_version_parse(s, &cuda) || cuda.major == 0)
		return NULL;
	return arena_str(a, cuda_version_text(cuda, TEXT_ROOM));
}

/* The option that a file was meant for, by its name. */
static const char *option_of_file(const char *text)
{
	struct span s = span_of(text);

	if (span_holds(s, ONE_OF("=", "::")))
		return NULL;
	if (span_closes(s, ONE_OF(".yml", ".yaml", ".toml", ".lock")))
		return "-f";
	if (span_holds(s, ONE_OF("requirements", "constraints")))
		return "-r";
	return span_find_char(s, '/') >= 0 ||
	       span_closes(s, ONE_OF(".txt", ".log", ".json", ".csv", ".xml", ".out")) ?
		"--host" : NULL;
}

bool spec_is_gpu(struct run *r, struct matrix *m, const char *text)
{
	const char **names;
	struct cards cards;
	struct err none;
	size_t n = 0;

	if (gpu_by_text(m, r->arena, span_of(text), &cards, &none) == 0 && cards.all.n)
		return true;
	return gpu_nearest(m, r->arena, span_of(text), 1, &names, &n, &none) == 0 && n &&
	       strpbrk(text, "0123456789");
}

/* A number alone: of a driver's branch or release, or of a CUDA. */
static const char *option_of_number(const char *text)
{
	struct span s = span_of(text);
	uint64_t number;

	if (strspn(text, "0123456789.") != strlen(text) || !span_take_u64(&s, &number))
		return NULL;
	return number >= 300 ? "--driver" : number >= 8 && number < 30 ? "--cuda" : NULL;
}

bool spec_is_option(const char *text)
{
	const char *option;

	return option_of_file(text) || value_of_change(text, &option);
}

static const char *near_extension(struct run *r, struct matrix *m, const char *name)
{
	struct strings names = { 0 };
	struct err none;

	return extension_names(m, r->arena, &names, &none) == 0 ?
		opt_nearest(name, names.v, names.n) : NULL;
}

/* The word is to be that option with its value. */
static int write_option(struct run *r, const char *text, const char *option, const char *value,
			struct err *e)
{
	cmd_meant(r, text, option, value);
	return err_set(e, ERR_USAGE, "'%.80s' is not something to plan for; for that there is "
		       "%s", text, option);
}

int spec_refuse(struct run *r, struct matrix *m, const char *text, const char *name,
		struct err *e)
{
	static const char *const names[] = { "torch", "torchvision", "torchaudio",
					     "pytorch" };
	const char *option = option_of_file(text), *near = opt_nearest(name, names, 4);
	const char *number = first_number(r->arena, text);
	const char *value = value_of_change(text, &option);

	if (!value && option_of_number(text)) {
		option = option_of_number(text);
		value = text;
	}
	if (value)
		return write_option(r, text, option, value, e);
	if (option)
		return write_option(r, text, option, text, e);
	for (size_t i = 0; number && i < sizeof options_of / sizeof *options_of; i++)
		if (strcmp(options_of[i].name, name) == 0)
			return write_option(r, text, options_of[i].option, number, e);
	if (!near)
		near = near_extension(r, m, name);
	if (near && strcmp(near, "pytorch") == 0)
		near = "torch";
	if (near) {
		cmd_meant(r, text, NULL, arena_printf(r->arena, "%s%s", near,
						      text + strcspn(text, "=<>~![; ")));
		return err_set(e, ERR_USAGE, "'%s' is not something to plan for; did you mean %s?",
			       text, near);
	}
	if ((number = cuda_of(r->arena, text)))
		return write_option(r, text, "--cuda", number, e);
	if (spec_is_gpu(r, m, text))
		return write_option(r, text, "--gpu", text, e);
	return err_set(e, ERR_USAGE, "'%s' is not something to plan for: say torch==2.1.*, "
		       "torchvision or torchaudio", text);
}
