#!/bin/sh
# count.sh PROGRAM SAMPLES: nodes and GPUs added to what real users pasted; see tests/check/count.sh.
set -eu
exec sh tests/check/count.sh "$1" "$2/field/nvidia_smi" "$2/field/collect_env"
