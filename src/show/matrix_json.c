#include "show/matrix.h"

#include "base/text.h"

static void words(struct arena *a, struct json *j, const char *key, const char *text)
{
	struct span rest = span_of(text), word;

	json_list_key(j, key);
	while (span_word(&rest, &word))
		json_str(j, arena_span(a, word));
	json_end(j);
}

static void targets(struct json *j, const char *key, const struct build *b,
	const struct sm_list *list)
{
	char text[SM_TEXT];

	if (b->code_grade == GRADE_NONE && b->cuda.major) {
		json_null_key(j, key);
		return;
	}
	json_list_key(j, key);
	for (size_t i = 0; i < list->n; i++)
		json_str(j, sm_text(list->v[i], text));
	json_end(j);
}

static void fits(struct json *j, const struct table_row *row)
{
	char text[SM_TEXT];

	json_list_key(j, "gpus");
	for (size_t i = 0; i < row->n_fits; i++) {
		json_open(j);
		json_str_key(j, "sm", sm_text(row->fits[i].sm, text));
		json_str_key(j, "via", via_name(row->fits[i].via));
		json_str_key(j, "code", sm_text(row->fits[i].code, text));
		json_close(j);
	}
	json_end(j);
}

static const char *grade(enum grade g)
{
	static const char *const names[] = { NULL, "low", "medium", "high" };

	return names[g];
}

static void row_json(struct arena *a, struct json *j, const struct matrix_page *page, size_t i)
{
	const struct table_row *row = &page->table->v[i];
	const struct build *b = row->build;
	char cuda[CUDA_TEXT];

	json_open(j);
	json_str_key(j, "torch", b->torch);
	json_str_key(j, "variant", b->variant);
	json_str_key(j, "cuda", b->cuda.major ? cuda_version_text(b->cuda, cuda) : NULL);
	json_str_key(j, "toolkit", b->toolkit);
	json_str_key(j, "installer", manager_name(b->manager));
	json_str_key(j, "channel", b->channel);
	json_str_key(j, "index_url", b->index_url);
	json_str_key(j, "platform", b->platform);
	words(a, j, "pythons", python_set_text(a, row->pythons));
	json_bool_key(j, "pythons_inferred", b->pythons_inferred);
	json_str_key(j, "glibc", b->glibc);
	targets(j, "sass", b, b->sass);
	targets(j, "ptx", b, b->ptx);
	json_str_key(j, "code_confidence", grade(b->code_grade));
	json_str_key(j, "exists_confidence", grade(b->exists_grade));
	json_bool_key(j, "certain", b->certain);
	json_bool_key(j, "default", b->is_default);
	json_str_key(j, "driver_min", row->least_driver);
	json_str_key(j, "driver_support", driver_support_name(row->support));
	json_str_key(j, "torchvision", b->torchvision);
	json_str_key(j, "torchaudio", b->torchaudio);
	json_list_key(j, "builds");
	for (size_t k = 0; k < row->builds.n; k++)
		json_str(j, row->builds.v[k]);
	json_end(j);
	fits(j, row);
	if (page->keys)
		words(a, j, "source", page->keys[i]);
	json_close(j);
}

void show_matrix_json(struct arena *a, struct json *j, const struct matrix_page *page)
{
	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_open_key(j, "matrix");
	json_str_key(j, "date", page->date);
	json_str_key(j, "version", page->version);
	json_close(j);
	json_list_key(j, "rows");
	for (size_t i = 0; i < page->table->n; i++)
		row_json(a, j, page, i);
	json_end(j);
	if (page->keys) {
		json_list_key(j, "sources");
		for (size_t i = 0; i < page->sources.n; i++) {
			json_open(j);
			json_str_key(j, "key", page->sources.v[i].key);
			json_str_key(j, "place", page->sources.v[i].place);
			json_str_key(j, "revision", page->sources.v[i].revision);
			json_str_key(j, "seen", page->sources.v[i].seen);
			json_close(j);
		}
		json_end(j);
	}
	json_close(j);
	fputc('\n', j->f);
}
