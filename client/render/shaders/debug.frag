// Reads: nothing. Blends over the picture.
layout(location = 0) flat in vec4 in_colour;
layout(location = 0) out vec4 out_colour;

void main() { out_colour = vec4(in_colour.rgb * in_colour.a, in_colour.a); }
