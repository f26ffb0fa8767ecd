// Reads: one texture. Writes: the same, texel for pixel, times a factor.
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Copy { vec4 factor; };
layout(location = 0) out vec4 out_colour;

void main() { out_colour = texelFetch(source, ivec2(gl_FragCoord.xy), 0) * factor; }
