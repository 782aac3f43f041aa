#include "cmd/options.h"

#include <string.h>

#include "base/tr.h"
#include "fact/platform.h"
#include "os/file.h"

/* What --help puts together, in this order. */
enum { OF_MACHINE, OF_INSTALLED, OF_WISH, OF_ANSWER, OF_COMMON, GROUPS };

static const char *const groups[GROUPS] = {
	[OF_MACHINE] = N_("the machine; without these the one that it runs on"),
	[OF_INSTALLED] = N_("what is installed there, or asked for by files"),
	[OF_WISH] = N_("the wish"),
	[OF_ANSWER] = N_("the answer"),
	[OF_COMMON] = N_("all commands"),
};

/* Where the value lands, and the commands that take the files behind it as further values. */
#define AT_MANY(field, commands) offsetof(struct options, field), commands
#define AT(field) AT_MANY(field, 0)

/* "pip|uv|…": every name behind a bar, but for the first bar. */
static const char installers[] =
#define INSTALLER(id, name, manager, place, writer) "|" name
#include "fact/installer.def"
#undef INSTALLER
	;

/* The same of files. */
static const char emitters[] =
#define EMITTER(id, name, installer, also_pip, single, writer, ...) "|" name
#include "fact/emitter.def"
#undef EMITTER
	;

/* Sorted by name; a test checks it. */
static const struct opt rows[] = {
	{ "all", 'a', OPT_FLAG, NULL, N_("show every candidate with its verdict"), IN_SUGGEST,
	  AT(all), OF_ANSWER },
	{ "allow-older", 0, OPT_FLAG, NULL, N_("take a matrix that is older than one seen before"),
	  IN_UPDATE, AT(allow_older), OF_ANSWER },
	{ "bench", 0, OPT_FLAG, NULL, N_("measure rates of copy and product too"), IN_VERIFY,
	  AT(bench), OF_ANSWER },
	{ "channel", 'c', OPT_LIST, "CHANNEL", N_("conda channels to plan with"), IN_WISH,
	  AT(channel), OF_WISH },
	{ "check", 0, OPT_FLAG, NULL, N_("say what is here and what is there; change nothing"),
	  IN_UPDATE, AT(check), OF_ANSWER },
	{ "cleanup", 0, OPT_FLAG, NULL, N_("show how to remove a broken mix and install anew"),
	  IN_DOCTOR,
	  AT(cleanup), OF_ANSWER },
	{ "color", 0, OPT_VALUE, "auto|always|never", N_("colour on the terminal"),
	  IN_ALL, AT(color),
	  OF_COMMON },
	{ "compare", 0, OPT_FLAG, NULL, N_("say what differs between two builds"), IN_INSPECT,
	  AT(compare), OF_ANSWER },
	{ "conda-list", 0, OPT_LIST, "FILE", N_("what conda list printed, or the like"), IN_ENV,
	  AT(conda_list), OF_INSTALLED },
	{ "cuda", 0, OPT_VALUE, "X.Y", N_("plan with exactly this CUDA variant"), IN_WISH, AT(cuda),
	  OF_WISH },
	{ "depth", 0, OPT_VALUE, "names|declared|exact", N_("how much to read"), IN_INSPECT,
	  AT(depth), OF_ANSWER },
	{ "driver", 0, OPT_VALUE, "VERSION", N_("the driver of the machine to plan for"), IN_HOST,
	  AT(driver), OF_MACHINE },
	{ "emit", 0, OPT_VALUE, emitters + 1, N_("write the plan as this file"),
	  IN_SUGGEST, AT(emit),
	  OF_ANSWER },
	{ "emit-rows", 0, OPT_FLAG, NULL, N_("print the lines for the tables of the matrix"),
	  IN_INSPECT,
	  AT(emit_rows), OF_ANSWER },
	{ "env", 0, OPT_VALUE, "PREFIX", N_("the environment in this folder"),
	  IN_ENV | IN_VERIFY | IN_INSPECT, AT(env), OF_INSTALLED },
	{ "file", 'f', OPT_LIST, "FILE", N_("an environment.yml or the like"), IN_ENV, AT(file),
	  OF_INSTALLED },
	{ "fix-file", 0, OPT_FLAG, NULL, N_("print corrected files as a diff"), IN_DOCTOR,
	  AT(fix_file), OF_ANSWER },
	{ "format", 0, OPT_VALUE, "text|sarif|github", N_("how to say what was found"), IN_DOCTOR,
	  AT(format), OF_ANSWER },
	{ "glibc", 0, OPT_VALUE, "X.Y", N_("its C library"), IN_HOST, AT(glibc), OF_MACHINE },
	{ "gpu", 0, OPT_LIST, "NAME", N_("a GPU of it: a name, sm_86, or none"), IN_HOST, AT(gpu),
	  OF_MACHINE },
	{ "hashes", 0, OPT_FLAG, NULL, N_("check the sha256 of every file that RECORD names"),
	  IN_INSPECT, AT(hashes), OF_ANSWER },
	{ "help", 'h', OPT_FLAG, NULL, N_("show this help"), IN_ALL, AT(help), OF_COMMON },
	{ "host", 0, OPT_LIST, "FILE", N_("pasted nvidia-smi outputs or other facts; - is stdin"),
	  IN_HOST, AT_MANY(host, IN_DETECT | IN_SUGGEST), OF_MACHINE },
	{ "ignore-gpu", 0, OPT_LIST, "GPU", N_("a GPU that need not run torch"),
	  IN_SUGGEST | IN_EXPLAIN, AT(ignore_gpu), OF_MACHINE },
	{ "index-url", 'i', OPT_LIST, "URL", N_("the package index to install from"),
	  IN_WISH | IN_UPDATE,
	  AT(index_url), OF_WISH },
	{ "installer", 0, OPT_LIST, installers + 1, N_("print commands for it"),
	  IN_WISH | IN_DOCTOR, AT(installer), OF_WISH },
	{ "json", 0, OPT_FLAG, NULL, N_("one JSON object on one line"),
	  IN_ALL, AT(json), OF_COMMON },
	{ "lang", 0, OPT_VALUE, "LANG",
	  N_("the language to answer in, zh or en; else the locale's"), IN_ALL, AT(lang),
	  OF_COMMON },
	{ "list-checks", 0, OPT_FLAG, NULL, N_("show what is looked at"),
	  IN_DOCTOR, AT(list_checks),
	  OF_ANSWER },
	{ "macos", 0, OPT_VALUE, "X.Y", N_("the macOS of a Mac"), IN_HOST, AT(macos), OF_MACHINE },
	{ "matrix", 0, OPT_VALUE, "FILE", N_("use this matrix instead of the built-in one"), IN_ALL,
	  AT(matrix), OF_COMMON },
	{ "merge", 0, OPT_LIST, "FILE", N_("make one table of the JSON of many nodes"), IN_VERIFY,
	  AT(merge), OF_ANSWER },
	{ "mirror", 0, OPT_LIST, "URL", N_("the same, or the name of a mirror"), IN_WISH,
	  AT(index_url), OF_WISH },
	{ "nvcc", 0, OPT_VALUE, "PATH", N_("compile with this nvcc too; auto is the one found"),
	  IN_VERIFY,
	  AT(nvcc), OF_ANSWER },
	{ "offline", 0, OPT_FLAG, NULL, N_("never use the network"),
	  IN_ALL, AT(offline), OF_COMMON },
	{ "online", 0, OPT_FLAG, NULL, N_("ask indexes and channels whether the files are there"),
	  IN_SUGGEST | IN_DOCTOR, AT(online), OF_ANSWER },
	{ "pip-list", 0, OPT_LIST, "FILE", N_("what pip list or pip freeze printed"), IN_ENV,
	  AT(pip_list), OF_INSTALLED },
	{ "plan", 0, OPT_VALUE, "NUMBER", N_("of several plans the one that --emit is to write"),
	  IN_SUGGEST, AT(plan), OF_ANSWER },
	{ "platform", 0, OPT_VALUE, "linux-64|linux-aarch64|win-64|osx-64|osx-arm64|win-arm64",
	  N_("its platform"), IN_HOST, AT(platform), OF_MACHINE },
	{ "python", 0, OPT_VALUE, "X.Y", N_("the Python to plan for, 3.13t if free-threaded"),
	  IN_WISH | IN_DOCTOR,
	  AT(python), OF_WISH },
	{ "quiet", 'q', OPT_FLAG, NULL, N_("say less"), IN_ALL, AT(quiet), OF_COMMON },
	{ "redact", 0, OPT_FLAG, NULL,
	  N_("leave out host and user names, UUIDs, home paths, credentials"), IN_ALL, AT(redact),
	  OF_COMMON },
	{ "requirement", 'r', OPT_LIST, "FILE", N_("a requirements.txt or the like"), IN_ENV,
	  AT(requirement), OF_INSTALLED },
	{ "scheme", 0, OPT_VALUE, "pep440|conda|dotted", N_("the order of versions to use"),
	  IN_VERCMP,
	  AT(scheme), OF_ANSWER },
	{ "signer", 0, OPT_LIST, "FILE", N_("take what the holder of this public key signed, too"),
	  IN_UPDATE, AT(signer), OF_ANSWER },
	{ "source", 0, OPT_FLAG, NULL, N_("show where each row comes from"), IN_MATRIX, AT(source),
	  OF_ANSWER },
	{ "strict", 0, OPT_FLAG, NULL, N_("exit 1 on warnings too"),
	  IN_SUGGEST | IN_DOCTOR | IN_VERIFY,
	  AT(strict), OF_COMMON },
	{ "timeout", 0, OPT_VALUE, "SECONDS",
	  N_("how long a GPU, or a silent server, is waited for"),
	  IN_VERIFY | IN_INSPECT | IN_SUGGEST | IN_DOCTOR | IN_UPDATE, AT(timeout), OF_ANSWER },
	{ "torch", 0, OPT_FLAG, NULL, N_("run torch itself on every GPU too"), IN_VERIFY, AT(torch),
	  OF_ANSWER },
	{ "undo", 0, OPT_FLAG, NULL, N_("go back to the matrix before"), IN_UPDATE, AT(undo),
	  OF_ANSWER },
	{ "verbose", 'v', OPT_COUNT, NULL, N_("say more"), IN_ALL, AT(verbose), OF_COMMON },
	{ "version", 0, OPT_FLAG, NULL, N_("show the version of the program and of the matrix"),
	  IN_ALL,
	  AT(version), OF_COMMON },
};

/* Values in the words of pip, of docker, of uname and of people. */
static const char *meant(const char *option, const char *value)
{
	static const struct {
		const char *option, *word, *value;
	} words[] = {
		{ "platform", "linux", PLATFORM_LINUX },
		{ "platform", "x86_64", PLATFORM_LINUX },
		{ "platform", "amd64", PLATFORM_LINUX },
		{ "platform", "x64", PLATFORM_LINUX },
		{ "platform", "linux-x86_64", PLATFORM_LINUX },
		{ "platform", "linux_x86_64", PLATFORM_LINUX },
		{ "platform", "linux-amd64", PLATFORM_LINUX },
		{ "platform", "linux/amd64", PLATFORM_LINUX },
		{ "platform", "linux64", PLATFORM_LINUX },
		{ "platform", "wsl", PLATFORM_LINUX },
		{ "platform", "aarch64", PLATFORM_LINUX_ARM },
		{ "platform", "arm64", PLATFORM_LINUX_ARM },
		{ "platform", "linux-arm64", PLATFORM_LINUX_ARM },
		{ "platform", "linux_aarch64", PLATFORM_LINUX_ARM },
		{ "platform", "linux/arm64", PLATFORM_LINUX_ARM },
		{ "platform", "jetson", PLATFORM_LINUX_ARM },
		{ "platform", "windows", PLATFORM_WINDOWS },
		{ "platform", "win", PLATFORM_WINDOWS },
		{ "platform", "win32", PLATFORM_WINDOWS },
		{ "platform", "win_amd64", PLATFORM_WINDOWS },
		{ "platform", "macos", PLATFORM_MAC },
		{ "platform", "mac", PLATFORM_MAC },
		{ "platform", "darwin", PLATFORM_MAC },
		{ "platform", "win_arm64", PLATFORM_WINDOWS_ARM },
		{ "platform", "windows-arm64", PLATFORM_WINDOWS_ARM },
		{ "emit", "conda", "environment" },
		{ "emit", "environment.yml", "environment" },
		{ "emit", "requirements.txt", "requirements" },
		{ "emit", "constraints.txt", "constraints" },
		{ "emit", "docker", "dockerfile" },
		{ "emit", "github", "actions" },
		{ "emit", "kubernetes", "k8s" },
		{ "installer", "pip3", "pip" },
		{ "installer", "anaconda", "conda" },
		{ "installer", "miniconda", "conda" },
	};

	return FIRST_TELLS(x, ROWS(words), strcmp(option, x->option) == 0 &&
		strcasecmp(value, x->word) == 0, x->value, NULL);
}

/* What people write who know other programs, or another command of this one. */
static const struct {
	const char *name;
	uint64_t commands;
	const char *option, *value; /* what is meant; %s is their value */
} others[] = {
	{ "torch", IN_WISH, NULL, "torch==%s" },
	{ "pytorch", IN_WISH, NULL, "torch==%s" },
	{ "torch-version", IN_WISH, NULL, "torch==%s" },
	{ "with", IN_WISH, NULL, "%s" },
	{ "package", IN_WISH, NULL, "%s" },
	{ "os", IN_HOST, "--platform", "%s" },
	{ "card", IN_HOST, "--gpu", "%s" },
	{ "driver-version", IN_HOST, "--driver", "%s" },
	{ "cuda-version", IN_WISH, "--cuda", "%s" },
	{ "python-version", IN_WISH, "--python", "%s" },
	{ "channel", IN_MATRIX, NULL, "channel=%s" },
	{ "cuda", IN_MATRIX, NULL, "cuda=%s" },
	{ "driver", IN_MATRIX, NULL, "driver=%s" },
	{ "gpu", IN_MATRIX, NULL, "gpu=%s" },
	{ "installer", IN_MATRIX, NULL, "installer=%s" },
	{ "package", IN_MATRIX, NULL, "package=%s" },
	{ "platform", IN_MATRIX, NULL, "platform=%s" },
	{ "python", IN_MATRIX, NULL, "python=%s" },
	{ "sm", IN_MATRIX, NULL, "sm=%s" },
	{ "torch", IN_MATRIX, NULL, "torch=%s" },
};

const char *option_meant(struct arena *a, uint64_t command, struct span name, const char *value,
			 const char **option)
{
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if ((others[i].commands & command) && span_is(name, others[i].name)) {
			*option = others[i].option;
			return arena_printf(a, others[i].value, value);
		}
	return NULL;
}

/* A bare word may be an argument that a folder of the same name lies beside. */
static bool is_file(const char *word)
{
	enum os_kind kind = os_info(word).kind;

	return kind == OS_REGULAR || (kind != OS_ABSENT && strchr(word, '/'));
}

const struct opt_table option_table = {
	rows, sizeof rows / sizeof *rows, groups, GROUPS, meant, is_file,
};
