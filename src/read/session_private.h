/* What a line of Python prints, as far as it asks torch about itself: of session_code.c. */
#pragma once

#include "read/session.h"

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

/* Index of a text outside quotes and brackets; -1: it is not there. */
ptrdiff_t session_outside(struct span s, struct span text);
/* Without ">>> ", "In [3]: ", or `python -c "…"` around it; *prompt: there was one. */
struct span session_code(struct span line, bool *prompt);
/* Adds what each statement prints, at most `room`; returns their number. */
size_t session_prints(struct span code, struct session_print *to, size_t room);
/* A statement that prints nothing: import, from, an assignment. */
bool session_is_silent(struct span code);
