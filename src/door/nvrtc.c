#include "door/nvrtc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/dl.h"

struct api {
	int (*create)(void **program, const char *source, const char *name, int n,
		      const char *const *headers, const char *const *names);
	int (*compile)(void *program, int n, const char *const *options);
	int (*destroy)(void **program);
	int (*log_size)(void *program, size_t *n);
	int (*log)(void *program, char *to);
	int (*ptx_size)(void *program, size_t *n);
	int (*ptx)(void *program, char *to);
	int (*cubin_size)(void *program, size_t *n);
	int (*cubin)(void *program, char *to);
	const char *(*words)(int code);
};

#define AT(field) offsetof(struct api, field)

/* Cubins came with CUDA 11.1. */
static const struct dl_symbol symbols[] = {
	{ AT(create), true, { "nvrtcCreateProgram" } },
	{ AT(compile), true, { "nvrtcCompileProgram" } },
	{ AT(destroy), true, { "nvrtcDestroyProgram" } },
	{ AT(log_size), true, { "nvrtcGetProgramLogSize" } },
	{ AT(log), true, { "nvrtcGetProgramLog" } },
	{ AT(ptx_size), true, { "nvrtcGetPTXSize" } },
	{ AT(ptx), true, { "nvrtcGetPTX" } },
	{ AT(cubin_size), false, { "nvrtcGetCUBINSize" } },
	{ AT(cubin), false, { "nvrtcGetCUBIN" } },
	{ AT(words), false, { "nvrtcGetErrorString" } },
};

enum { LOG_MAX = 1 << 16, CODE_MAX = 16 << 20 };

static int fetch(int (*size)(void *, size_t *), int (*get)(void *, char *), void *program,
		 struct nvrtc_code *r)
{
	size_t n = 0;
	int rc = size(program, &n);

	if (rc || !n || n > CODE_MAX)
		return rc ? rc : -1;
	r->p = calloc(1, n + 1);
	if (!r->p)
		return -1;
	r->n = n;
	rc = get(program, r->p);
	if (rc) {
		free(r->p);
		r->p = NULL;
	}
	return rc;
}

static void compile(const struct api *api, const char *source, const char *target, bool cubin,
		    struct nvrtc_code *r)
{
	char option[64];
	const char *const options[] = { option };
	void *program = NULL;

	snprintf(option, sizeof option, "--gpu-architecture=%s", target);
	r->error = api->create(&program, source, "probe.cu", 0, NULL, NULL);
	if (r->error == 0)
		r->error = api->compile(program, 1, options);
	if (r->error == 0)
		r->error = cubin ? fetch(api->cubin_size, api->cubin, program, r)
				 : fetch(api->ptx_size, api->ptx, program, r);
	if (r->error && program) {
		/* NVRTC's word for the error, then the first line of what the compiler said. */
		const char *words = api->words ? api->words(r->error) : NULL;
		char *log = NULL;
		size_t n = 0;

		if (api->log_size(program, &n) == 0 && n && n <= LOG_MAX)
			log = calloc(1, n + 1);
		if (log && api->log(program, log) == 0)
			log[strcspn(log, "\n")] = '\0';
		snprintf(r->words, sizeof r->words, "%s%s%s", words ? words : "",
			 log && *log ? ": " : "", log ? log : "");
		free(log);
	}
	if (program)
		api->destroy(&program);
}

int nvrtc_compile(const char *library, const char *builtins, const char *source,
		  const char *target, struct nvrtc_code *ret, struct err *e)
{
	const char *const one[] = { library, NULL };
	bool cubin = strncmp(target, "sm_", 3) == 0;
	struct nvrtc_code r = { 0 };
	struct api api = { 0 };
	void *handle;
	int rc;

	dl_keep(builtins);
	rc = dl_load(one, symbols, sizeof symbols / sizeof *symbols, &api, &handle, e);
	if (rc)
		return rc;
	if (cubin && (!api.cubin || !api.cubin_size))
		return err_set(e, ERR_MISSING, "this NVRTC gives no cubins (older than CUDA 11.1)");
	compile(&api, source, target, cubin, &r);
	*ret = r;
	return 0;
}
