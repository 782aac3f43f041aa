/*
 * What `transformers env` and `accelerate env` print of an environment: "- PyTorch version (GPU?):
 * 2.4.1+cu121 (True)" among lines of the same kind
 * (huggingface/transformers: src/transformers/commands/env.py, accelerate: commands/env.py).
 */
#include <string.h>

#include "read/env/env_private.h"

static const char torch_key[] = "PyTorch version (GPU?)";

static const struct {
	const char *key, *package;
} keys[] = {
	{ torch_key, "torch" },
	{ "`transformers` version", "transformers" },
	{ "`Accelerate` version", "accelerate" },
	{ "Accelerate version", "accelerate" },
	{ "Safetensors version", "safetensors" },
	{ "Huggingface_hub version", "huggingface-hub" },
	{ "Numpy version", "numpy" },
	{ "PEFT version", "peft" },
};

/* "- KEY: VALUE" */
static bool split_line(struct span s, struct span *key, struct span *value)
{
	s = span_trim(s);
	if (!span_take(&s, "- ") || !span_next(&s, ':', key) || !s.p)
		return false;
	*value = span_trim(s);
	return value->n > 0;
}

static bool report_begins(const struct env_text *t, size_t i)
{
	struct span key, value;

	if (!split_line(t->v[i].s, &key, &value))
		return false;
	for (size_t k = 0; k < 4; k++)
		if (span_is(key, keys[k].key))
			return true;
	return false;
}

static void take_line(const struct env_text *t, size_t i, struct span key, struct span value,
		      struct env *to)
{
	struct span version, answer = value;

	if (!span_word(&answer, &version) || !env_is_version(version))
		return;
	if (span_is(key, "Python version"))
		to->python_full = arena_span(t->a, version);
	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
		if (span_is(key, keys[k].key))
			env_add(t->a, to, span_of(keys[k].package), version, OWNER_PIP,
				env_origin(t, i));
	if (span_is(key, torch_key) && span_find(answer, "(False)") >= 0)
		to->available = TRI_NO;
	else if (span_is(key, torch_key) && span_find(answer, "(True)") >= 0)
		to->available = TRI_YES;
}

static size_t report_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span key, value;

	for (; i < t->n; i++) {
		if (!span_trim(t->v[i].s).n)
			continue;
		if (!span_starts(span_trim(t->v[i].s), "-"))
			break;
		if (split_line(t->v[i].s, &key, &value))
			take_line(t, i, key, value, to);
	}
	return i;
}

const struct env_format env_report = { report_begins, report_read };
