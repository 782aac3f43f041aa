/*
 * What went wrong, as data: a code that decides the exit code, and one sentence, or the form of one
 * and its facts (fact/err_phrase.h).
 * Functions return 0 or a negative code and fill their last parameter; only cmd/ prints it.
 */
#pragma once

/* Exit codes, promised to scripts. */
enum {
	EXIT_DONE = 0,    /* a plan exists, nothing wrong found */
	EXIT_NO = 1,      /* the answer is no */
	EXIT_USAGE = 2,   /* wrong usage */
	EXIT_INPUT = 3,   /* input not understood, or facts missing */
	EXIT_MISSING = 4, /* data or network not available */
	EXIT_FAULT = 70,  /* our own fault */
};

enum {
	ERR_USAGE = -1,   /* wrong option or argument */
	ERR_INPUT = -2,   /* input cannot be read or understood, or is over a limit */
	ERR_MISSING = -3, /* data, a library or the network is not available */
	ERR_FAULT = -4,   /* our own fault */
	ERR_NONE = -5,    /* nothing of that kind there: an answer, not a failure */
};

enum { ERR_TEXT = 480, ERR_FACTS = 4, ERR_PLACES = 3 };

/* A text among those that an error keeps, and the enum of room fact/ that says what it is. */
struct err_text {
	int what;
	unsigned at;
};

struct err {
	int code;
	int form;                /* an enum form; 0: the text is a sentence */
	unsigned n, places;      /* with a form: the facts, and where it was, from the inside out */
	unsigned used;           /* bytes of the text that they take */
	struct err_text fact[ERR_FACTS], place[ERR_PLACES];
	char text[ERR_TEXT];
};

/* Fills *e and returns `code`, so that a function can `return err_set(e, ERR_INPUT, …)`. */
int err_set(struct err *e, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Puts "prefix: " before the sentence, as file and line. Returns e->code. */
int err_at(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Keeps a text among those of the facts and says where; what no longer fits is cut. */
unsigned err_keep(struct err *e, const char *text);
/* Keeps where it was; what: an enum form with the fact `at`, 0 for "at: …". */
void err_place(struct err *e, int what, const char *text);
/* The exit code for an error code; 0 for 0. */
int err_exit(int code);
