/*
 * What people paste about a machine, as hosts. Every form is recognised by content, whatever stands
 * around it: the table of nvidia-smi of all generations, -L, -q, -q -x, --query-gpu, --version, its
 * error sentences, collect_env, /proc/driver/nvidia/version, lspci, nvcc -V, version.txt and
 * version.json of a toolkit, /etc/nv_tegra_release, lines of a terminal, the JSON of
 * `cudaplan detect`, GPU feature labels of a Kubernetes node, notebooks.
 *
 * How many hosts there are:
 * - Machines told apart by their names (see read/host/lines.h) are different hosts. A heading that
 *   could name something else ("--- x", "=== x ===", ssh x) only begins a host when GPU or driver
 *   facts follow.
 * - Under one name, outputs speak of the same host while nothing contradicts: the driver numbers
 *   are equal (or one is the short form of the other), the GPUs of the shorter list are found in
 *   the longer one by UUID, bus id, PCI id or by index and name, and platform and Python agree.
 *   The first output that contradicts begins a new host.
 * What several outputs say is put together; the first that says something holds, except that a
 * whole name replaces a truncated one.
 */
#pragma once

#include "base/err.h"
#include "fact/host.h"

/*
 * Reads all hosts in `bytes` and adds them to *ret. Strings live in the arena. What the text does
 * not say stays unknown; cut or damaged text adds CP001 to its host. ERR_INPUT with one sentence
 * when the text holds no fact (empty, binary, something else), or is over a limit.
 */
int read_hosts(struct arena *a, const char *source_name, struct span bytes, struct hosts *ret,
	       struct err *e);

/*
 * A machine of one name in several texts (h->text) is one, where they do not contradict each other:
 * "a100" is the A100-SXM4-80GB that another text names. localhost is the name of many. A text of
 * software alone, as nvcc prints it, is of the only machine there is.
 */
void hosts_unite(struct arena *a, struct hosts *hosts);

/* "linux-aarch64" for boards that exist on Arm only (GB10, GH200, Orin, Thor, …); or NULL. */
const char *host_platform_of_gpu(const char *name);
