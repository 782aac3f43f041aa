/* Libraries that are loaded at run time, by dlopen. */
#include "os/dl.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

static void *find(void *handle, const struct dl_symbol *s)
{
	for (size_t i = 0; i < DL_NAMES && s->names[i]; i++) {
		void *p = dlsym(handle, s->names[i]);

		if (p)
			return p;
	}
	return NULL;
}

static void *open_first(const char *const *libraries, struct err *e)
{
	const char *why;

	for (size_t i = 0; libraries[i]; i++) {
		void *handle = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);

		if (handle)
			return handle;
		why = dlerror();
		if (i == 0)
			err_set(e, ERR_MISSING, "%s", why ? why : libraries[i]);
	}
	return NULL;
}

int dl_load(const char *const *libraries, const struct dl_symbol *v, size_t n, void *into,
	    void **ret, struct err *e)
{
	void *handle = open_first(libraries, e);

	if (!handle)
		return ERR_MISSING;
	for (size_t i = 0; i < n; i++) {
		void *p = find(handle, &v[i]);

		if (!p && v[i].required) {
			err_set(e, ERR_MISSING, "%s: has no %s", libraries[0], v[i].names[0]);
			dlclose(handle);
			return ERR_MISSING;
		}
		memcpy((char *)into + v[i].offset, &p, sizeof p);
	}
	*ret = handle;
	return 0;
}

bool dl_can(void)
{
	void *own = dlopen(NULL, RTLD_LAZY);

	dl_close(own);
	return own != NULL;
}

void dl_close(void *handle)
{
	if (handle)
		dlclose(handle);
}

void dl_keep(const char *library)
{
	if (library)
		(void)dlopen(library, RTLD_NOW | RTLD_LOCAL);
}

void dl_path(void *handle, char *to, size_t n)
{
	struct link_map *map = NULL;

	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) || !map)
		map = NULL;
	snprintf(to, n, "%s", map ? map->l_name : "");
}
