/* The matrix inside the program, opened in place: what plans need of it, and the whole. */
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
