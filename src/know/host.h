/*
 * Completes the facts of a host from the matrix: compute capabilities by PCI id and name,
 * architectures, and what is wrong with the GPUs and their driver (CP002 to CP015).
 */
#pragma once

#include "fact/host.h"
#include "know/driver_release.h"
#include "know/matrix.h"

/*
 * What the input said stays as it is. A GPU whose compute capability is not known gets that of its
 * PCI id, else of its name; what fits several gets them all as candidates. Problems that follow
 * from the facts are found anew, so that facts read back, or changed by options, are judged as
 * they are now. Problems come out in the order of their codes.
 */
int host_complete(struct matrix *m, struct arena *a, struct host *h, struct err *e);

/* Which drivers' numbering the host has: Windows under WSL, or for a Windows platform. */
enum driver_os host_driver_os(const struct host *h);

/*
 * Fills `virtuals`: __cuda is the CUDA that the driver reports or, where none was printed, that of
 * its branch (CEP 30); __cuda_arch the lowest compute capability of all GPUs, hidden or not, and
 * absent without __cuda (CEP 46, in rattler, pixi and conda's plug-in nvidia-virtual-packages).
 */
int host_virtuals(struct matrix *m, struct arena *a, struct host *h, struct err *e);
