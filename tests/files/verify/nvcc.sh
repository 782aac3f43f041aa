#!/bin/sh
# A stand-in for nvcc: says its version, and "compiles" for what FAKE_NVCC lists.
case $* in *--version*) echo "Cuda compilation tools, release ${FAKE_NVCC_VERSION:-12.4}, V12.4.131"; exit ;; esac
for word; do
	case $word in -arch=*) sm=${word#-arch=sm_} ;; *.cubin) out=$word ;; esac
done
touch "$TMPDIR/left-over"
[ -z "${FAKE_NVCC_CLOSES:-}" ] || exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
[ -z "${FAKE_NVCC_HANGS:-}" ] || sleep 100
case " ${FAKE_NVCC:-86 89} " in
*" $sm "*) echo "CUBIN sm_$sm" >"$out" ;;
*) echo "nvcc fatal   : Unsupported gpu architecture 'compute_$sm'" >&2; exit 1 ;;
esac
