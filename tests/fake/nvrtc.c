/*
 * A stand-in for libnvrtc.so.N that "compiles" for the targets in FAKE_NVRTC ("75 80 86"; all if it
 * is not set): cubins in words, and PTX of the version FAKE_NVRTC_ISA (83).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))
#define CALL(name, ...) API int name(__VA_ARGS__); API int name(__VA_ARGS__)

struct program { char cubin[64], ptx[128], log[128]; };

CALL(nvrtcCreateProgram, struct program **ret, const char *source, const char *name, int n,
	const char *const *headers, const char *const *names)
{
	(void)name, (void)n, (void)headers, (void)names;
	*ret = calloc(1, sizeof **ret);
	return *ret && strstr(source, "probe_fill") ? 0 : 3;
}

CALL(nvrtcCompileProgram, struct program *p, int n, const char *const *options)
{
	const char *all = getenv("FAKE_NVRTC"), *isa = getenv("FAKE_NVRTC_ISA");
	const char *target = n ? strchr(options[0], '_') : NULL;
	int version = isa ? (int)strtol(isa, NULL, 10) : 83;

	if (!target)
		return 4;
	if (all && !strstr(all, target + 1)) {
		snprintf(p->log, sizeof p->log,
			 "nvrtc: error: invalid value for --gpu-architecture (-arch)\nmore");
		return 5;
	}
	snprintf(p->cubin, sizeof p->cubin, "CUBIN sm_%s", target + 1);
	snprintf(p->ptx, sizeof p->ptx, "\n.version %d.%d\n.target sm_%s\n", version / 10,
		 version % 10, target + 1);
	return 0;
}

CALL(nvrtcDestroyProgram, struct program **p)
{
	free(*p);
	*p = NULL;
	return 0;
}

static int size(const char *s, size_t *n)
{
	*n = strlen(s) + 1;
	return 0;
}

CALL(nvrtcGetProgramLogSize, struct program *p, size_t *n) { return size(p->log, n); }
CALL(nvrtcGetPTXSize, struct program *p, size_t *n) { return size(p->ptx, n); }
CALL(nvrtcGetCUBINSize, struct program *p, size_t *n) { return size(p->cubin, n); }
CALL(nvrtcGetProgramLog, struct program *p, char *to) { return strcpy(to, p->log) == NULL; }
CALL(nvrtcGetPTX, struct program *p, char *to) { return strcpy(to, p->ptx) == NULL; }
CALL(nvrtcGetCUBIN, struct program *p, char *to) { return strcpy(to, p->cubin) == NULL; }

API const char *nvrtcGetErrorString(int code);
API const char *nvrtcGetErrorString(int code)
{
	return code == 5 ? "NVRTC_ERROR_INVALID_OPTION" : "NVRTC_ERROR";
}
