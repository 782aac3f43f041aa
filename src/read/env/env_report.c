/*
 * Lines that name a fact and say it, "- PyTorch: 2.8.0+cu128": what `transformers env` and
 * `accelerate env` print (huggingface/transformers: src/transformers/commands/env.py), and what
 * people write of themselves in an issue, as bullets, in bold or as rows of a table.
 */
#include <string.h>

#include "read/env/env_private.h"

static const char torch_key[] = "PyTorch version (GPU?)";

/* `sure`: the line begins a report by itself. */
static const struct {
	const char *key, *package;
	bool sure;
} keys[] = {
	{ torch_key, "torch", true },
	{ "`transformers` version", "transformers", true },
	{ "`Accelerate` version", "accelerate", true },
	{ "Accelerate version", "accelerate", true },
	{ "PyTorch", "torch", true },
	{ "PyTorch version", "torch", true },
	{ "Pytorch version", "torch", true },
	{ "PyTorch Version", "torch", true },
	{ "Pytorch", "torch", true },
	{ "Torch", "torch", true },
	{ "Torch version", "torch", true },
	{ "torch version", "torch", true },
	{ "Safetensors version", "safetensors", false },
	{ "Huggingface_hub version", "huggingface-hub", false },
	{ "Numpy version", "numpy", false },
	{ "NumPy", "numpy", false },
	{ "PEFT version", "peft", false },
	{ "Torchvision", "torchvision", false },
	{ "TorchVision", "torchvision", false },
	{ "torchvision", "torchvision", false },
	{ "torchaudio", "torchaudio", false },
	{ "Torchaudio", "torchaudio", false },
	{ "xformers", "xformers", false },
	{ "xFormers", "xformers", false },
	{ "flash-attn", "flash-attn", false },
	{ "flash_attn", "flash-attn", false },
	{ "triton", "triton", false },
	{ "Triton", "triton", false },
	{ "transformers", "transformers", false },
	{ "Transformers", "transformers", false },
};

/* Without what marks code, bold and the cells of a table. */
static struct span plain(struct span s)
{
	s = span_trim(s);
	while (s.n && strchr("*`|_", s.p[0]))
		s = span_trim(span_from(s, 1));
	while (s.n && strchr("*`|_", s.p[s.n - 1]))
		s = span_trim(span_sub(s, 0, s.n - 1));
	return s;
}

/* "- KEY: VALUE", "**KEY:** VALUE", "| KEY | VALUE |"; `bullet`: it is marked as one of a list. */
static bool split_line(struct span s, struct span *key, struct span *value, bool *bullet)
{
	bool table;

	s = span_trim(s);
	table = span_starts(s, "|");
	*bullet = span_take(&s, "- ") || span_take(&s, "* ") || span_take(&s, "\xe2\x80\xa2 ") ||
		  span_starts(s, "**") || table;
	if (table)
		s = span_from(s, 1);
	if (!span_next(&s, table ? '|' : ':', key) || !s.p)
		return false;
	*key = span_is(plain(*key), "transformers` version") ? *key : span_trim(*key);
	if (key->n && strchr("*", key->p[0]))
		*key = plain(*key);
	*value = plain(s);
	return value->n > 0;
}

static bool is_key(struct span key, const char *name)
{
	return span_is(key, name) || span_is(plain(key), name);
}

/* "2.8.0+cu128" at the front of a value, perhaps behind a "v". */
static bool version_in(struct span value, struct span *version)
{
	struct span rest = value;

	if (!span_word(&rest, version))
		return false;
	*version = plain(*version);
	while (version->n && strchr(",;()", version->p[version->n - 1]))
		version->n--;
	if (version->n > 1 && version->p[0] == 'v' && ascii_digit(version->p[1]))
		*version = span_from(*version, 1);
	return version->n && ascii_digit(version->p[0]) && span_find_char(*version, '.') > 0 &&
	       env_is_version(*version);
}

static bool report_begins(const struct env_text *t, size_t i)
{
	struct span key, value, version;
	bool bullet;

	if (!split_line(t->v[i].s, &key, &value, &bullet) || !bullet ||
	    !version_in(value, &version))
		return false;
	return ANY(x, ROWS(keys), x->sure && is_key(key, x->key));
}

static void take_line(const struct env_text *t, size_t i, struct span key, struct span value,
		      struct env *to)
{
	struct span version;

	if (!version_in(value, &version))
		return;
	if ((is_key(key, "Python version") || is_key(key, "Python")) && !to->python_full)
		to->python_full = arena_span(t->a, version);
	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
		if (is_key(key, keys[k].key)) {
			env_add(t->a, to, span_of(keys[k].package), version, OWNER_PIP,
				env_origin(t, i));
			break;
		}
	if (is_key(key, torch_key) && span_find(value, "(False)") >= 0)
		to->available = TRI_NO;
	else if (is_key(key, torch_key) && span_find(value, "(True)") >= 0)
		to->available = TRI_YES;
}

/* The list around it: what stands above the line that names torch is of it, too. */
static size_t report_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span key, value;
	bool bullet;

	while (i > 0 && split_line(t->v[i - 1].s, &key, &value, &bullet) && bullet)
		i--;
	for (; i < t->n; i++) {
		if (!span_trim(t->v[i].s).n)
			continue;
		if (!split_line(t->v[i].s, &key, &value, &bullet) && !bullet)
			break;
		if (!bullet)
			break;
		take_line(t, i, key, value, to);
	}
	return i;
}

const struct env_format env_report = { report_begins, report_read,
	.first = "-*|\xe2", .with = ":|" };
