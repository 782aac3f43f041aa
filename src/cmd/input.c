#include "cmd/input.h"

#include <string.h>

#include "base/io.h"

const char *cmd_input_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

static const struct input *input_find(const struct run *r, const char *path)
{
	for (size_t i = 0; i < r->inputs.n; i++)
		if (strcmp(r->inputs.v[i].path, path) == 0)
			return &r->inputs.v[i];
	return NULL;
}

int cmd_input(struct run *r, const char *path, struct span *ret, struct err *e)
{
	const struct input *was = input_find(r, path);
	struct input in = { .path = path };
	int rc;

	if (was) {
		*ret = was->bytes;
		return 0;
	}
	rc = io_read(r->arena, path, IO_MAX, &in.bytes, e);
	if (rc)
		return rc;
	ARRAY_ADD(r->arena, r->inputs) = in;
	*ret = in.bytes;
	return 0;
}
