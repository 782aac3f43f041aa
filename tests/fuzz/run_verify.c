/*
 * What the children of verify leave: memory that they share, and what they wrote. They are not
 * started; the input is both. Its first lines up to an empty one are the output, the rest lies over
 * the memory.
 */
#include "fuzz/command.h"
#include "fuzz/folder.h"
#include "probe/probe.h"

void __wrap_child_run_all(struct arena *a, struct child *v, size_t n, int *interrupted);
void __wrap_job_system(const struct job *j, struct probe_system *to);
void __wrap_job_gpu(const struct job *j, struct probe_gpu *to);

static struct span output, memory;

static void fill(void *to, size_t n)
{
	struct span s = span_sub(memory, 0, n);

	memcpy(to, s.p, s.n);
	memory = span_from(memory, s.n);
}

/* Devices come first, so that a short input has some. */
void __wrap_job_system(const struct job *j, struct probe_system *to)
{
	unsigned char n = 0;

	(void)j;
	fill(&n, 1);
	to->libcuda.state = STEP_OK;
	fill(&to->init.state, 1);
	fill(&to->driver_cuda, 2);
	to->n = n;
	fill(to->devices, sizeof *to->devices * (n % 4));
	if (n > 128)
		fill(to, sizeof *to);
}

void __wrap_job_gpu(const struct job *j, struct probe_gpu *to)
{
	(void)j;
	fill(to, sizeof *to);
}

void __wrap_child_run_all(struct arena *a, struct child *v, size_t n, int *interrupted)
{
	*interrupted = 0;
	for (size_t i = 0; i < n; i++) {
		unsigned char end = CHILD_DONE;

		fill(&end, 1);
		if (v[i].work)
			v[i].work(v[i].own);
		v[i].end = (enum child_end)(end % (CHILD_NONE + 1));
		v[i].number = end / 8;
		v[i].ms = end;
		v[i].output = (struct span){ arena_span(a, output), output.n };
	}
}

static struct span cut_output(struct span *s)
{
	struct span all = *s;
	ptrdiff_t at = span_find(*s, "\n\n");

	if (at < 0)
		return all;
	*s = span_from(*s, (size_t)at + 2);
	return span_sub(all, 0, (size_t)at);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"verify --torch -v --env", "verify --torch --json --env", "verify --redact --env",
		"verify --json --redact --bench --torch --env",
	};
	static const char environment[] =
		"=== bin/python\n=== pyvenv.cfg\nversion_info = 3.12.4\n"
		"=== lib/python3.12/site-packages/torch/version.py\n"
		"__version__ = '2.5.1+cu124'\ncuda = '12.4'\n";
	static char *variables[2];
	ARENA_AUTO a = { 0 };
	struct span s = { (const char *)data, n };
	struct command c;

	variables[0] = arena_printf(&a, "CUDAPLAN_ROOT=%s", folder_of_process());
	environ = variables;
	folder_fill(&a, SPAN(environment));
	output = cut_output(&s);
	memory = s;
	command_start(&c);
	command_line(&c, lines[n % 4]);
	command_word(&c, span_of(folder_path));
	command_end(&c);
	return 0;
}
