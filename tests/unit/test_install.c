/* Commands of every era, installer and platform; expectations by hand from the tables of data/. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "install/install.h"
#include "plan/bounds.h"
#include "plan/steps.h"
#include "show/shell.h"
#include "unit/step_line.h"
#include "unit/world.h"

/* What the matrix says of builds like this one: how pip asks for it, and what it bounds. */
static void learn(struct build *b)
{
	static struct world w;
	const struct platform_builds *p;
	struct err e;

	if (!w.m)
		world_open(&w, TEST_MATRIX);
	assert_int_equal(catalogue_platform(&w.c, b->platform, &e), 0);
	p = catalogue_builds(&w.c, b->platform);
	for (size_t i = 0; i < p->n && !b->terms; i++) {
		const struct build *v = &p->v[i];

		if (v->manager != b->manager || strcmp(v->channel, b->channel) != 0 ||
		    strcmp(v->torch, b->torch) != 0 || strcmp(v->variant, b->variant) != 0 ||
		    !v->local != !b->local)
			continue;
		b->terms = v->terms;
		b->pip_page = v->pip_page;
		b->needs_cuda = v->needs_cuda;
	}
	assert_non_null(b->terms);
}

#define WHL "https://download.pytorch.org/whl"

struct pip_case {
	const char *torch, *variant, *index, *local, *platform, *python, *vision, *audio;
	const char *want; /* what follows "pip install" */
};

/* What tests/plan/commands-pip.test does not reach: releases, platforms and Pythons whose build
 * is not the first choice of any machine. */
static const struct pip_case pip_cases[] = {
	{ "2.9.1", "cu130", WHL "/cu130", "+cu130", "linux-aarch64", "3.12", "0.24.1", "2.9.1",
	  "torch==2.9.1+cu130 torchvision==0.24.1 torchaudio==2.9.1 --index-url " WHL "/cu130" },
	{ "2.2.2", "cu121", NULL, NULL, "linux-64", "3.12", "0.17.2", "2.2.2",
	  "torch==2.2.2 torchvision==0.17.2 torchaudio==2.2.2 numpy<2" },
	{ "2.2.2", "cu118", WHL "/cu118", "+cu118", "linux-64", "3.8", "0.17.2", "2.2.2",
	  "torch==2.2.2+cu118 torchvision==0.17.2+cu118 torchaudio==2.2.2+cu118 "
	  "--index-url " WHL "/cu118" },
	{ "2.0.1", "cu118", WHL "/cu118", "+cu118", "linux-64", "3.11", "0.15.2", "2.0.2",
	  "torch==2.0.1+cu118 torchvision==0.15.2+cu118 torchaudio==2.0.2+cu118 numpy<2 "
	  "--index-url " WHL "/cu118" },
	{ "1.13.1", "cu116", WHL "/cu116", "+cu116", "linux-64", "3.10", "0.14.1", "0.13.1",
	  "torch==1.13.1+cu116 torchvision==0.14.1+cu116 torchaudio==0.13.1 numpy<2 "
	  "--extra-index-url " WHL "/cu116" },
	{ "1.10.2", "cu113", WHL "/cu113", "+cu113", "linux-64", "3.9", "0.11.3", "0.10.2",
	  "torch==1.10.2+cu113 torchvision==0.11.3+cu113 torchaudio==0.10.2 numpy<2 "
	  "-f " WHL "/cu113/torch_stable.html" },
	{ "1.7.1", "cu102", WHL "/cu102", NULL, "linux-64", "3.8", "0.8.2", "0.7.2",
	  "torch==1.7.1 torchvision==0.8.2 torchaudio==0.7.2 -f " WHL "/cu102/torch_stable.html" },
	{ "1.0.0", "cu100", WHL "/cu100", NULL, "linux-64", "2.7", "0.2.1", NULL,
	  WHL "/cu100/torch-1.0.0-cp27-cp27mu-linux_x86_64.whl torchvision==0.2.1" },
	{ "2.15.0", "cpu", WHL "/cpu", "+cpu", "linux-64", "3.12", "0.29.2", "none",
	  "torch==2.15.0+cpu torchvision==0.29.2+cpu --index-url " WHL "/cpu" },
};

static struct build pip_build(const struct pip_case *c)
{
	struct build b = {
		.platform = c->platform,
		.manager = MANAGER_PIP,
		.channel = c->index ? "pytorch-index" : "pypi",
		.torch = c->torch,
		.variant = c->variant,
		.index_url = c->index,
		.local = c->local,
		.package = "torch",
		.exact = true,
	};

	learn(&b);
	return b;
}

static struct plan plan_of(const struct build *b, enum installer i, const char *python,
			   const char *vision, const char *audio)
{
	struct plan p = { .build = b, .installer = i, .torchvision = vision, .torchaudio = audio };

	assert_true(python_parse(span_of(python), &p.python));
	return p;
}

TEST(install_pip_eras)
{
	ARENA_AUTO a = { 0 };
	struct ground g = { 0 };

	for (size_t i = 0; i < sizeof pip_cases / sizeof *pip_cases; i++) {
		const struct pip_case *c = &pip_cases[i];
		struct build b = pip_build(c);
		struct plan p = plan_of(&b, INSTALLER_PIP, c->python, c->vision, c->audio);
		const char *got;

		plan_steps(&a, &g, &p);
		assert_int_equal(p.steps.n, 2);
		got = strstr(line(&a, &p.steps, 1), " -m pip install ");
		assert_non_null(got);
		assert_string_equal(got + strlen(" -m pip install "), c->want);
	}
}

static const struct pip_case linux_case = { .torch = "2.14.1", .variant = "cu126",
	.index = WHL "/cu126", .local = "+cu126", .platform = "linux-64" };
static const struct pip_case plain_case = { .torch = "2.15.0", .variant = "cu132",
	.platform = "linux-64" };
static const struct pip_case extra_case = { .torch = "1.13.1", .variant = "cu116",
	.index = WHL "/cu116", .local = "+cu116", .platform = "linux-64" };
static const struct pip_case page_case = { .torch = "1.9.1", .variant = "cu111",
	.index = WHL "/cu111", .local = "+cu111", .platform = "linux-64" };
static const struct pip_case windows_case = { .torch = "2.7.1", .variant = "cu118",
	.index = WHL "/cu118", .local = "+cu118", .platform = "win-64" };

TEST(install_pip_stands)
{
	ARENA_AUTO a = { 0 };
	struct build b = pip_build(&linux_case), w = pip_build(&windows_case);
	struct plan p = plan_of(&b, INSTALLER_PIP, "3.13t", "0.29.1", "none");
	struct ground g = { .here = true, .stand = STAND_VENV, .python = { 3, 12, false } };

	plan_steps(&a, &g, &p);
	is_step(&p.steps, 0, "python3.13t -m venv torch-env");
	step_begins(&p.steps, 1, "torch-env/bin/python -m pip install");
	is_step(&p.undo, 0, "rm -r torch-env");
	p.python = g.python;
	plan_steps(&a, &g, &p);
	assert_int_equal(p.steps.n, 1);
	step_begins(&p.steps, 0, "python -m pip install torch==");
	is_step(&p.undo, 0, "python -m pip uninstall torch torchvision");
	g.here = false;
	plan_steps(&a, &g, &p);
	assert_int_equal(p.steps.n, 2);
	p.build = &w;
	plan_steps(&a, &g, &p);
	is_step(&p.steps, 0, "py -3.12 -m venv torch-env");
	step_begins(&p.steps, 1, "torch-env\\Scripts\\python.exe -m pip install");
	is_step(&p.undo, 0, "Remove-Item -Recurse torch-env");
	p = plan_of(&b, INSTALLER_PIP, "2.7", NULL, NULL);
	plan_steps(&a, &g, &p);
	is_step(&p.steps, 0, "python2.7 -m virtualenv torch-env");
}

TEST(install_uv)
{
	ARENA_AUTO a = { 0 };
	struct build b = pip_build(&linux_case), old = pip_build(&extra_case);
	struct plan p = plan_of(&b, INSTALLER_UV, "3.14", "0.29.1", "none");
	struct ground g = { 0 };

	plan_steps(&a, &g, &p);
	is_step(&p.steps, 0, "uv venv --python 3.14 torch-env");
	is_step(&p.steps, 1, "uv pip install --python torch-env torch==2.14.1+cu126 "
		"torchvision==0.29.1+cu126 --index-url " WHL "/cu126");
	p = plan_of(&old, INSTALLER_UV, "3.10", "0.14.1", NULL);
	g = (struct ground){ .here = true, .stand = STAND_CONDA, .python = { 3, 10, false } };
	plan_steps(&a, &g, &p);
	is_step(&p.steps, 0, "uv pip install torch==1.13.1+cu116 torchvision==0.14.1+cu116 numpy<2 "
		"--extra-index-url " WHL "/cu116 --index-strategy unsafe-best-match");
	is_step(&p.undo, 0, "uv pip uninstall torch torchvision");
}

TEST(install_mirrors)
{
	ARENA_AUTO a = { 0 };
	struct build b = pip_build(&linux_case), plain = pip_build(&plain_case);
	struct build page = pip_build(&page_case);
	struct ground g = { .index = WHL "/%s" };
	struct plan p = plan_of(&b, INSTALLER_UV, "3.14", NULL, NULL);

	strings_add(&a, &g.index_urls, "https://mirror.example/simple");
	strings_add(&a, &g.index_urls, "https://mirror.example/pytorch/");
	plan_steps(&a, &g, &p);
	is_step(&p.steps, 1, "uv pip install --python torch-env torch==2.14.1+cu126 "
		"--index-url https://mirror.example/pytorch/cu126");
	g.index_urls.v[1] = "https://mirror.example/pytorch/cu126";
	plan_steps(&a, &g, &p);
	step_has(&p.steps, 1, "/pytorch/cu126");
	assert_null(strstr(line(&a, &p.steps, 1), "cu126/cu126"));
	p.build = &plain;
	plan_steps(&a, &g, &p);
	step_has(&p.steps, 1, "torch==2.15.0 --index-url https://mirror.example/simple");
	p.build = &page;
	g.index_urls.v[1] = "https://mirror.example/pytorch";
	plan_steps(&a, &g, &p);
	step_has(&p.steps, 1, "--index-url https://mirror.example/simple "
		 "-f https://mirror.example/pytorch/torch_stable.html");
}

struct conda_case {
	const char *channel, *torch, *variant, *build, *platform, *python;
	const char *vision, *vision_build, *audio, *audio_build, *extra, *channels;
	const char *want; /* what follows "--override-channels" */
};

static const struct conda_case conda_cases[] = {
	{ "pytorch", "2.1.0", "cu121", "py3.11_cuda12.1_cudnn8.9.2_0", "linux-64", "3.11",
	  "0.16.0", "py311_cu121", "2.1.0", "py311_cu121", "pytorch-cuda=12.1", "pytorch nvidia",
	  "-c pytorch -c nvidia -c conda-forge python=3.11 "
	  "pytorch=2.1.0=py3.11_cuda12.1_cudnn8.9.2_0 torchvision=0.16.0=py311_cu121 "
	  "torchaudio=2.1.0=py311_cu121 pytorch-cuda=12.1 numpy<2 mkl<2024.1" },
	{ "pytorch", "2.5.1", "cu124", "py3.12_cuda12.4_cudnn9.1.0_0", "linux-64", "3.12",
	  "0.20.1", "py312_cu124", "2.5.1", NULL, "pytorch-cuda=12.4", "pytorch nvidia",
	  "-c pytorch -c nvidia -c conda-forge python=3.12 "
	  "pytorch=2.5.1=py3.12_cuda12.4_cudnn9.1.0_0 torchvision=0.20.1=py312_cu124 "
	  "torchaudio=2.5.1 pytorch-cuda=12.4" },
	{ "pytorch", "2.4.1", "cu121", "py3.12_cuda12.1_cudnn9_0", "win-64", "3.12",
	  "0.19.1", NULL, NULL, NULL, "pytorch-cuda=12.1", "pytorch nvidia",
	  "-c pytorch -c nvidia -c conda-forge python=3.12 "
	  "pytorch=2.4.1=py3.12_cuda12.1_cudnn9_0 torchvision=0.19.1=*cu121* pytorch-cuda=12.1" },
	{ "pytorch", "1.13.1", "cu117", "py3.10_cuda11.7_cudnn8.5.0_0", "linux-64", "3.10",
	  "0.14.1", "py310_cu117", "0.13.1", "py310_cu117", "pytorch-cuda=11.7", "pytorch nvidia",
	  "-c pytorch -c nvidia -c conda-forge python=3.10 "
	  "pytorch=1.13.1=py3.10_cuda11.7_cudnn8.5.0_0 torchvision=0.14.1=py310_cu117 "
	  "torchaudio=0.13.1=py310_cu117 pytorch-cuda=11.7 numpy<2 mkl<2024.1" },
	{ "pytorch", "1.12.1", "cu116", "py3.9_cuda11.6_cudnn8.3.2_0", "linux-64", "3.9",
	  "0.13.1", "py39_cu116", "none", NULL, "cudatoolkit=11.6", "pytorch conda-forge",
	  "-c pytorch -c conda-forge python=3.9 pytorch=1.12.1=py3.9_cuda11.6_cudnn8.3.2_0 "
	  "torchvision=0.13.1=py39_cu116 cudatoolkit=11.6 numpy<2 mkl<2024.1" },
	{ "pytorch", "1.7.1", "cu110", "py3.8_cuda11.0.221_cudnn8.0.5_0", "linux-64", "3.8",
	  "0.8.2", "py38_cu110", "0.7.2", "py38", "cudatoolkit=11.0", "pytorch",
	  "-c pytorch -c conda-forge python=3.8 pytorch=1.7.1=py3.8_cuda11.0.221_cudnn8.0.5_0 "
	  "torchvision=0.8.2=py38_cu110 torchaudio=0.7.2=py38 cudatoolkit=11.0 mkl<2024.1" },
	{ "pytorch", "1.5.1", "cu92", "py3.7_cuda9.2.148_cudnn7.6.3_0", "linux-64", "3.7",
	  "0.6.1", "py37_cu92", NULL, NULL, "cudatoolkit=9.2", "pytorch",
	  "-c pytorch -c defaults python=3.7 pytorch=1.5.1=py3.7_cuda9.2.148_cudnn7.6.3_0 "
	  "torchvision=0.6.1=py37_cu92 cudatoolkit=9.2 mkl<2024.1" },
	{ "pytorch-lts", "1.8.2", "cu111", "py3.8_cuda11.1_cudnn8.0.5_0", "linux-64", "3.8",
	  NULL, NULL, NULL, NULL, "cudatoolkit=11.1", "pytorch-lts nvidia",
	  "-c pytorch-lts -c nvidia -c conda-forge python=3.8 "
	  "pytorch=1.8.2=py3.8_cuda11.1_cudnn8.0.5_0 cudatoolkit=11.1 mkl<2024.1" },
	{ "conda-forge", "2.12.0", "cu129", "cuda129_mkl_py313_heb780a3_300", "linux-64", "3.13",
	  "0.27.0", NULL, NULL, NULL, "cuda-version=12.9", "conda-forge",
	  "-c conda-forge python=3.13 pytorch=2.12.0=cuda129_mkl_py313_heb780a3_300 "
	  "torchvision=0.27.0 cuda-version=12.9" },
	{ "conda-forge", "2.13.0", "cu130", "cuda130*", "linux-64", "3.13t",
	  NULL, NULL, NULL, NULL, "cuda-version=13.0", "conda-forge",
	  "-c conda-forge python=3.13 python-freethreading pytorch=2.13.0=cuda130* "
	  "cuda-version=13.0" },
	{ "conda-forge", "2.11.0", "cu129", "cuda129*", "linux-aarch64", "3.12",
	  NULL, NULL, NULL, NULL, "cuda-version=12.9 arm-variant=*=tegra", "conda-forge",
	  "-c conda-forge python=3.12 pytorch=2.11.0=cuda129* cuda-version=12.9 "
	  "arm-variant=*=tegra" },
	{ "defaults", "2.0.1", "cu118", "gpu_cuda118py39he342708_0", "linux-64", "3.9",
	  NULL, NULL, NULL, NULL, "cudatoolkit=11.8", "defaults",
	  "-c defaults python=3.9 pytorch=2.0.1=gpu_cuda118py39he342708_0 cudatoolkit=11.8" },
};

static struct build conda_build(const struct conda_case *c)
{
	struct build b = {
		.platform = c->platform,
		.manager = MANAGER_CONDA,
		.channel = c->channel,
		.torch = c->torch,
		.variant = c->variant,
		.package = "pytorch",
		.build = c->build,
		.exact = !strchr(c->build, '*'),
		.conda_extra = c->extra,
		.conda_channels = c->channels,
	};

	cuda_version_parse(span_of(c->variant), &b.cuda);
	learn(&b);
	return b;
}

static struct plan conda_plan(const struct build *b, const struct conda_case *c, enum installer i)
{
	struct plan p = plan_of(b, i, c->python, c->vision, c->audio);

	p.torchvision_build = c->vision_build;
	p.torchaudio_build = c->audio_build;
	return p;
}

TEST(install_conda_eras)
{
	static const char head[] = "mamba create -n torch --override-channels ";
	ARENA_AUTO a = { 0 };
	struct ground g = { 0 };

	for (size_t i = 0; i < sizeof conda_cases / sizeof *conda_cases; i++) {
		struct build b = conda_build(&conda_cases[i]);
		struct plan p = conda_plan(&b, &conda_cases[i], INSTALLER_MAMBA);
		const char *got;

		plan_steps(&a, &g, &p);
		assert_int_equal(p.steps.n, 1);
		got = line(&a, &p.steps, 0);
		assert_memory_equal(got, head, strlen(head));
		assert_string_equal(got + strlen(head), conda_cases[i].want);
		is_step(&p.undo, 0, "mamba env remove -n torch");
	}
}

TEST(install_conda_in_environment)
{
	ARENA_AUTO a = { 0 };
	struct build b = conda_build(&conda_cases[8]);
	struct plan p = conda_plan(&b, &conda_cases[8], INSTALLER_MICROMAMBA);
	struct ground g = { .here = true, .stand = STAND_CONDA, .python = { 3, 13, false } };

	plan_steps(&a, &g, &p);
	is_step(&p.steps, 0, "micromamba install --override-channels -c conda-forge "
		"pytorch=2.12.0=cuda129_mkl_py313_heb780a3_300 torchvision=0.27.0 "
		"cuda-version=12.9");
	is_step(&p.undo, 0, "micromamba remove pytorch torchvision");
	g.python.minor = 12;
	plan_steps(&a, &g, &p);
	step_begins(&p.steps, 0, "micromamba create -n torch");
}

TEST(install_conda_channels)
{
	ARENA_AUTO a = { 0 };
	struct build b = conda_build(&conda_cases[0]);
	struct plan p = conda_plan(&b, &conda_cases[0], INSTALLER_CONDA);
	struct ground g = { 0 };

	strings_add(&a, &g.channels, "https://mirror.example/cloud/pytorch/");
	strings_add(&a, &g.channels, "bioconda");
	plan_steps(&a, &g, &p);
	step_has(&p.steps, 0, "--override-channels -c https://mirror.example/cloud/pytorch/ "
		 "-c nvidia -c bioconda -c conda-forge python=3.11 ");
}

TEST(install_pixi)
{
	ARENA_AUTO a = { 0 };
	struct build b = conda_build(&conda_cases[0]), old = conda_build(&conda_cases[6]);
	struct plan p = conda_plan(&b, &conda_cases[0], INSTALLER_PIXI);
	struct ground g = { 0 };

	plan_steps(&a, &g, &p);
	assert_int_equal(p.steps.n, 3);
	is_step(&p.steps, 0, "pixi init torch-env --platform linux-64 --channel pytorch "
		"--channel nvidia --channel conda-forge");
	is_step(&p.steps, 1, "pixi workspace --manifest-path torch-env/pixi.toml "
		"platform edit linux-64 --cuda 12");
	is_step(&p.steps, 2, "pixi add --manifest-path torch-env/pixi.toml python=3.11 "
		"pytorch==2.1.0=py3.11_cuda12.1_cudnn8.9.2_0 "
		"torchvision==0.16.0=py311_cu121 torchaudio==2.1.0=py311_cu121 "
		"pytorch-cuda=12.1 numpy<2 mkl<2024.1");
	p = conda_plan(&old, &conda_cases[6], INSTALLER_PIXI);
	plan_steps(&a, &g, &p);
	step_has(&p.steps, 1, "--cuda 9.2");
}

/* Whoever stands wherever: no step of a plan is without a command. */
TEST(install_every_installer)
{
	ARENA_AUTO a = { 0 };
	struct build pip = pip_build(&linux_case), conda = conda_build(&conda_cases[0]);

	for (int i = 0; i < INSTALLERS; i++) {
		for (int stand = STAND_FRESH; stand <= STAND_CONDA; stand++) {
			bool of_pip = installer_manager((enum installer)i) == MANAGER_PIP;
			struct ground g = { .here = true, .stand = (enum stand)stand };
			struct plan p = plan_of(of_pip ? &pip : &conda, (enum installer)i, "3.11",
						"0.16.0", "2.1.0");

			plan_steps(&a, &g, &p);
			assert_true(p.steps.n > 0 && p.undo.n > 0);
			for (size_t s = 0; s < p.steps.n; s++)
				assert_true(strlen(line(&a, &p.steps, s)) > 0);
			assert_true(strlen(line(&a, &p.undo, 0)) > 0);
			step_has(&p.steps, p.steps.n - 1, "torch");
		}
	}
}
