/* Facts of the house as values of JSON's keys: what is not known is null. */
#pragma once

#include "base/json.h"
#include "base/strings.h"
#include "fact/host.h"

void json_key_tri(struct json *j, const char *key, enum tri v);
void json_key_sm(struct json *j, const char *key, struct sm sm);
/* A list; null where it is not known. */
void json_key_sms(struct json *j, const char *key, bool known, const struct sm_list *l);
void json_key_strings(struct json *j, const char *key, const struct strings *s);
/* Words with blanks between as a list; NULL has none. */
void json_key_words(struct arena *a, struct json *j, const char *key, const char *words);
/* A count or an index; below 0 it is not known. */
void json_key_index(struct json *j, const char *key, long long v);
/* Each with its code and what it has and needs, as "reasons" are told. */
void json_key_reasons(struct json *j, const char *key, const struct findings *reasons);
