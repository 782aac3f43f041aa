/* The one place where a reason, note or change becomes words. No full stop, no code, one line. */
#pragma once

#include "base/arena.h"
#include "plan/plan.h"

/* "driver 550.54.15, needs >=580.65.06"; GPUs are named where there are several. */
const char *sentence_finding(struct arena *a, const struct hosts *hosts, const struct finding *f);
/* The same for one without a code. */
const char *sentence_note(struct arena *a, const struct hosts *hosts, const struct finding *n);
/* Whether its words name the GPU that it is about. */
bool sentence_names_gpu(enum form form);
/* What is assumed, or seen to by the commands: -v says it. */
bool sentence_is_detail(const struct finding *f);
/* "driver>=580.65.06 gives torch 2.15.0+cu132". */
const char *sentence_change(struct arena *a, const struct hosts *hosts, const struct change *c);
const char *sentence_instead(struct arena *a, const struct instead *i);
/* What is missing and how to get it. */
const char *sentence_missing(struct arena *a, const struct hosts *hosts, const struct missing *m);

/* "torch 2.14.1+cu126", "torch 2.1.0 cu121 (pytorch)": a build in few words. */
const char *sentence_build(struct arena *a, const struct build *b);
/* "GPU 1", "gpu02 GPU 1"; NULL for none, or where there is but one. */
const char *sentence_gpu(struct arena *a, const struct hosts *hosts, int host, int gpu);
/* The same, where that is said of all GPUs of its kind: "RTX 4090". */
const char *sentence_whose(struct arena *a, const struct hosts *hosts, const struct finding *f);
/* "gpu02", else "host 2". */
const char *sentence_host(struct arena *a, const struct hosts *hosts, size_t host);
/* "RTX 4090", as people say it; of one without a name its compute capability. */
const char *sentence_gpu_name(struct arena *a, const struct gpu *g);
