/* The catalogues of other languages, inside the program: base/tr.c reads them. */
#ifdef __wasm__
	.section .rodata.languages,"",@
	.type languages_start,@object
	.type languages_end,@object
	.size languages_start, languages_end - languages_start
	.size languages_end, 1
#else
	.section .rodata
#endif
	.global languages_start
	.global languages_end
	.p2align 4
languages_start:
	.incbin LANGUAGES
languages_end:
	.byte 0
#ifndef __wasm__
	.section .note.GNU-stack,"",@progbits
#endif
