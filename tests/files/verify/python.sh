#!/bin/sh
# A stand-in for the Python of an environment: says what torch would, by FAKE_TORCH.
say() { echo "cudaplan $*"; }
say version "${FAKE_TORCH_VERSION:-2.6.0+cu124}"
say cuda 12.4
case ${FAKE_TORCH:-good} in
good) say available True; say cudnn 90100; say step add; say step matmul; say 'done' yes ;;
fails) say available True; say step add
	say error 'RuntimeError: CUDA error: no kernel image is available for execution on the device' ;;
one) say available True
	case $CUDA_VISIBLE_DEVICES in *5555) say 'done' yes ;; *) say step matmul; kill -SEGV $$ ;; esac ;;
none) say available False; say error 'RuntimeError: No CUDA GPUs are available' ;;
hangs) sleep 100 ;;
esac
