/*
 * What went wrong with an input as a phrase: the same words end the program, or become a finding or
 * a note about a part of it.
 */
#pragma once

#include "base/err.h"
#include "fact/found.h"

/* ERR_SAY(e, ERR_INPUT, ZIP_TWO_ENDS, SAY(have, …), …): fills *e and returns the code. */
#define ERR_SAY(e, code, form_name, ...) \
	err_say(e, code, FORM_##form_name, (const struct fact[]){ { 0 }, ##__VA_ARGS__ }, \
		sizeof((const struct fact[]){ { 0 }, ##__VA_ARGS__ }) / sizeof(struct fact))
/* Texts for SAY() that live until the end of the block: a number, the first bytes of a span. */
#define ERR_NUMBER(number) err_number((char[24]){ 0 }, (number))
#define ERR_SPAN(s, most) err_span((char[(most) + 1]){ 0 }, (most) + 1, (s))

/* Copies the n - 1 facts behind the first, which is not used; at most ERR_FACTS, texts only. */
int err_say(struct err *e, int code, enum form form, const struct fact *facts, size_t n);
const char *err_number(char text[24], unsigned long long n);
const char *err_span(char *text, size_t room, struct span s);
/* Says where it was by a form with the fact `at` and the phrase `why`. Returns the code. */
int err_within(struct err *e, enum form form, const char *at);
/* Is the outermost place that it was told, or what it says, that name? */
bool err_begins(const struct err *e, const char *name);
/* The same without its outermost place, where it was told that one. */
struct err err_without(const struct err *e, enum form place);
/* What it says, with the places that it was told. */
struct phrase err_phrase(struct arena *a, const struct err *e);
