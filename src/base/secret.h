/*
 * Credentials in text: "https://user:password@host", the "/t/TOKEN/" of conda's channels, the
 * values of a URL's query, of variables, options and headers that are named as secrets are. What is
 * printed shows "***" in their place; only a command that needs them keeps them.
 */
#pragma once

#include "base/arena.h"
#include "base/span.h"

typedef void secret_put(void *to, struct span piece);

/* Calls put for s, piece by piece, "***" for every secret. */
void secret_mask(struct span s, secret_put *put, void *to);
/* A put whose `to` is a struct buf. */
void secret_to_buf(void *to, struct span piece);
bool secret_in(struct span s);
/* The same as a copy; s itself where there is none, and for NULL. */
const char *secret_masked(struct arena *a, const char *s);
