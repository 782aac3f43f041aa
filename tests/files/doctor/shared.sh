#!/bin/sh
# shared.sh FOLDER: a virtual environment of files alone, whose packages write over each other, with
# one that is missing, and folders for LD_LIBRARY_PATH and PYTHONPATH beside it.
set -eu
s=$1/lib/python3.11/site-packages
mkdir -p "$1/bin" "$s/nvidia/nccl/lib" "$s/nvidia/nvtx/lib"
printf 'home = /usr/bin\nversion = 3.11.2\n' >"$1/pyvenv.cfg"
# package FOLDER NAME VERSION METADATA RECORD
package() {
	d=$1/$2-$3.dist-info
	mkdir -p "$d"
	printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n%b' "$2" "$3" "$4" >"$d/METADATA"
	echo pip >"$d/INSTALLER"
	printf '%b' "$5" >"$d/RECORD"
}
linux="platform_system == 'Linux'"
package "$s" torch 2.15.0 "Requires-Dist: nvidia-cudnn-cu13==9.26.0.51; $linux
Requires-Dist: nvidia-nccl-cu13==2.30.7; $linux
Requires-Dist: cuda-toolkit[cublas,nvtx]==13.2.2; $linux\n" ''
package "$s" cuda-toolkit 13.2.2 "Requires-Dist: nvidia-cublas==13.4.1.3.*; extra == 'cublas'
Requires-Dist: nvidia-npp==13.1.0.59.*; extra == 'npp'\n" ''
package "$s" nvidia-nccl-cu13 2.30.7 '' 'nvidia/nccl/lib/libnccl.so.2,,\n'
package "$s" nvidia-nccl-cu12 2.27.5 '' 'nvidia/nccl/lib/libnccl.so.2,,\n'
package "$s" torchaudio 2.11.0 '' ''
: >"$s/nvidia/nccl/lib/libnccl.so.2"
: >"$s/nvidia/nvtx/lib/libcupti.so.13"
mkdir -p "$1/second" "$1/stubs" "$1/compat"
package "$1/second" torch 2.9.1 '' ''
: >"$1/stubs/libcuda.so"
: >"$1/compat/libcuda.so.1"
