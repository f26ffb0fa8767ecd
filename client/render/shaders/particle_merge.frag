// Reads: the particles' three half-size buffers, depth. Blends over the scene. Each of the four half-size texels around
// a pixel counts by how near it is and how like its depth is to the pixel's.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D sums;
layout(binding = 2) uniform sampler2D hidden;
layout(binding = 3) uniform sampler2D light;
layout(location = 0) out vec4 out_colour;

float depth_at(ivec2 pixel) { return unpack_surface(texelFetch(surfaces, pixel, 0)).z; }

#ifdef COARSE
// Linear, whatever lies between: where samples are expensive.
void main() {
    vec2 uv = min(gl_FragCoord.xy * 0.5, floor((size.xy + 1.0) * 0.5) - 0.5) / vec2(textureSize(sums, 0));
    vec4 sum = texture(sums, uv);
    float through = exp2(-texture(hidden, uv).r);
    out_colour = vec4(sum.rgb / max(sum.a, 1e-4) * (1.0 - through) + texture(light, uv).rgb, 1.0 - through);
}
#else
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 last = (ivec2(size.xy) + 1) / 2 - 1;
    ivec2 corner = (pixel - 1) >> 1;
    vec2 f = vec2(pixel - 2 * corner) * 0.5 - 0.25;
    float z = depth_at(pixel);
    vec4 sum = vec4(0.0);
    float through = 0.0, weights = 0.0;
    vec3 emit = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        ivec2 off = ivec2(i & 1, i >> 1);
        ivec2 at = clamp(corner + off, ivec2(0), last);
        vec2 w = mix(1.0 - f, f, vec2(off));
        float like = 1.0 / (0.05 + abs(depth_at(min(at * 2, ivec2(size.xy) - 1)) - z));
        float weight = max(w.x * w.y, 1e-3) * like;
        sum += texelFetch(sums, at, 0) * weight;
        through += exp2(-texelFetch(hidden, at, 0).r) * weight;
        emit += texelFetch(light, at, 0).rgb * weight;
        weights += weight;
    }
    sum /= weights;
    through /= weights;
    vec3 colour = sum.rgb / max(sum.a, 1e-4);
    out_colour = vec4(colour * (1.0 - through) + emit / weights, 1.0 - through);
}
#endif
