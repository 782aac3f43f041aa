/*
 * MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md), taken value by value out of
 * bytes that are there whole. The first thing that is not as asked for, or cut, sticks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct msgpack {
	struct span rest;
	bool failed;
};

/* A map: as many keys, each before its value, are to be taken then. 0 after a failure. */
size_t msgpack_map(struct msgpack *m);
/* A text, or bytes; empty after a failure. */
struct span msgpack_text(struct msgpack *m);
struct span msgpack_bytes(struct msgpack *m);
/* Whatever value comes next, with all that is in it. */
void msgpack_skip(struct msgpack *m);
