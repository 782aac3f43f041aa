/* Texts of HTTP: addresses (RFC 3986), and the header Content-Range (RFC 9110, section 14.4). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"
#include "fact/found.h"

/* Whether it is an address to read from: http:// or https://. */
bool url_is(const char *name);
/* The address as it may be shown: without user, password, query and fragment. */
const char *url_shown(struct arena *a, const char *url);
/* The name of the file that an address ends with, as it is spelled there. */
const char *url_file(struct arena *a, const char *url);
/* "host:80" of it. */
struct span url_server(const char *url);
/* Whether scheme, host and port are the same. */
bool url_same_server(const char *url, const char *other);
/* Whether a user, or a user and a password, stand in it. */
bool url_has_user(const char *url);
/* The address as it goes out: spaces escaped. */
const char *url_address(struct arena *a, const char *url);
/* How a status that is no success is said; its number is the fact `number`. */
enum form http_status_form(long status);

struct content_range {
	uint64_t first, last, size;
	bool unsatisfied;   /* only the size is there: nothing of the range is */
};

/* False unless it is one in bytes, of a known size, and within it. */
bool content_range_read(struct span s, struct content_range *ret);
