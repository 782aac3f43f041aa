/*
 * Rows of the data that readers need, who stand below the matrix and know none: they are compiled
 * in out of the same CSV files (data/rows.sh). Strings live as long as the program.
 */
#pragma once

#include "base/arena.h"
#include "base/span.h"

/* The python3 of a system by the tag of its image: "3.10" of "ubuntu", "22.04-slim". */
const char *row_system_python(const char *name, struct span tag);
/* "ubuntu", "18.04", "2.27": the glibc of a system; *i goes from 0 on; NULL behind the last. */
struct row_libc {
	const char *name, *release, *glibc;
};
const struct row_libc *row_next_libc(size_t *i);
/* The newest Python that is released: "3.15". */
const char *row_newest_python(void);
/* The newest GLIBCXX that a tag of manylinux promises: "3.4.19" of "2.17"; NULL: none is known. */
const char *row_glibcxx(const char *glibc);
/* uv takes the package from the index of --torch-backend. */
bool row_is_of_backend(const char *package);
/* The index of PyTorch for a variant, "cu126". */
const char *row_index(struct arena *a, const char *variant);
/*
 * Where the pages of an index or the folders of a channel lie; NULL: not known. A channel of which
 * nothing is known is looked for beside conda-forge, as conda's default channel_alias has it.
 */
const char *row_home(struct arena *a, const char *channel);
/* "version", "date" of the matrix inside the program; NULL: there is no such row. */
const char *row_meta(const char *key);
/* The keys that it trusts, in the Base64 of signify; *i goes from 0 on; NULL behind the last. */
const char *row_next_key(size_t *i);
/* The first release of which it holds, a row of since.csv. */
const char *row_since(const char *what);

/* "libcudnn", "9", "libcudnn_ops": the files that a library is made of; *i goes from 0 on. */
struct row_part {
	const char *library, *version, *part;
};
const struct row_part *row_next_part(size_t *i);

/* How a word makes the name of a GPU: "a100" is one, "rtx" goes before a number, "ti" behind; "t4"
 * and "3090" are one where the words around them say so. */
enum row_word { ROW_MODEL, ROW_FAMILY, ROW_ADDITION, ROW_SHORT };
/* The words of a kind, in lower case; *i goes from 0 on; NULL behind the last. */
const char *row_next_word(enum row_word kind, size_t *i);
/* Those that begin with the first byte of s; not to be asked again behind the last. */
const char *row_word_by(enum row_word kind, struct span s, size_t *i);
/* Whether one of them that is no addition begins with the first two bytes of the text. */
bool row_may_be_word(struct span s);
/* The GPU of a machine that a cloud rents out: "NVIDIA A10G", "4" of "g5.12xlarge"; NULL: none. */
const char *row_machine(struct span type, const char **gpus);
/*
 * The compute capability of a chip, "8.6" of "GA104"; letters behind the number are a version of it
 * ("GK208M", "GA104GLM"). NULL: not known.
 */
const char *row_chip(struct span chip);
/* The CUDA that a driver reports, "12.2" of "535.54.03", on Windows "537.13"; NULL: not known. */
const char *row_driver_cuda(struct span driver);
