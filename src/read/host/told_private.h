/* What a line of a text tells of a machine; for told*.c and who looks for the same words. */
#pragma once

#include "base/err.h"
#include "fact/gpu_name.h"
#include "fact/host.h"

/* --- words (told_word.c) --------------------------------------------------------------------- */

enum told_kind {
	TOLD_NONE, TOLD_OTHER,
	/* what a number is of */
	TOLD_DRIVER, TOLD_LINUXDRIVER, TOLD_NVIDIA, TOLD_CUDA, TOLD_FOUND, TOLD_PYTHON, TOLD_TORCH,
	TOLD_CAPABILITY, TOLD_ARCH, TOLD_MAJOR, TOLD_MINOR, TOLD_GLIBC, TOLD_L4T,
	/* whose it is */
	TOLD_WISH, TOLD_EXAMPLE, TOLD_MEASURED, TOLD_RIVAL, TOLD_ADVICE, TOLD_SHOP, TOLD_GUIDE,
	TOLD_ASKED, TOLD_OFFER, TOLD_TRIED,
	TOLD_OWN, TOLD_USE, TOLD_HERE, TOLD_OTHERS, TOLD_FORMER, TOLD_AGED, TOLD_RENEWED,
	TOLD_LACK, TOLD_WORKS,
	/* on which of one's machines */
	TOLD_SERVER, TOLD_DESKTOP, TOLD_LAPTOP,
	/* who speaks */
	TOLD_ME, TOLD_YOU, TOLD_REPORT,
	/* where and how many */
	TOLD_PLACE, TOLD_AGAIN, TOLD_LABEL, TOLD_TWO, TOLD_FOUR, TOLD_EIGHT,
	/* makers */
	TOLD_AMD, TOLD_CARD, TOLD_INTEL, TOLD_NPU, TOLD_APPLE, TOLD_PROCESSOR,
	/* systems */
	TOLD_LINUX, TOLD_WINDOWS, TOLD_MAC, TOLD_BSD, TOLD_ARM, TOLD_JETSON, TOLD_X86, TOLD_WSL,
};

/* One word of told.def in a line. */
struct told_word {
	enum told_kind kind;
	size_t at, n;
};

enum { TOLD_WORDS = 96, TOLD_LINE = 4000 };

enum {
	TOLD_ROWS = 0
#define WORDS(kind, ...) + sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *)
#include "read/host/told.def"
#undef WORDS
};

/* The rows by their first byte, those that begin a word before those that may stand within one, and
 * room for a line in lower case. */
struct told_table {
	short first[2][256], next[TOLD_ROWS];
	struct span word[TOLD_ROWS];
	enum told_kind kind[TOLD_ROWS];
	bool open[TOLD_ROWS]; /* a longer word may begin with it */
	char low[TOLD_LINE];
};

void told_table_make(struct told_table *t);
/* The words of a line in lower case, in order; at most TOLD_WORDS. */
size_t told_words(const struct told_table *t, struct span low, struct told_word v[TOLD_WORDS]);

/* --- a line (told_line.c) -------------------------------------------------------------------- */

enum { TOLD_NAMES = 16 };

/* What the words around a name say of its GPU. */
enum {
	TOLD_IS_THERE = 1 << 0,   /* of the machine: "I have", "my", "GPU:", or in a place of it */
	TOLD_IS_USED = 1 << 1,    /* "I ran it on": of one of one's machines */
	TOLD_IS_MANY = 1 << 2,    /* "V100 GPUs" */
	TOLD_IS_MINE = 1 << 3,    /* right behind "my", "I have" */
	TOLD_IS_LISTED = 1 << 4,  /* in one sentence with the name before it */
	TOLD_IS_SPOKEN = 1 << 5,  /* in a sentence of oneself, or of what goes wrong */
	TOLD_IS_WORKING = 1 << 6, /* where nothing goes wrong */
	TOLD_IS_BELOW = 1 << 7,   /* not only in a title */
	TOLD_IS_TERSE = 1 << 8,   /* in a line of few words, which is no sentence */
	TOLD_IN_SERVER = 1 << 9,  /* and the other sorts of machine behind it */
	TOLD_IN_ANY = 7 << 9,
};

/* A GPU that a line names. */
struct told_name {
	struct gpu_name name; /* in `low` of the line */
	int count;            /* "2x", 1 where none is said */
	bool own;             /* no wish, requirement, example or row of a benchmark */
	bool former;          /* "from X to Y", "my old X": it was, and no longer is */
	bool chip;            /* "GF108": names its GPU where nothing else does */
	unsigned says;        /* TOLD_IS_…, TOLD_IN_… */
};

/* A number of the line with its owner; text NULL: none. */
struct told_number {
	const char *text;
	int strength; /* of several drivers the strongest counts */
	bool labelled; /* "Driver Version: 535.54" */
	bool differ;   /* from another one of that strength */
};

struct told_line {
	struct span plain, low; /* as written, and in lower case; the same length */
	unsigned no;
	struct span label;      /* "driver version" of "  Driver Version: 1"; length 0 none */
	bool heads;             /* "GPU 1:", "Found device 0 with properties:": begins a block */
	int index;              /* "Device 0: …", -1 none */
	int slot;               /* "Card-1: …" of all makers' cards, from 1; -1 none */
	const char *bus;        /* "01:00.0" or NULL */
	const char *uuid;       /* "GPU-d6de3398-9932-6902-11ec-fee8e424c8a2" or NULL */
	const char *pci_id;     /* "10de:2504" or NULL */
	struct span vendor, device; /* "10de" and "2504" of lines of their own; length 0 none */
	const char *chip;       /* the capability that the chip's name decides, or NULL */
	const char *sm;         /* "8.6" or NULL */
	bool capable;           /* it says nothing but that */
	const char *apple;      /* where a Mac's chip stands, "M2 Pro", or NULL */
	const char *maker;      /* "AMD Radeon": names a GPU of another maker; NULL none */
	bool maker_own;         /* no wish or example */
	bool sole;              /* "nvidia.com/gpu=0": a GPU by its number alone */
	bool again;             /* "skipped", "alias": a GPU that was listed before */
	struct told_name names[TOLD_NAMES];
	size_t n_names;
	bool me, you, reports;  /* who speaks, of what goes wrong */
	bool describes;         /* what a product is, or what to buy */
	bool article;           /* begins a sentence with "The RTX 4090" */
	bool theirs;            /* tells somebody of "your GPU", "你这个显卡" */
	bool machine;           /* the label is a sort of machine, "Server:" */
	bool wishes;            /* holds a word for what is wished for or required */
	int found;              /* "found 2 CUDA devices"; -1 none */
	struct told_number driver;
	const char *alone;      /* a number in a form that only drivers have, with no word for it */
	const char *cuda;       /* whose it is is not said */
	const char *driver_cuda, *python, *glibc, *l4t, *macos;
	const char *libc;       /* the glibc of the system that it names */
	bool pythons_differ;
	bool wsl;
	int votes[TOLD_WSL + 1]; /* for TOLD_LINUX … TOLD_WSL */
};

/* A line while it is read. */
struct told_reading {
	struct arena *a;
	struct told_line *l;
	struct told_word words[TOLD_WORDS];
	size_t n;
};

/* (told_libc.c) The glibc of the system that the line names with its release: "2.27" of "Ubuntu
 * 18.04 LTS"; NULL: it names none. */
const char *told_libc(struct span s);
/* (told_libc.c) A machine has no older glibc than its system; what a Python prints may be that
 * of the machine that it was built on (2.2.5 and 2.10 in conda). NULL: the system is not known. */
void told_libc_settle(struct host *h, const char *least);
/* (told_cloud.c) The line with the GPUs of a cloud's machines in the place of their names. */
struct span told_cloud(struct arena *a, struct span line);
/* (told_word.c) Letters, digits, '.' and '_'. */
bool told_in_word(char c);
/* (told_word.c) "12.2" that begins s; length 0: no digit does. */
struct span told_number_at(struct span s);
/* "512.00 MiB", "320.50W", by what stands behind the number: how much, and no version. */
bool told_is_size(struct span behind);
/* "?", "？", "么": it ends as a question does. */
bool told_ends_asking(struct span s);
/* s without what it begins with of those marks. */
struct span told_skip(struct span s, const char *marks);
/* What stands around a place between two marks of the sentence. */
struct span told_clause(struct span s, size_t at);
struct span told_sentence(struct span s, size_t at);
/* The line, or that part of it, has a word of the kind. */
bool told_has_within(const struct told_reading *r, struct span part, enum told_kind kind);
bool told_has(const struct told_reading *r, enum told_kind kind);
/* (told_word.c) It holds a word for what is wished for, required or an example; or measured, too,
 * which the title of what is below says of the machine at hand. */
bool told_hopes(const struct told_reading *r, struct span part);
bool told_wishes(const struct told_reading *r, struct span part);
/* (told_word.c) It says that it is one's own, or, where nothing is asked, what one uses. */
bool told_owns(const struct told_reading *r, struct span part);
/* (told_word.c) A wish goes on over commas to that place: "mandates CUDA 11.8, driver 525". */
bool told_wished(const struct told_reading *r, size_t at);
/* (told_word.c) What stands at that place is of the line's label. */
bool told_in_label(const struct told_line *l, size_t at);
/* (told_owner.c) "my RTX 3060 requires …": said to be one's own right before that place. */
bool told_is_mine(const struct told_reading *r, size_t at);
/* (told_owner.c) What the words around a name say of whose it is. */
struct told_name told_name_owned(const struct told_reading *r, const struct gpu_name *found);
/* (told_owner.c) TOLD_IN_… of the last word for a sort of machine in it, 0: it has none. */
unsigned told_sort(const struct told_reading *r, struct span part);
/* (told_owner.c) What stands there was, is not there, or is somebody else's. */
bool told_is_other(const struct told_reading *r, size_t at);
/* (told_name.c) The GPUs that the line names. */
void told_names(struct told_reading *r);
/* (told_name.c) Names of a line that is a list beside a driver are all of the machine. */
void told_inventory(struct told_reading *r);
/* (told_name.c) "x2", "* 8", "× 4", "(24GB) x 2" right behind a name; 0: nothing counts it. */
uint64_t told_count_behind(struct span behind);
/* (told_name.c) Where the line names a chip of Apple's, NULL: it does not. */
const char *told_apple(const struct told_reading *r);
/* (told_name.c) The maker of a GPU that is not NVIDIA's, NULL none; *at is where it stands. */
const char *told_maker(const struct told_reading *r, const char **at);
/* (told_number.c) "5060" of "NVIDIA 5060" is of a name. */
bool told_is_of_name(const struct told_line *l, struct span s);
/* (told_number.c) Of two that differ the stronger counts, of those that agree the longer. */
void told_number_take(struct told_number *to, const char *text, int strength);
/* Its capability, driver, Python and other numbers (told_number.c). */
void told_numbers(struct told_reading *r);

/* False: the line is empty, or longer than TOLD_LINE. `low` lives until the next call. */
bool told_line(struct arena *a, struct told_table *t, struct span line, unsigned no,
	       struct told_line *ret);
/* The same, and nothing but its votes. */
bool told_system(struct told_table *t, struct span line, struct told_line *ret);

/* --- the GPUs (told_device.c) ---------------------------------------------------------------- */

enum { TOLD_KEY = 48, TOLD_DEVICES = 64, TOLD_LABELS = 32, TOLD_DRIVERS = 4,
	TOLD_KEYS = 8, TOLD_MACHINES = 32 };

/* One GPU, as far as records tell of it. */
struct told_device {
	struct gpu g;
	char key[TOLD_KEY];  /* of its name, to know it again */
	bool chip;           /* the name is that of its chip */
	unsigned says;  /* all that was said where it is named */
	int slot;       /* as of told_line */
	int count;      /* "2x" */
};

/* Lines that tell of one thing: every label once, one name, one place. */
struct told_record {
	struct told_device d;
	struct told_device chip; /* what its chip tells of it, where nothing else names it */
	bool again;           /* of a GPU that was listed before */
	bool sure;            /* a line of it has a place and a capability */
	const char *maker;    /* it is a GPU of another maker */
	const char *vendor, *device; /* numbers, NULL none */
	struct told_number drivers[TOLD_DRIVERS];
	size_t n_drivers;
	unsigned long labels[TOLD_LABELS];
	size_t n_labels;
};

/* Names, to know them again. */
struct told_keys {
	char v[TOLD_KEYS][TOLD_KEY];
	size_t n;
};

struct told_devices {
	struct arena *a;
	struct told_record r;
	struct told_device v[TOLD_DEVICES];
	size_t n;
	bool over;           /* more than fit */
	bool contradicts;    /* two names in one place */
	int index;           /* of the heading above, -1 none */
	struct told_number driver;
	const char *maker;   /* the first GPU of another maker, as it was written */
	struct told_keys former, others; /* that was there; that is wished for or somebody else's */
	const char *passing; /* a name that is not said to be of this machine */
};

/* A line that tells of a whole machine, and what it calls it; `sure`: by a word for machines. */
struct told_machine {
	struct span name, line;
	bool sure;
};

struct told_lines {
	struct told_machine v[TOLD_MACHINES];
	size_t n;
};

/* (told_whose.c) The key of one is an end of the other: "4090" is the "rtx4090" of the same text;
 * no name may be any. */
bool told_alike(const char *a, const char *b);
/* (told_whose.c) It has a number, a slot or a UUID. */
bool told_is_placed(const struct gpu *g);
/* A name without its brand and forms, by which it is known again: "rtx4090". */
void told_key(struct span name, char key[TOLD_KEY]);
void told_devices_take(struct told_devices *t, struct told_line *l);
/* What was taken since the last call is one GPU, or none. The first call begins. */
void told_devices_close(struct told_devices *t);
/* Those of the only name are as many as were counted elsewhere: "V100 GPUs … 4 GPUs per node". */
void told_devices_count(struct told_devices *t, int found);
void told_devices_put(struct told_devices *t, struct host *h);

/* --- whose they are (told_whose.c) ----------------------------------------------------------- */

/*
 * What was replaced is none of the machine, wherever the text names it again, nor is one that works
 * where another does not; nor what another sentence names, where one is said to be somebody's own,
 * or where as many as a program has `found` stand in their places.
 */
void told_devices_leave_former(struct told_devices *t, int found);
/* A few words name one, and no other card is passed over beside it. */
bool told_devices_are_terse(const struct told_devices *t);
/*
 * Several names count where each is said to be one of the machine, or counted where somebody `told`
 * of one, or where they are as many as the text has `found`, and all are in machines of one sort; a
 * single one does where it is told of, and no other is wished for beside it.
 */
bool told_devices_are_own(const struct told_devices *t, int found, bool told);

/* --- the text (told.c) ----------------------------------------------------------------------- */

/*
 * The machine that a text tells of; ERR_INPUT with what was seen where it tells of none. Beside a
 * machine that known forms told of, or NULL, only what is surely a driver's number is one.
 * `machines`, which may be NULL, gets the lines that tell of one each.
 */
int told_read(struct arena *a, const char *source_name, struct span bytes,
	      const struct host *beside, struct told_lines *machines, struct host *ret,
	      struct err *e);
