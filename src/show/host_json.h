/* A machine as JSON; the fields are those of data/schema/detect.json. */
#pragma once

#include "base/json.h"
#include "fact/host.h"

/* "hosts":[…]. What is not known is null; read/host/host_json.h reads all of it back. */
void show_hosts_json(struct arena *a, struct json *j, const struct hosts *h);
/* The places of hosts, and of all that they stand for. */
void show_places_json(struct arena *a, struct json *j, const char *key, const struct hosts *hosts,
		      const size_t *of, size_t n);
