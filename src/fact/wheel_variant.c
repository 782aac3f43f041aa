#include "fact/wheel_variant.h"

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

/* Digits and single dots from the start of s, not ending in a dot. */
static struct span dotted(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) ||
			   (n && s.p[n] == '.' && n + 1 < s.n && ascii_digit(s.p[n + 1]))))
		n++;
	return span_sub(s, 0, n);
}

static const char *split_last(struct arena *a, struct span digits)
{
	return arena_join(a, span_sub(digits, 0, digits.n - 1), SPAN("."),
			  span_from(digits, digits.n - 1));
}

/* "121" is 12.1, "92" is 9.2; "12" is a major alone. */
static const char *cuda_of(struct arena *a, struct span digits, const char *open)
{
	bool major = digits.n < 2 || (digits.n == 2 && digits.p[0] == '1');

	if (digits.n > 4)
		return NULL;
	return major ? arena_join(a, digits, span_of(open)) : split_last(a, digits);
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
			SPAN_ARG(dotted(span_from(local, (size_t)(digits.p - local.p)))));
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
		struct span version = dotted(span_from(local, i + 5));

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

/* "whl/cu118/", "torch-1.8.0+cu101/". */
static void set_folder(struct arena *a, struct span folder, struct wheel *w)
{
	ptrdiff_t at = span_find(folder, "/torch-");
	struct span version = at < 0 ? SPAN("") : dotted(span_from(folder, (size_t)at + 7));

	if (!w->variant)
		set_cuda(a, folder, ".x", WHEEL_URL, w);
	if (!w->torch && version.n)
		w->torch = arena_span(a, version);
}

void wheel_variant(struct arena *a, struct span folder, struct wheel *w)
{
	struct span local = span_of(w->local);

	set_cuda(a, local, "", WHEEL_LOCAL, w);
	set_other(a, local, w);
	if (!w->variant) {
		set_cuda(a, span_of(w->name), ".x", WHEEL_NAME, w);
		set_post(a, w);
	}
	set_torch(a, local, w);
	set_details(a, local, w);
	set_folder(a, folder, w);
}
