/* The matrix inside the program, opened in place: what plans need of it, and the whole. */
#ifdef __wasm__
	/* a page is loaded whole: what plans need is looked for in the one that it has */
	.section .rodata.matrix,"",@
	.type front_start,@object
	.type front_end,@object
	.type matrix_start,@object
	.type matrix_end,@object
	.size front_start, matrix_end - matrix_start
	.size front_end, 1
	.size matrix_start, matrix_end - matrix_start
	.size matrix_end, 1
	.global front_start
	.global front_end
	.global matrix_start
	.global matrix_end
	.p2align 4
front_start:
matrix_start:
	.incbin MATRIX_DB
front_end:
matrix_end:
	.byte 0
#else
	.section .rodata
	.balign 4096
	.global front_start
	.global front_end
	.global matrix_start
	.global matrix_end
front_start:
	.incbin FRONT_DB
front_end:
	.balign 4096
matrix_start:
	.incbin MATRIX_DB
matrix_end:
	.byte 0
	.section .note.GNU-stack,"",@progbits
#endif
