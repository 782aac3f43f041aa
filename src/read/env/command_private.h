/* The commands that a line holds, for the reader of those that install. */
#pragma once

#include "read/env/env_private.h"

enum tool { TOOL_NONE, TOOL_PIP, TOOL_CONDA, TOOL_PROJECT };

struct command_line {
	struct strings words; /* of the line, ";" where a command ends */
	size_t word;          /* the program */
	size_t at;            /* the first word behind "install" */
	enum tool tool;
	const char *options;  /* those that the program has */
	bool lists;           /* "uv pip sync": its words are files */
	bool poetry;          /* whose "torch@^2.1" is no URL */
	const char *manifest; /* where TOOL_PROJECT finds what it installs */
};

/* An option of a command. */
struct env_option {
	bool known, takes;    /* takes a value */
	struct span name;     /* the long one: "--index-url" of "-i" */
	struct span value;    /* in the same word; p is NULL: none is */
};

enum { ENV_OPTIONS = 8 };

/* The options in a word that begins with "-", "-qU" has two; the last of them may be unknown. */
size_t env_option_read(const char *table, const char *word, struct env_option *to, size_t most);
/* The table of a program; `add`: of "uv add". */
const char *env_option_table(struct span program, bool add);

/* The line, and those that a backslash adds to it; *end is behind them. */
struct span env_command_line(const struct env_text *t, size_t i, size_t *end);
/* Its words as a shell takes them, quote marks off; ";" where a command ends. */
struct strings env_command_words(struct arena *a, struct span s);
/* "pip3.10" of "/usr/bin/pip3.10", "%pip", "pip.exe". */
struct span env_command_program(const char *word);
/* "pip", "pip3", "pip3.10", "pip$VERSION", "$PIP" */
bool env_command_is_pip(struct span s);
/* What may stand before a command: a prompt, "RUN", "sudo", "python -m", another command. */
bool env_command_is_lead(const char *word);
/* The next command from word `from` on. */
bool env_command_find(struct command_line *c, size_t from);
/* The condition of a command among words, "if … then … else … fi" in one line; NULL: none.
 * `known`: a condition that holds by the values in it is none. */
const char *env_condition_word(struct arena *a, const struct strings *words, size_t at, bool known);
/* Whether what stands in it, or in the branches before, keeps the command from being run. */
bool env_condition_fails(const struct strings *words, size_t at);
/* A word with a variable in it, "$NAME", "%NAME%", or with what a command prints, "$(…)". */
bool env_command_is_open(const char *word);
/* What the command that was found asks for, and the settings that it names. */
void env_command_read(const struct env_text *t, const struct command_line *c, struct origin origin,
		      struct env *to);
/* The facts of the commands in words that stand in line i, which are run under that condition;
 * NULL: under the one that stands around the line. */
void env_command_run(const struct env_text *t, size_t i, const struct strings *words,
		     const char *condition, struct env *to);
/* A base image that line i names: "nvidia/cuda:12.4.1-devel-ubuntu22.04". */
void env_image_add(const struct env_text *t, size_t i, struct span image, struct env *to);
