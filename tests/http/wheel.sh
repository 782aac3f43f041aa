#!/bin/sh
# Sourced: torch_wheel FOLDER FILE BYTES makes a wheel like torch's out of FOLDER: thousands of
# headers, and a library with torch's own list in front of that many bytes.
torch_wheel() {
	mkdir -p "$1/torch/lib" "$1/torch/include" "$1/torch-2.8.0.dist-info" "${2%/*}"
	printf "__version__ = '2.8.0+cu126'\ncuda: Optional[str] = '12.6'\n" >"$1/torch/version.py"
	{
		head -c 1500000 /dev/urandom
		printf '\0sm_75 sm_80 sm_90a\0'
		head -c "$3" /dev/urandom
	} >"$1/torch/lib/libtorch_python.so"
	printf 'Metadata-Version: 2.1\nName: torch\nVersion: 2.8.0\nRequires-Python: >=3.9\n' \
		>"$1/torch-2.8.0.dist-info/METADATA"
	printf 'Wheel-Version: 1.0\nTag: cp312-cp312-linux_x86_64\n' >"$1/torch-2.8.0.dist-info/WHEEL"
	(
		cd "$1/torch/include" || exit 1
		i=0
		while [ $i -lt 2000 ]; do
			echo >"a_header_with_a_long_name_like_those_of_the_dispatcher_$i.h"
			i=$((i + 1))
		done
		cd ../..
		find torch torch-2.8.0.dist-info -type f ! -name RECORD -printf '%p,,%s\n' \
			>torch-2.8.0.dist-info/RECORD
		echo torch-2.8.0.dist-info/RECORD,, >>torch-2.8.0.dist-info/RECORD
		zip -qrX "$2" torch torch-2.8.0.dist-info
	)
}
