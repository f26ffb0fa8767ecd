/* The font, as it lies in the system's font folder, inside the program: it needs no path at run time. */
    .section .rodata
    .global albireo_font_begin
    .global albireo_font_end
albireo_font_begin:
    .incbin ALBIREO_FONT
albireo_font_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
