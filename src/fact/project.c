#include "fact/project.h"

const char *project_name(struct arena *a, struct span s)
{
	char *to = arena_alloc(a, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (!project_name_mark(s.p[i]))
			to[n++] = ascii_lower(s.p[i]);
		else if (i == 0 || !project_name_mark(s.p[i - 1]))
			to[n++] = '-';
	}
	return to;
}

bool project_name_ok(struct span s)
{
	return span_alnum(s, "-_.") && ascii_alnum(s.p[0]) && ascii_alnum(s.p[s.n - 1]);
}

bool project_is_torch(const char *name)
{
	return name && (strcmp(name, "torch") == 0 || strcmp(name, "pytorch") == 0);
}

bool project_is_conda_torch(const char *name)
{
	return name && (strcmp(name, "pytorch") == 0 || strcmp(name, "pytorch-gpu") == 0);
}

bool project_is_chooser(const char *name)
{
	return span_in(span_of(name), "cpuonly cudatoolkit pytorch-cuda cuda-version "
				      "pytorch-mutex");
}
