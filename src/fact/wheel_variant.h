/* What name, version and folder of a wheel say about its contents; used by wheel.c alone. */
#pragma once

#include "fact/wheel.h"

/* Fills variant, cuda, cuda_source, torch, cxx11abi and cudnn. */
void wheel_variant(struct arena *a, struct span folder, struct wheel *w);
