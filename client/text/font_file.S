/* The fonts, as they lie in the system's font folder, inside the program: it needs no path at run time. */
    .section .rodata
    .global albireo_font_begin
    .global albireo_font_end
    .global albireo_japanese_font_begin
    .global albireo_japanese_font_end
albireo_font_begin:
    .incbin ALBIREO_FONT
albireo_font_end:
    .byte 0
    .balign 16
albireo_japanese_font_begin:
    .incbin ALBIREO_JAPANESE_FONT
albireo_japanese_font_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
