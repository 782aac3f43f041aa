/*
 * A JSON writer: the result is described once, commas and escapes are its business.
 * Inside an object every value is preceded by json_key, or use the forms that do both. What was
 * written reaches the stream when the outermost object or list is closed, or the buffer is full.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

struct json {
	FILE *f;
	unsigned depth;
	bool comma;
	bool redact; /* --redact: no credentials in commands either */
	bool *left_open; /* set in the place of the outermost }: json_exit() writes that; or NULL */
	size_t n;
	char out[4096];
};

#define JSON(file) ((struct json){ .f = (file) })

void json_open(struct json *j);        /* { */
void json_close(struct json *j);       /* } */
/* The last member of an object that was left open, "exit", its } and the end of the line. */
void json_exit(FILE *f, int code);
void json_list(struct json *j);        /* [ */
void json_end(struct json *j);         /* ] */
void json_key(struct json *j, const char *key);
/* NULL writes null; invalid UTF-8 is replaced, credentials are masked (base/secret.h). */
void json_str(struct json *j, const char *s);
/* A word of a command: with credentials, unless j->redact. */
void json_word(struct json *j, const char *s);
void json_int(struct json *j, int64_t v);
void json_bool(struct json *j, bool v);

/*
 * Each element of a list of v and n as an object, whose members the body writes; it must not leave
 * the loop. Then the same as the list behind a key:
 * `JSON_EACH(j, "gpus", const struct gpu, g, h->gpus) json_str_key(j, "name", g->name);`.
 */
#define JSON_OBJECTS(j, type, x, list) \
	for (type *x = (list).v; x && x < (list).v + (list).n && (json_open(j), true); \
	     json_close(j), x++)
#define JSON_EACH(j, key, type, x, list) JSON_LIST(j, key, x) JSON_OBJECTS(j, type, x, list)

/* The same of values that the body writes, one or none for each element. */
#define JSON_VALUES(j, key, type, x, list) JSON_LIST(j, key, x) EACH(type, x, list)
#define JSON_LIST(j, key, x) \
	for (bool open_##x = (json_list_key(j, key), true); open_##x; \
	     open_##x = (json_end(j), false))

/* An object behind a key, whose members the body writes; null, and no body, unless it is known. */
#define JSON_MAYBE(j, key, known) \
	for (bool open_ = json_open_maybe(j, key, known); open_; open_ = (json_close(j), false))

/* The same behind a key, for members of an object. */
bool json_open_maybe(struct json *j, const char *key, bool known); /* known */
void json_open_key(struct json *j, const char *key);
void json_list_key(struct json *j, const char *key);
void json_str_key(struct json *j, const char *key, const char *s);
void json_int_key(struct json *j, const char *key, int64_t v);
void json_bool_key(struct json *j, const char *key, bool v);
/* Three decimals; not finite writes null. */
void json_real_key(struct json *j, const char *key, double v);
void json_null_key(struct json *j, const char *key);
