/*
 * ask LIBRARY...: loads CUDA libraries and prints the version that each answers with, a line each:
 * "PATH MAJOR.MINOR[.PATCH]". One that cannot be loaded, or has no such function, is left out.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum how { PROPERTY, TWO, THREE, DECIMAL, RUNTIME, FILE_API };

/* Of NVIDIA's headers. Those with a property answer for each part of the version. */
static const struct {
	const char *symbol;
	enum how how;
} rows[] = {
	{ "cublasGetProperty", PROPERTY },   { "cublasLtGetProperty", PROPERTY },
	{ "cudnnGetProperty", PROPERTY },    { "cufftGetProperty", PROPERTY },
	{ "curandGetProperty", PROPERTY },   { "cusolverGetProperty", PROPERTY },
	{ "cusparseGetProperty", PROPERTY }, { "cusparseLtGetProperty", PROPERTY },
	{ "nvrtcVersion", TWO },             { "nvJitLinkVersion", TWO },
	{ "nvshmemx_vendor_get_version_info", THREE },
	{ "ncclGetVersion", DECIMAL },       { "cudaRuntimeGetVersion", RUNTIME },
	{ "cuFileGetVersion", FILE_API },
};

/* The function, if the library itself has it: not one that it needs. */
static void *own(void *library, const char *path, const char *symbol)
{
	void *f = dlsym(library, symbol);
	Dl_info info;

	return f && dladdr(f, &info) && strcmp(info.dli_fname, path) == 0 ? f : NULL;
}

static int property(void *f, int *v)
{
	int (*get)(int, int *) = (int (*)(int, int *))f;
	int rc = 0;

	for (int i = 0; i < 3; i++)
		rc |= get(i, &v[i]);
	return rc ? 0 : 3;
}

static int number(void *f, enum how how, int *v)
{
	int (*get)(int *) = (int (*)(int *))f, n = 0;

	if (get(&n))
		return 0;
	v[0] = how == DECIMAL ? n / 10000 : n / 1000;
	v[1] = how == DECIMAL ? n / 100 % 100 : n % 1000 / 10;
	v[2] = n % 100;
	return how == DECIMAL ? 3 : 2;
}

/* How many parts it answered with. */
static int answer(void *f, enum how how, int *v)
{
	int (*two)(int *, int *) = (int (*)(int *, int *))f;
	void (*three)(int *, int *, int *) = (void (*)(int *, int *, int *))f;

	switch (how) {
	case PROPERTY:
		return property(f, v);
	case TWO:
		return two(&v[0], &v[1]) ? 0 : 2;
	case THREE:
		three(&v[0], &v[1], &v[2]);
		return 3;
	default:
		return number(f, how, v);
	}
}

static void ask(const char *path)
{
	void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL), *f = NULL;
	int v[3] = { 0 }, n = 0;

	for (size_t i = 0; library && !f && i < sizeof rows / sizeof *rows; i++)
		if ((f = own(library, path, rows[i].symbol)))
			n = answer(f, rows[i].how, v);
	if (n == 3)
		printf("%s %d.%d.%d\n", path, v[0], v[1], v[2]);
	else if (n == 2)
		printf("%s %d.%d\n", path, v[0], v[1]);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		ask(argv[i]);
	return 0;
}
