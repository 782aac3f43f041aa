/* What a line of Python prints, as far as it asks torch about itself. */
#pragma once

#include "base/span.h"

/* What is asked for. */
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

/* A printed line is made of these; texts lie in the code. */
struct session_piece {
	bool fixed;           /* exactly this text, else a value */
	enum session_key key; /* of a value */
	struct span text;     /* where fixed */
};

enum { SESSION_PIECES = 24 };

struct session_print {
	struct session_piece v[SESSION_PIECES];
	size_t n;
	bool asks;            /* one of the values at least is known */
};

/* Without ">>> ", "In [3]: ", or `python -c "…"` around it; *prompt: there was one. */
struct span session_code(struct span line, bool *prompt);
/* Adds what each statement prints, at most `room`; returns their number. */
size_t session_prints(struct span code, struct session_print *to, size_t room);
/* A statement that prints nothing: import, from, an assignment. */
bool session_is_silent(struct span code);
