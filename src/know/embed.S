/* The matrix inside the program, opened in place. */
	.section .rodata
	.balign 4096
	.global matrix_start
	.global matrix_end
matrix_start:
	.incbin MATRIX_DB
matrix_end:
	.byte 0
	.section .note.GNU-stack,"",@progbits
