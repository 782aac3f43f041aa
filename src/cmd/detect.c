/* detect: the facts of this machine, or of what is pasted. */
#include <string.h>

#include "base/json.h"
#include "base/tr.h"
#include "cmd/cmd.h"
#include "cmd/hosts_private.h"
#include "know/host.h"
#include "os/file.h"
#include "os/machine.h"
#include "os/variable.h"
#include "show/host.h"
#include "show/host_json.h"
#include "show/shell.h"

/* Its name goes along with what is read elsewhere: the answers of many nodes stand side by side. */
static void name_live(struct run *r, struct hosts *hosts)
{
	struct place here = place_here(os_variables());

	for (size_t i = 0; i < hosts->n && !r->o->redact && !*here.root; i++)
		if (hosts->v[i].live && !hosts->v[i].name)
			hosts->v[i].name = os_node(r->arena);
}

static void show_json(struct run *r, const struct hosts *hosts)
{
	struct json j = cmd_json(r);

	json_open(&j);
	json_int_key(&j, "schema_version", 1);
	show_hosts_json(r->arena, &j, hosts);
	json_close(&j);
}

/* What to ask of it next, where its facts can be had once more. */
static void show_next(struct run *r)
{
	const struct strings *files = &r->o->host;
	struct strings words = { 0 };

	if (r->o->gpu.n || r->o->driver || r->o->redact)
		return;
	strings_add(r->arena, &words, "cudaplan");
	strings_add(r->arena, &words, "suggest");
	for (size_t i = 0; i < files->n; i++) {
		enum os_kind kind = os_info(files->v[i]).kind;

		if (strcmp(files->v[i], "-") == 0 || kind == OS_PIPE || kind == OS_OTHER)
			return;
		strings_add(r->arena, &words, "--host");
		strings_add(r->arena, &words, files->v[i]);
	}
	show_words(&r->out, tr("next"), &words);
}

static void show_text(struct run *r, const struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->n; i++) {
		if (i)
			fputc('\n', r->out.f);
		show_host(r->arena, &r->out, &hosts->v[i]);
		show_host_problems(r->arena, &r->out, &hosts->v[i], true);
		if (!r->o->quiet)
			show_host_more(r->arena, &r->out, &hosts->v[i], r->o->verbose);
		if (r->o->verbose)
			show_host_from(r->arena, &r->out, &hosts->v[i]);
	}
	if (!r->o->quiet)
		show_next(r);
}

static int virtuals(struct run *r, struct matrix *m, struct hosts *hosts, struct err *e)
{
	return FIRST_TELLS(x, *hosts, host_virtuals(m, r->arena, x, e), e->code, 0);
}

static int run_detect(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct hosts hosts;
	struct err e;

	if (r->args.n) {
		cmd_meant(r, r->args.v[0], "--host", r->args.v[0]);
		err_set(&e, ERR_USAGE, "detect takes no argument: a file goes to --host");
	} else if (matrix_open(r->arena, r->o->matrix, &m, &e) == 0 &&
		 (r->o->json ? cmd_hosts_folded(r, m, true, &hosts, &e) :
			       cmd_hosts(r, m, &hosts, &e)) == 0 &&
		 virtuals(r, m, &hosts, &e) == 0) {
		if (r->o->json)
			name_live(r, &hosts);
		(r->o->json ? show_json : show_text)(r, &hosts);
		return EXIT_DONE;
	}
	return cmd_fail(r, &e);
}

const struct cmd cmd_detect = {
	.name = "detect",
	.summary = N_("show the facts of this machine, or of pasted input"),
	.args = "",
	.examples = N_(
		"  cudaplan detect                     this machine\n"
		"  cudaplan detect --host smi.txt      one whose nvidia-smi you saved\n"
		"  cudaplan detect --json > host.json  facts for elsewhere: --host host.json\n"),
	.bit = IN_DETECT,
	.on_input = FORM_TRY_DETECT,
	.run = run_detect,
};
