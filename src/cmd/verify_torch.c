/* torch itself, in the environment's Python: a child per GPU, which prints "cudaplan KEY VALUE". */
#include <string.h>

#include "base/tr.h"
#include "cmd/verify_private.h"
#include "show/words.h"

enum { TORCH_MS = 180000 };

/*
 * Each step is exact on the CPU, so it must be so on the GPU; the working folder is no place to
 * import from.
 */
static const char script[] =
	"import sys\n"
	"if sys.path and sys.path[0] == '': sys.path.pop(0)\n"
	"def say(key, value):\n"
	"    print('cudaplan', key, str(value).splitlines()[0] if str(value) else '', flush=True)\n"
	"def step(name, work):\n"
	"    say('step', name)\n"
	"    if not work(): raise RuntimeError(name + ': a wrong result')\n"
	"def gpu(torch):\n"
	"    d = 'cuda:0'\n"
	"    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False\n"
	"    a = torch.arange(4096).reshape(64, 64).remainder(7).float()\n"
	"    step('add', lambda: torch.equal((a.to(d) + 1).cpu(), a + 1))\n"
	"    step('matmul', lambda: torch.equal((a.to(d) @ a.to(d)).cpu(), a @ a))\n"
	"    x, w = a.reshape(1, 1, 64, 64), torch.ones(1, 1, 3, 3)\n"
	"    f = torch.nn.functional.conv2d\n"
	"    step('convolution', lambda: torch.allclose(f(x.to(d), w.to(d)).cpu(), f(x, w)))\n"
	"    if torch.cuda.get_device_capability(0)[0] >= 8:\n"
	"        b = torch.ones(64, 64, dtype=torch.bfloat16, device=d)\n"
	"        step('bf16', lambda: bool(((b @ b) == 64).all()))\n"
	"    torch.cuda.synchronize()\n"
	"try:\n"
	"    import torch\n"
	"    say('version', torch.__version__)\n"
	"    say('cuda', torch.version.cuda or '')\n"
	"    here = torch.cuda.is_available()\n"
	"    say('available', here)\n"
	"    if here:\n"
	"        say('cudnn', torch.backends.cudnn.version() or '')\n"
	"        gpu(torch)\n"
	"    else:\n"
	"        torch.zeros(1, device='cuda')\n"
	"    say('done', 'yes')\n"
	"except BaseException as error:\n"
	"    say('error', type(error).__name__ + ': ' + str(error))\n";

static const char *said(struct arena *a, struct span output, const char *key)
{
	struct span line, found = { NULL, 0 };
	char mark[64];

	snprintf(mark, sizeof mark, "cudaplan %s ", key);
	while (span_line(&output, &line))
		if (span_take(&line, mark))
			found = span_trim(line);
	return found.n ? arena_span(a, span_sub(found, 0, 400)) : NULL;
}

static void take_versions(struct verification *f, struct span output)
{
	struct arena *a = f->r->arena;
	const char *available = said(a, output, "available");
	struct verified_torch *t = &f->v.torch;

	if (!t->version)
		t->version = said(a, output, "version");
	if (!t->cuda)
		t->cuda = said(a, output, "cuda");
	if (!t->cudnn)
		t->cudnn = said(a, output, "cudnn");
	if (available)
		t->available = t->available == TRI_YES || strcmp(available, "True") == 0;
}

/* Why it failed, with the step that it was in; NULL where all went well. */
static const char *failure(struct verification *f, const struct child *c)
{
	struct arena *a = f->r->arena;
	const char *error = said(a, c->output, "error"), *step = said(a, c->output, "step");
	struct phrase ended = verify_end(a, c->end, c->number, child_state(c->pid));
	const char *end = words_phrase(a, &ended);

	if (said(a, c->output, "done") && !end)
		return NULL;
	if (!error)
		error = end ? arena_printf(a, "Python %s", end) : tr("Python said nothing");
	return step ? arena_printf(a, "%s: %s", step, error) : error;
}

void verify_torch(struct verification *f)
{
	struct arena *a = f->r->arena;
	const char *argv[] = { f->v.env.python, "-c", script, NULL };
	size_t n = f->targets.n ? f->targets.n : 1;
	struct child *c = arena_array(a, n, sizeof *c);

	if (!f->v.env.python) {
		f->v.torch.ok = TRI_NO;
		f->v.torch.text = tr("the environment has no Python");
		return;
	}
	for (size_t i = 0; i < n; i++) {
		c[i] = (struct child){ .argv = argv, .limit_ms = verify_limit(f->r, TORCH_MS) };
		if (f->targets.n && f->targets.v[i].job.visible)
			c[i].set[0] = arena_printf(a, "CUDA_VISIBLE_DEVICES=%s",
						   f->targets.v[i].job.visible);
	}
	child_run_all(a, c, n, &f->interrupted);
	for (size_t i = 0; i < n; i++) {
		struct verified_gpu *g = f->targets.n ? &f->v.gpus.v[i] : NULL;
		const char *text = failure(f, &c[i]);

		take_versions(f, c[i].output);
		if (g)
			g->torch = (struct verified_torch_gpu){ text ? TRI_NO : TRI_YES, text };
		if (text || f->v.torch.ok == TRI_UNKNOWN)
			f->v.torch.ok = text ? TRI_NO : TRI_YES;
		if (text && !f->v.torch.text)
			f->v.torch.text = text;
	}
}
