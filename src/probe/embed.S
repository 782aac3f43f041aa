#ifdef __wasm__
	.section .rodata.probe,"",@
	.type probe_ptx_start,@object
	.type probe_cu_start,@object
	.size probe_ptx_start, 1
	.size probe_cu_start, 1
	.global probe_ptx_start
	.global probe_cu_start
probe_ptx_start:
	.byte 0
probe_cu_start:
	.byte 0
#else
	.section .rodata
	.global probe_ptx_start
	.global probe_cu_start
probe_ptx_start:
	.incbin "kernels/probe.ptx"
	.byte 0
probe_cu_start:
	.incbin "kernels/probe.cu"
	.byte 0
	.section .note.GNU-stack,"",@progbits
#endif
