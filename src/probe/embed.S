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
