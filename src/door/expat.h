/* XML by expat: elements and text in order. Entity declarations are refused, a DOCTYPE is not. */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/* Deeper documents are refused. */
enum { XML_DEPTH_MAX = 64 };

struct xml_events {
	/* attrs are name and value in turn, ended by NULL; line counts from 1. */
	void (*start)(void *ctx, const char *name, const char **attrs, unsigned long line);
	void (*end)(void *ctx, const char *name);
	void (*text)(void *ctx, struct span s);
};

/*
 * Runs through a document. Returns true when it is well-formed and whole; on false the events up
 * to the fault have happened, and *ret_line is where it is.
 */
bool xml_run(struct span document, const struct xml_events *events, void *ctx,
	     unsigned long *ret_line);
