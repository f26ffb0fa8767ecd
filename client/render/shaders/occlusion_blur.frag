// Reads: occlusion, normals and depth. Writes: the same, smoothed along one axis but not across edges of depth.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D occlusion;
layout(std140, binding = 1) uniform Blur { vec4 axis; };
layout(location = 0) out float out_free;

float depth_at(ivec2 pixel) {
    return unpack_surface(texelFetch(surfaces, min(pixel * int(eye.w), ivec2(size.xy) - 1), 0)).z;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 last = (ivec2(size.xy) + int(eye.w) - 1) / int(eye.w) - 1;
    float z = depth_at(pixel);
    float sum = texelFetch(occlusion, pixel, 0).r * 2.0, weights = 2.0;
    for (int i = -2; i <= 2; ++i) {
        if (i == 0) continue;
        ivec2 at = pixel + ivec2(axis.xy) * i;
        if (any(lessThan(at, ivec2(0))) || any(greaterThan(at, last))) continue;
        float off = (depth_at(at) - z) * 3.0;
        float weight = exp2(-float(i * i) * 0.35 - off * off * 8.0);
        sum += texelFetch(occlusion, at, 0).r * weight;
        weights += weight;
    }
    out_free = sum / weights;
}
