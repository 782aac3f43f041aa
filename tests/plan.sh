#!/bin/sh
# plan.sh PROGRAM: plans for this machine; where it has no NVIDIA GPU, also for a sample host.
set -u
if "$1" detect --json | grep -q '"gpus":\[{'; then
	exec "$1" suggest
fi
sample=tests/files/nvidia_smi/550.163.01__table_1gpu.txt
printf 'No NVIDIA GPU here. A plan for the machine of %s:\n\n' "$sample"
exec "$1" suggest --host "$sample"
