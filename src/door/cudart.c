#include "door/cudart.h"

#include <stdio.h>

#include "os/dl.h"


struct api {
	int (*version)(int *ret);
	int (*count)(int *ret);
	const char *(*words)(int code);
};

#define AT(field) offsetof(struct api, field)

static const struct dl_symbol symbols[] = {
	{ AT(version), true, { "cudaRuntimeGetVersion" } },
	{ AT(count), true, { "cudaGetDeviceCount" } },
	{ AT(words), false, { "cudaGetErrorString" } },
};

int cudart_ask(const char *library, struct cudart *ret, struct err *e)
{
	const char *const one[] = { library, NULL }, *words;
	struct cudart r = { 0 };
	struct api api = { 0 };
	void *handle;
	int rc = dl_load(one, symbols, sizeof symbols / sizeof *symbols, &api, &handle, e);

	if (rc)
		return rc;
	if (api.version(&r.version))
		r.version = 0;
	r.error = api.count(&r.devices);
	words = r.error && api.words ? api.words(r.error) : NULL;
	snprintf(r.words, sizeof r.words, "%s", words ? words : "");
	*ret = r;
	return 0;
}
