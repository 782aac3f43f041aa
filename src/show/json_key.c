#include "show/json_key.h"

void json_key_tri(struct json *j, const char *key, enum tri v)
{
	if (v == TRI_UNKNOWN)
		json_null_key(j, key);
	else
		json_bool_key(j, key, v == TRI_YES);
}

void json_key_sm(struct json *j, const char *key, struct sm sm)
{
	json_str_key(j, key, sm_known(sm) ? sm_text(sm, TEXT_ROOM) : NULL);
}

void json_key_sms(struct json *j, const char *key, bool known, const struct sm_list *l)
{
	if (!known) {
		json_null_key(j, key);
		return;
	}
	JSON_VALUES(j, key, const struct sm, sm, *l)
		json_str(j, sm_text(*sm, TEXT_ROOM));
}

void json_key_strings(struct json *j, const char *key, const struct strings *s)
{
	JSON_VALUES(j, key, const char *, one, *s)
		json_str(j, *one);
}

void json_key_words(struct arena *a, struct json *j, const char *key, const char *words)
{
	struct span rest = span_of(words), word;

	json_list_key(j, key);
	while (span_word(&rest, &word))
		json_str(j, arena_span(a, word));
	json_end(j);
}

void json_key_index(struct json *j, const char *key, long long v)
{
	if (v < 0)
		json_null_key(j, key);
	else
		json_int_key(j, key, v);
}

void json_key_reasons(struct json *j, const char *key, const struct findings *reasons)
{
	char code[8];

	JSON_EACH(j, key, const struct finding, f, *reasons) {
		json_str_key(j, "code", finding_name(f->code, code));
		json_str_key(j, "have", f->have);
		json_str_key(j, "need", f->need);
	}
}
