// Reads: the finished scene at its own resolution. Writes: the picture. One linear sample a pixel: a low resolution is
// chosen where each sample is expensive.
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Enlarge {
    vec4 scale;  // from pixels of the picture to the texture's 0 … 1
    vec4 most;   // the middle of the last texel in use
};
layout(location = 0) out vec4 out_colour;

void main() { out_colour = vec4(texture(source, min(gl_FragCoord.xy * scale.xy, most.xy)).rgb, 1.0); }
