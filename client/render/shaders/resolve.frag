// Reads: the mean of the multisampled scene's weighed samples (edges.glsl). Writes: the scene.
layout(binding = 0) uniform sampler2D source;
layout(location = 0) out vec4 out_colour;

void main() {
    vec4 sum = texelFetch(source, ivec2(gl_FragCoord.xy), 0);
    out_colour = vec4(sum.rgb / max(sum.a, 1e-6), 1.0);
}
