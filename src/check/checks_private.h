/* The checks: each adds what it finds to the checkup. */
#pragma once

#include "check/checkup.h"

#define CHECK(name, summary, run) void run(struct checkup *k);
#include "check/checks.def"
#undef CHECK

/*
 * The image to build on in the place of the one that brings the torch of a line, so that torch
 * runs: "pytorch/pytorch:2.7.0-cuda12.8-cudnn9-devel"; NULL: it is of no image, or none is known.
 */
const char *check_image_instead(struct checkup *k, const struct env_declared *d);
/* Part of check_fit: the matrix does not have the build that is there. */
void check_unknown_build(struct checkup *k, const struct gpu *g);
/* The torch that an installer of pip's kin, or of conda's, would take for what is always asked
 * for; NULL: it is asked for none. */
const struct pick *check_pick_of(const struct checkup *k, enum manager m);
enum picked_as { PICKED_UNKNOWN, PICKED_RUNS, PICKED_BAD, PICKED_NONE };
/* Judges what would be taken; what is wrong with it is said of that line. `none`: nothing that
 * meets the lines runs, which is left to be said where what is taken does not (PICKED_NONE). */
enum picked_as check_picked(struct checkup *k, enum manager m, const struct env_declared *d,
			    bool none);
/* A build for the CPU is taken, for that reason (0: any) and no other. */
bool check_picks_cpu(const struct checkup *k, enum manager m, enum form why);
/* The line that brings torch along, "torchvision", where nothing that is known or was left unread
 * may have one already; NULL: none does. */
const struct env_declared *check_bringing(struct checkup *k);
/* The name of the GPU that a reason is of, or the machine. */
struct fact check_gpu_fact(const struct checkup *k, const struct finding *r);
/* What a few calls lack is a note, as the plan has it: of the line, NULL: of what is installed. */
void check_gap_notes(struct checkup *k, const struct findings *notes, const struct env_declared *d);
/* The next from *from on that the torch of a plan needs other packages below, beside the line that
 * asks for torch; NULL: no more. */
const struct build_bound *check_bound_missing(struct checkup *k, const struct plan *p,
					      const struct env_declared *torch, size_t *from);
/* Says beside f what to ask conda for: "pytorch=2.5.1=… pytorch-cuda=12.4, channels pytorch". */
void check_advise_conda(struct checkup *k, struct found *f);
/* It is known which build would be taken, or which of several. */
bool check_picks_some(const struct checkup *k, enum manager m);
/* The Pythons that the releases of PyPI are for which a line takes, by METADATA. */
struct python_set check_taken_by(struct checkup *k, const struct env_declared *d);
/* A setting that names a mirror; true: nothing lies there, more need not be said. */
bool check_mirror(struct checkup *k, const struct env_setting *s);
/* What is read and judged by none of these, into `unjudged`. */
void check_unjudged(struct checkup *k);

/* Whether a line of pip's finds its torch where it is looked for; part of check_requirements. */
void check_place(struct checkup *k, const struct env_declared *d);
void check_idle_index(struct checkup *k);
/* Says beside f which lines rule out what runs, where one or several of them do. */
void check_blocking_lines(struct checkup *k, struct found *f);
/* "torch==2.15.0+cu130": whether that release has no such variant, or nobody knows: it is said. */
bool check_variant(struct checkup *k, const struct env_declared *d);
/* The same of a companion, by the torch that it was made for. */
bool check_companion_variant(struct checkup *k, const struct env_declared *d);
/* "torch==2.5.1+rocm6.2": a label of builds for the GPUs of another maker: it is said. */
bool check_maker(struct checkup *k, const struct env_declared *d);
/* Whether the matrix has conda's builds of all torches that are asked for. */
bool check_conda_covered(struct checkup *k);
