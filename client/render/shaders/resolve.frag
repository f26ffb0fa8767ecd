// Reads: the multisampled scene. Writes: the scene. Samples count the less the brighter they are: as the eye will see them
// after the tone curve, so that a bright edge on the dark is smooth, too (Karis 2013, "Tone mapping").
layout(binding = 0) uniform sampler2DMS source;
layout(location = 0) out vec4 out_colour;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = vec4(0.0);
    int samples = textureSamples(source);
    for (int i = 0; i < samples; ++i) {
        vec3 c = texelFetch(source, pixel, i).rgb;
        sum += vec4(c, 1.0) / (1.0 + 4.0 * max(c.r, max(c.g, c.b)));
    }
    out_colour = vec4(sum.rgb / sum.a, 1.0);
}
