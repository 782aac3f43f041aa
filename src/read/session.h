/*
 * A Python session somebody pasted: what was typed at the prompt, in a cell, or behind
 * `python -c`, and what torch said of itself and of the GPUs.
 */
#pragma once

#include "read/host/lines.h"

/* What was asked for. */
enum session_key {
	SESSION_TORCH,        /* torch.__version__ */
	SESSION_CUDA,         /* torch.version.cuda */
	SESSION_AVAILABLE,    /* torch.cuda.is_available() */
	SESSION_ARCHS,        /* torch.cuda.get_arch_list() */
	SESSION_CAPABILITY,   /* torch.cuda.get_device_capability() */
	SESSION_NAME,         /* torch.cuda.get_device_name() */
	SESSION_COUNT,        /* torch.cuda.device_count() */
	SESSION_PROPERTIES,   /* torch.cuda.get_device_properties() */
	SESSION_CUDNN,        /* torch.backends.cudnn.version() */
	SESSION_TORCHVISION,
	SESSION_TORCHAUDIO,
	SESSION_NUMPY,
	SESSION_PYTHON,       /* sys.version, and what the interpreter says at its start */
	SESSION_OTHER,        /* anything else */
};

struct session_fact {
	enum session_key key;
	const char *value;  /* without quotes; of lists and tuples the words: "sm_80 sm_90" */
	size_t at;          /* index of the line */
};

struct session {
	ARRAY(struct session_fact) facts;
};

bool session_begins(const struct line *v, size_t n, size_t i);
/* Reads from line i on; returns the index behind the last line used. */
size_t session_read(struct arena *a, const struct line *v, size_t n, size_t i,
		    struct session *to);
/* The last value; NULL: it was not asked for. */
const struct session_fact *session_find(const struct session *s, enum session_key key);
/* "3.10.12" of what the interpreter says of itself, with one dot "3.10"; "win-64" where it says
 * so. */
const char *session_python(struct arena *a, const struct session *s, size_t dots);
const char *session_platform(const struct session *s);
