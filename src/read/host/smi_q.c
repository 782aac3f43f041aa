/* nvidia-smi -q: "Key : value" lines in sections; indentation may be lost, names tell sections. */
#include "read/host/fields_private.h"

struct log {
	const struct source *s;
	struct host *h;
	struct gpu *gpu;
	struct span section;  /* the last line without a value */
	struct mig_device mig;
	bool in_mig;
	bool finished;        /* the section that ends a GPU was reached */
	int attached;         /* "Attached GPUs", or -1 */
};

static const struct field fields[] = {
#define ROW(place, section, label, fact, seen, confidence, source) \
	{ sizeof section > 1 ? section : NULL, label, fact },
#include "rows/host/label.def"
#undef ROW
	{ .label = NULL },
};

static void mig_end(struct log *log)
{
	if (log->in_mig && log->gpu)
		format_mig_add(log->s->a, log->gpu, log->mig);
	log->in_mig = false;
}

/* "GPU 00000000:01:00.0" begins a GPU. */
static bool take_gpu(struct log *log, const struct line *l)
{
	struct span rest = l->s;

	if (!span_take(&rest, "GPU ") || !field_is_bus_id(span_trim(rest)))
		return false;
	mig_end(log);
	log->gpu = format_gpu(log->s, log->h, (int)log->h->gpus.n, l->no);
	log->section = (struct span){ NULL, 0 };
	log->finished = false;
	if (log->gpu)
		log->gpu->bus_id = arena_span(log->s->a, span_trim(rest));
	return true;
}

static void take_section(struct log *log, struct span s)
{
	if (span_is(s, "MIG Device") || span_is(s, "MIG Devices")) {
		mig_end(log);
		log->in_mig = span_is(s, "MIG Device");
		log->mig = (struct mig_device){ NULL, NULL };
	} else if (span_is(s, "Processes")) {
		log->finished = true;
	}
	log->section = s;
}

/* Inside "MIG Device" only its UUID counts; its memory is not that of the GPU. */
static void take_mig_value(struct log *log, struct span key, struct span v)
{
	if (span_is(key, "MIG UUID") || span_is(key, "GPU UUID"))
		log->mig.uuid = field_text(log->s->a, v);
	if (span_is(key, "Accounting Mode") || span_is(key, "Serial Number") ||
	    span_is(key, "GPU UUID") || span_is(key, "Minor Number"))
		mig_end(log);
}

static void take_value(struct log *log, const struct line *l, struct span key, struct span v)
{
	int f;

	if (!l->whole && v.n) {
		FORMAT_CUT(log->s->a, log->h, l->no, CUT_LOG_LINE);
		return;
	}
	if (span_ends(key, "Processes"))
		log->finished = true;
	if (log->in_mig) {
		take_mig_value(log, key, v);
		if (log->in_mig)
			return;
	}
	f = field_fact(fields, log->section, key);
	if (f == SMI_COUNT)
		log->attached = field_index(v);
	else if (f != SMI_NONE)
		smi_fact_set(log->s->a, log->h, log->gpu, (enum smi_fact)f, v);
}

static bool is_banner(struct span s)
{
	return span_find(s, "==NVSMI LOG==") >= 0;
}

/* The banner, or where it was not copied, the lines that follow it. */
static bool log_begins(const struct source *s, size_t i)
{
	struct span l = s->v[i].s, key, value;

	if (is_banner(l))
		return true;
	if (!span_pair(l, &key, &value))
		return span_starts(l, "GPU ") && field_is_bus_id(span_trim(span_from(l, 4)));
	return span_is(key, "Attached GPUs") && field_index(value) >= 0;
}

/* No bar of a table and no prompt. */
static bool is_section(struct span s)
{
	return s.n > 0 && s.n < 60 && ascii_alnum(s.p[0]) &&
	       !span_holds(s, ONE_OF("|", "@", "$", "#", "~", ">", "\\"));
}

/* A line of the log that is no GPU's heading; false: it is none of the log's own. */
static bool take_line(struct log *log, const struct line *l)
{
	struct span key, value;

	if (span_pair(l->s, &key, &value))
		take_value(log, l, key, value);
	else if (is_section(l->s) && !(log->finished && span_starts(l->s, "GPU ")))
		take_section(log, l->s);
	else
		return false;
	return true;
}

/*
 * A blank line stands behind every GPU: behind one that is whole only the next GPU may follow.
 * Behind its last GPU the log ends at the first line that is none of its own.
 */
static size_t log_lines(struct log *log, size_t i)
{
	size_t blank = 0;

	for (; i < log->s->n; i++) {
		const struct line *l = &log->s->v[i];
		bool apart = blank > 0;

		blank = l->s.n ? 0 : blank + 1;
		if (is_banner(l->s) || blank > 2)
			break;
		if (l->s.n == 0 || take_gpu(log, l))
			continue;
		if ((apart && log->finished) || !take_line(log, l))
			break;
	}
	mig_end(log);
	return i;
}

static void log_check(struct log *log, unsigned line)
{
	struct host *h = log->h;

	if (log->attached >= 0 && (size_t)log->attached > h->gpus.n)
		FORMAT_CUT(log->s->a, h, line, LOG_FEWER_GPUS,
			   SAY(have, fact_number(log->s->a, h->gpus.n)),
			   SAY(need, fact_number(log->s->a, (unsigned)log->attached)));
	else if (!log->finished)
		FORMAT_CUT(log->s->a, h, line, CUT_LOG_GPU);
}

static size_t log_read(const struct source *s, size_t i, struct host *to)
{
	struct log log = { .s = s, .h = to, .attached = -1 };
	size_t end = log_lines(&log, is_banner(s->v[i].s) ? i + 1 : i);

	log_check(&log, s->v[end > i ? end - 1 : i].no);
	return end > i ? end : i + 1;
}

const struct host_format format_smi_q = { log_begins, log_read };
