#include "read/package/index_json.h"

#include <string.h>

#include "door/yajl.h"

static const char *copy(struct arena *a, const struct json_node *o, const char *key,
			const char *otherwise)
{
	const char *s = json_get_text(o, key);

	return s ? arena_str(a, s) : otherwise;
}

void index_json_read(struct arena *a, struct span text, struct package *p)
{
	struct json_node *o = NULL;
	const struct json_node *list;
	const char *build = p->build;
	struct err e;

	if (json_parse(a, text, &o, &e)) {
		package_find(a, p, CP402, "info/index.json: %s", e.text);
		return;
	}
	p->name = copy(a, o, "name", p->name);
	p->version = copy(a, o, "version", p->version);
	p->build = copy(a, o, "build", p->build);
	p->platform = copy(a, o, "subdir", p->platform);
	p->torch |= p->name && (!strcmp(p->name, "pytorch") || !strcmp(p->name, "libtorch"));
	if (build && p->build && strcmp(build, p->build) != 0)
		package_find(a, p, CP408, "the file name says build %s, info/index.json says %s",
			     build, p->build);
	list = json_get(o, "depends");
	for (list = list ? list->first : NULL; list; list = list->next)
		if (list->type == JSON_STRING)
			strings_add(a, &p->requires, arena_str(a, list->text));
}
