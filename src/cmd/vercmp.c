#include "base/version.h"
#include "cmd/cmd.h"

static int run_vercmp(struct run *r)
{
	struct err e;
	int c;

	if (r->args.n != 2) {
		err_set(&e, ERR_USAGE, "vercmp takes two versions");
		return cmd_fail(r, &e);
	}
	c = version_dotted_cmp(span_of(r->args.v[0]), span_of(r->args.v[1]));
	fputs(c < 0 ? "<\n" : c > 0 ? ">\n" : "=\n", r->out.f);
	return EXIT_DONE;
}

const struct cmd cmd_vercmp = {
	.name = "vercmp",
	.summary = "compare two versions",
	.args = "A B",
	.bit = IN_VERCMP,
	.run = run_vercmp,
};
