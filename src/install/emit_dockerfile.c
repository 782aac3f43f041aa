/*
 * A Dockerfile on a plain Python image, which the wheels need no more than: the NVIDIA container
 * toolkit brings the driver where the two variables ask for it
 * (docs.nvidia.com/datacenter/cloud-native/container-toolkit, "Specialized Configurations with
 * Docker"). Instructions in JSON form start no shell (docs.docker.com/reference/dockerfile, "Exec
 * form").
 */
#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"
#include "install/emit_private.h"

/* Options and lines of a list of pip as the words of a command. */
static void add_words(struct emit_page *e, const char *line, struct strings *to)
{
	size_t n = strcspn(line, " ");

	if (*line != '-') {
		strings_add(e->a, to, line);
		return;
	}
	strings_add(e->a, to, arena_span(e->a, span_sub(span_of(line), 0, n)));
	strings_add(e->a, to, line + n + 1);
}

static bool put_stage(struct emit_page *e, const struct emit_group *g)
{
	struct strings lines = { 0 }, words = { 0 };
	const char *command = "\"python\", \"-m\", \"pip\", \"install\", \"--no-cache-dir\"";
	bool arm;
	struct python plain;
	const char *stage;

	if (!emit_group_lines(e, g, &lines))
		return false;
	for (size_t i = 0; i < lines.n; i++)
		add_words(e, lines.v[i], &words);
	for (size_t i = 0; i < words.n; i++)
		command = arena_printf(e->a, "%s, %s", command, emit_quoted(e->a, words.v[i]));
	/* "FROM --platform=linux/arm64 python:3.12-slim AS cu130" */
	arm = platform_is_linux_arm(g->plan->build->platform);
	plain = g->plan->python;
	stage = e->apart ? g->name : g->plan->build->platform;
	plain.free_threaded = false;
	emit_line(e, "FROM --platform=linux/%s python:%s-slim%s%s", arm ? "arm64" : "amd64",
		  emit_python(e->a, plain), e->n > 1 ? " AS " : "", e->n > 1 ? stage : "");
	if (g->plan->build->cuda.major)
		emit_line(e, "ENV NVIDIA_VISIBLE_DEVICES=all "
			  "NVIDIA_DRIVER_CAPABILITIES=compute,utility");
	if (g->driver)
		emit_line(e, "LABEL nvidia.driver.least=\"%s\"", g->driver);
	emit_line(e, "RUN [%s]", command);
	return true;
}

/* A stage for each plan: docker build --target NAME. */
bool emit_dockerfile(struct emit_page *e)
{
	emit_about(e);
	for (size_t i = 0; i < e->n; i++) {
		if (i)
			emit_line(e, "%s", "");
		if (!put_stage(e, &e->v[i]))
			return false;
	}
	return true;
}
