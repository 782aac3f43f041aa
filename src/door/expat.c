#include "door/expat.h"

#include <expat.h>
#include <limits.h>

struct expat_run {
	XML_Parser parser;
	const struct xml_events *events;
	void *ctx;
	unsigned depth;
};

static void on_start(void *user, const XML_Char *name, const XML_Char **attrs)
{
	struct expat_run *r = user;

	if (++r->depth > XML_DEPTH_MAX) {
		XML_StopParser(r->parser, XML_FALSE);
		return;
	}
	r->events->start(r->ctx, name, attrs, XML_GetCurrentLineNumber(r->parser));
}

static void on_end(void *user, const XML_Char *name)
{
	struct expat_run *r = user;

	r->depth--;
	r->events->end(r->ctx, name);
}

static void on_text(void *user, const XML_Char *s, int n)
{
	struct expat_run *r = user;

	r->events->text(r->ctx, (struct span){ s, (size_t)n });
}

static void on_entity(void *user, const XML_Char *name, int is_parameter, const XML_Char *value,
		      int n, const XML_Char *base, const XML_Char *system_id,
		      const XML_Char *public_id, const XML_Char *notation)
{
	struct expat_run *r = user;

	(void)name, (void)is_parameter, (void)value, (void)n;
	(void)base, (void)system_id, (void)public_id, (void)notation;
	XML_StopParser(r->parser, XML_FALSE);
}

bool xml_run(struct span document, const struct xml_events *events, void *ctx,
	     unsigned long *ret_line)
{
	struct expat_run r = { .events = events, .ctx = ctx };
	bool ok;

	*ret_line = 0;
	if (document.n > INT_MAX)
		return false;
	r.parser = XML_ParserCreate("UTF-8");
	if (!r.parser)
		return false;
	XML_SetUserData(r.parser, &r);
	XML_SetElementHandler(r.parser, on_start, on_end);
	XML_SetCharacterDataHandler(r.parser, on_text);
	XML_SetEntityDeclHandler(r.parser, on_entity);
	ok = XML_Parse(r.parser, document.p, (int)document.n, 1) == XML_STATUS_OK;
	*ret_line = XML_GetCurrentLineNumber(r.parser);
	XML_ParserFree(r.parser);
	return ok;
}
