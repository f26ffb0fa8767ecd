// Reads: nothing. Blends over the picture.
flat in vec4 v_colour;
layout(location = 0) out vec4 out_colour;

void main() { out_colour = vec4(v_colour.rgb * v_colour.a, v_colour.a); }
