/* Tables whose rows tell of several machines. */
#pragma once

#include "base/keys.h"
#include "base/strings.h"
#include "read/host/format_private.h"
#include "read/host/left_private.h"

/*
 * Adds a host for every node of the tables with titles for a node and for its GPUs, each node once;
 * CP001 where a column was cut. `named` gets the nodes of tables that do not tell of GPUs, `left`
 * the lines that were read, and the first that a table has and that could not be.
 * False: there is no such table with GPUs.
 */
bool columns_read(struct arena *a, const char *source, struct span text, struct left *left,
		  struct hosts *named, struct hosts *ret);
/* (columns_block.c) The same of blocks of labels, of which some names a GPU; `named`, which is
 * empty, gets every node. False: there are no two. */
bool columns_blocks(struct arena *a, const char *source, struct span text, struct hosts *named,
		    struct hosts *ret);

/* --- one line (columns_cell.c) --------------------------------------------------------------- */

/* COLUMNS_COUNTS: a greater number of people is a GPU's name, as "3090". */
enum { COLUMNS_MAX = 40, COLUMNS_NODES = HOSTS_MAX, COLUMNS_COUNTS = 99 };
/* Between cells stands more than one blank; or one, and each cell is below its title. */
enum { COLUMNS_WIDE = 1, COLUMNS_BELOW = 2 };

/* Without what people put around words. */
struct span columns_bare(struct span s);
/* '|' or a tab that stands between its cells; 0: blanks do. */
char columns_mark(struct span line);
/* COLUMNS_WIDE and COLUMNS_BELOW, as the first row of `text` stands below the titles; or 0. */
char columns_mark_below(const struct line *titles, struct span text);
/* The cells of a line, at most COLUMNS_MAX; of a mark, without what people put around words. */
size_t columns_split(struct span line, char mark, struct span *v);
/* The same of a row below so many titles: words beyond them are of a GPU's name, as in
 * "gpu01 NVIDIA A100-SXM4-80GB 8". */
size_t columns_row(struct span line, char mark, size_t titles, struct span *v);
/* The n cells of a row, each below its title, become as many as there are titles, with blank ones.
 * False: one is below none, or below two. */
bool columns_place(const struct line *titles, char mark, const struct line *l, size_t n,
		   struct span *v);
/* "f/t", free of all of them: what, stands in the line above, in the same order. */
void columns_name_shares(struct span above, struct span *v, size_t n);
/* "---+---", "|:---|": nothing but what is drawn. */
bool columns_is_rule(struct span s);
/* "-", "<none>", "CPU only": there is none. */
bool columns_is_none(struct span s);
/* "(null)", "gpu:a100:8,nvme:3600": what Slurm says of GPUs. */
bool columns_is_gres(struct span s);
/* Could be the name of a node. */
bool columns_is_name(struct span s);
/* The same, where no title says so: it has a number, and names no GPU. */
bool columns_is_heading(struct span s);
/* A line without the blanks around it, and without "⎿" and the like before it. */
struct span columns_plain(struct span line);
/*
 * The nodes of a cell, also "gn03-gn05"; of people "gn01, gn02", "gn03–05", too, and where the
 * title is `plural` "gn03-05". False: there is no name.
 */
bool columns_nodes(struct arena *a, struct span cell, bool people, bool plural,
		   struct strings *ret);
/* Whether a cell of people names GPUs, or says that there are none; under a title that is `of_gpus`
 * by any word with a number. */
bool columns_names_gpu(struct span cell, bool of_gpus);
/*
 * The GPUs that a cell names as people do: "4x A100 80GB", "(2) V100", "L40S × 8 (48 GB each)"; as
 * many as `count` where it does not say.
 */
void columns_gpus(const struct source *s, struct span cell, const struct gpu *like, uint64_t count,
		  const struct line *l, struct host *h);

/* (columns_markup.c) Takes the table off the front of the text, which begins with that line: of a
 * markup, or with its columns as rows; as one within bars. False: it is none. */
bool columns_markup(struct arena *a, struct span line, struct span *text, struct span *ret);

/* --- what a table is (columns.c, columns_form.c) --------------------------------------------- */

enum column { NODE, NODES, GRES, PRODUCT, LABELS, COUNT, SUM, INDEX, DRIVER, CAPABILITY,
	      STATE, TOTAL, USED, SYSTEM, FEATURES, PART, MEMORY, PRICE, COLUMNS };

struct columns {
	struct source src;
	const char *source;
	struct hosts *to;
	size_t from;           /* of the hosts that are of this text */
	struct hosts *named;   /* nodes of which a table tells no more than that they are */
	struct keys names;     /* of theirs */
	ARRAY(size_t) places;  /* among the hosts, of each of the names */
	struct keys listed;    /* names of nodes whose GPUs stand in one cell */
	unsigned missed;       /* the line of the first row that tells what is not read */
	/* the table at hand */
	struct line titles;
	int at[COLUMNS];       /* -1: no such column */
	size_t n;              /* columns that the titles have */
	size_t first;          /* among the hosts, of its rows */
	unsigned cut;          /* how far in the titles stand */
	uint64_t nodes;        /* that the row at hand tells of */
	char mark;             /* what stands between cells; 0: blanks */
	bool people;           /* wrote it */
	bool titled;
	bool plural;           /* a cell may be of several nodes */
	size_t turned;         /* so many of its columns are the machines */
	bool counted;          /* rows say how many nodes, and not which */
	bool per_node;         /* the title of the number of GPUs: not of all nodes */
	bool bare;             /* no column tells of GPUs */
	bool weak;             /* what names the nodes may name anything */
};

/* (columns_cell.c) A host of that name, which is told of in that line. */
struct host columns_node(const struct columns *t, const char *name, unsigned line);
/* (columns_cell.c) Adds it; it is not there yet. */
struct host *columns_add(struct columns *t, const char *name, unsigned line);
/* (columns_cell.c) NULL: it is not there. */
struct host *columns_find(struct columns *t, const char *name);
/*
 * (columns_form.c) The rows up to an empty line are of a table without titles, whose columns are
 * told by their form:
 * sinfo -h -o "%N|%G|…", sinfo -h -N -O. Sets what the columns are. `gres_asked`: GPUs were asked
 * for, so that "(null)" in each row is none of them.
 */
bool columns_untitled(struct columns *t, struct span text, bool gres_asked);
/* (columns_form.c) Reads the lines of condor_status -af, "slot1@node …"; false: not all are. */
bool columns_slots(struct columns *t, struct span text);
/* (columns.c) Reads a table that was made of lines from there on; false: it is none of nodes. */
bool columns_feed(struct columns *t, struct span table, unsigned line);
/* (columns_title.c) People call nodes so, or how many there are. */
bool columns_names_node(struct span title);
/* (columns_title.c) Sets which column tells what, by its title and by what stands below it. */
void columns_titles(struct columns *t, const struct span *v, struct span text);
