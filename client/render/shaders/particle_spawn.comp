// Reads: bursts. Writes: particles, one thread for each that is born.
#include "shaders/frame.glsl"
#include "shaders/noise.glsl"
#include "shaders/particle.glsl"
layout(local_size_x = 64) in;
struct Burst {
    vec4 at;      // and count
    vec4 speed;   // and spread
    vec4 tint;    // and scale
    uvec4 what;   // class, seed, first, radius as bits
};
layout(std430, binding = 0) buffer Pool { Particle pool[]; };
layout(std430, binding = 1) readonly buffer Bursts { Burst bursts[]; };

float next(inout uint h) {
    h = mix32(h + 0x9e3779b9u);
    return share_of(h);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= born.x) return;
    uint low = 0u, high = born.y;
    while (high - low > 1u) {
        uint middle = (low + high) / 2u;
        if (bursts[middle].what.z <= i) low = middle; else high = middle;
    }
    Burst burst = bursts[low];
    uint h = mix32(burst.what.y * 2654435761u + (i - burst.what.z) * 40503u);
    Class kind = classes[burst.what.x];
    float angle = next(h) * 6.2831853, up = next(h) * 2.0 - 1.0;
    vec3 way = vec3(cos(angle), sin(angle), up * 0.5);
    float fast = pow(next(h), 0.7);
    Particle p;
    p.at = vec4(burst.at.xyz + way * uintBitsToFloat(burst.what.w) * next(h), 0.0);
    p.speed = vec4(burst.speed.xyz + way * burst.speed.w * fast, mix(kind.motion.z, kind.motion.w, next(h)));
    p.tint = vec4(burst.tint.rgb * (0.85 + 0.3 * next(h)), burst.tint.w * (0.7 + 0.6 * next(h)));
    float turn = next(h) * 6.2831853;
    p.state = vec4(float(burst.what.x), next(h), turn, (next(h) * 2.0 - 1.0) * kind.size.w);
    pool[(window.w + i) % window.z] = p;
}
