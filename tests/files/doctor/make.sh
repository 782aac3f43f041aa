#!/bin/sh
# make.sh FOLDER: a virtual environment with faults, of files alone.
set -eu
s=$1/lib/python3.11/site-packages
mkdir -p "$1/bin" "$s"
printf 'home = /usr/bin\nversion = 3.11.2\n' >"$1/pyvenv.cfg"
package() {
	d=$s/$1-$2.dist-info
	mkdir -p "$d"
	printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n%s\n' "$1" "$2" "${3:-}" >"$d/METADATA"
	echo pip >"$d/INSTALLER"
	printf '%s-%s.dist-info/METADATA,,\n' "$1" "$2" >"$d/RECORD"
}
package torch 2.5.1+cu124
package torchvision 0.19.1 'Requires-Dist: torch==2.4.1'
package numpy 2.1.0
package nvidia_cudnn_cu12 9.1.0.70
mkdir -p "$s/nvidia/cudnn/lib" "$s/~orch"
: >"$s/nvidia/cudnn/lib/libcudnn.so.9"
: >"$s/nvidia/cudnn/lib/libcudnn_ops.so.9"
: >"$s/~orch/x.py"
