/*
 * What conda is configured to do once all of its files and variables are merged;
 * conda/conda@0f64223f:conda/base/context.py.
 */
#pragma once

#include "base/strings.h"
#include "fact/host.h"

/* custom_channels: a name and where it lies, without the name. */
struct condarc_channel {
	const char *name, *location;
};

struct condarc_many {
	const char *name;
	struct strings channels;
};

struct condarc {
	struct strings channels;
	struct strings default_channels;      /* what "defaults" stands for: names or URLs */
	struct strings denylist, allowlist;
	struct strings pinned, disallow, track_features, repodata_fns;
	ARRAY(struct condarc_channel) custom_channels;
	ARRAY(struct condarc_many) multichannels;
	const char *channel_alias;
	const char *channel_priority;         /* "strict", "flexible", "disabled" */
	const char *ssl_verify;               /* "true", "false", a path */
	const char *subdir;
	const char *solver;
	enum tri show_channel_urls, offline, override_channels_enabled;
	const char *error;                    /* conda's name of it; NULL: none */
	struct phrase error_words;
};
