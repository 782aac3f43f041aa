#include "fact/cuda_error.h"

#include "base/tr.h"

static const struct cuda_error codes[] = {
	{ 2, "CUDA_ERROR_OUT_OF_MEMORY", CP513, N_("out of memory") },
	{ 3, "CUDA_ERROR_NOT_INITIALIZED", CP517, N_("initialization error") },
	{ 34, "CUDA_ERROR_STUB_LIBRARY", CP502, N_("a stub of libcuda answers") },
	{ 35, "cudaErrorInsufficientDriver", CP504, N_("the driver is too old for the runtime") },
	{ 36, "cudaErrorCallRequiresNewerDriver", CP504, N_("a call needs a newer driver") },
	{ 46, "CUDA_ERROR_DEVICE_UNAVAILABLE", CP512, N_("busy, or its mode forbids it") },
	{ 100, "CUDA_ERROR_NO_DEVICE", CP503, N_("no device") },
	{ 101, "CUDA_ERROR_INVALID_DEVICE", CP503, N_("no device of that number") },
	{ 102, "CUDA_ERROR_DEVICE_NOT_LICENSED", CP518, N_("no licence for this virtual GPU") },
	{ 200, "CUDA_ERROR_INVALID_IMAGE", CP515, N_("device kernel image is invalid") },
	{ 209, "CUDA_ERROR_NO_BINARY_FOR_GPU", CP505, N_("no kernel image for this GPU") },
	{ 214, "CUDA_ERROR_ECC_UNCORRECTABLE", CP514, N_("uncorrectable memory error") },
	{ 218, "CUDA_ERROR_INVALID_PTX", CP516, N_("the PTX is refused") },
	{ 220, "CUDA_ERROR_NVLINK_UNCORRECTABLE", CP514, N_("uncorrectable NVLink error") },
	{ 221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", CP516, N_("the PTX compiler is missing") },
	{ 222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", CP506, N_("PTX newer than the driver") },
	{ 223, "CUDA_ERROR_JIT_COMPILATION_DISABLED", CP516, N_("compiling PTX is disabled") },
	{ 304, "CUDA_ERROR_OPERATING_SYSTEM", CP517, N_("a call of the operating system failed") },
	{ 700, "CUDA_ERROR_ILLEGAL_ADDRESS", CP519, N_("illegal memory access") },
	{ 701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", CP519, N_("too few resources to launch") },
	{ 702, "CUDA_ERROR_LAUNCH_TIMEOUT", CP519, N_("the kernel ran too long") },
	{ 710, "CUDA_ERROR_ASSERT", CP519, N_("assertion in device code") },
	{ 714, "CUDA_ERROR_HARDWARE_STACK_ERROR", CP519, N_("hardware stack error") },
	{ 715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", CP519, N_("illegal instruction") },
	{ 716, "CUDA_ERROR_MISALIGNED_ADDRESS", CP519, N_("misaligned address") },
	{ 717, "CUDA_ERROR_INVALID_ADDRESS_SPACE", CP519, N_("invalid address space") },
	{ 718, "CUDA_ERROR_INVALID_PC", CP519, N_("invalid program counter") },
	{ 719, "CUDA_ERROR_LAUNCH_FAILED", CP519, N_("the launch failed") },
	{ 802, "CUDA_ERROR_SYSTEM_NOT_READY", CP509, N_("the system is not yet initialized") },
	{ 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", CP507, N_("module and library differ") },
	{ 804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", CP508,
	  N_("compat library not for it") },
	{ 805, "CUDA_ERROR_MPS_CONNECTION_FAILED", CP520, N_("MPS does not answer") },
	{ 806, "CUDA_ERROR_MPS_RPC_FAILURE", CP520, N_("MPS failed") },
	{ 807, "CUDA_ERROR_MPS_SERVER_NOT_READY", CP520, N_("MPS is not ready") },
	{ 808, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED", CP520, N_("MPS takes no more clients") },
	{ 809, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED", CP520, N_("MPS has no more connections") },
	{ 810, "CUDA_ERROR_MPS_CLIENT_TERMINATED", CP520, N_("MPS ended this client") },
	{ 999, "CUDA_ERROR_UNKNOWN", CP517, N_("unknown error") },
};

const struct cuda_error *cuda_error(int code)
{
	return FIRST_OF(x, ROWS(codes), x->code == code);
}

enum finding_code cuda_error_finding(int code)
{
	const struct cuda_error *c = cuda_error(code);

	if (c)
		return c->finding;
	return code >= 700 && code < 720 ? CP519 : CP517;
}
