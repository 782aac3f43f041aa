#pragma once

#define CUDAPLAN_VERSION "0.1.0"
