/* A machine as JSON; the fields are those of data/schema/detect.json. */
#pragma once

#include "base/json.h"
#include "fact/host.h"

/* "hosts":[…]. What is not known is null; read/host/host_json.h reads all of it back. */
void show_hosts_json(struct arena *a, struct json *j, const struct hosts *h);
