	.section .rodata
	.global probe_ptx_start
	.global probe_ptx_end
	.global probe_cu_start
	.global probe_cu_end
probe_ptx_start:
	.incbin "kernels/probe.ptx"
probe_ptx_end:
	.byte 0
probe_cu_start:
	.incbin "kernels/probe.cu"
probe_cu_end:
	.byte 0
	.section .note.GNU-stack,"",@progbits
