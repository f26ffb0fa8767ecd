// Particles alive, oldest first, as rectangles that face the eye.
#include "shaders/frame.glsl"
#include "shaders/particle.glsl"
layout(std430, binding = 0) readonly buffer Pool { Particle pool[]; };
layout(location = 0) out vec2 out_spot;       // −1 … 1
layout(location = 1) flat out vec4 out_state; // class, share, age 0 … 1, size
layout(location = 2) flat out vec3 out_tint;
layout(location = 3) out float out_z;

void main() {
    uint i = uint(gl_VertexID) / 6u;
    Particle p = pool[(window.x + i) % window.z];
    float age = p.at.w / max(p.speed.w, 1e-4);
    if (age >= 1.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        out_spot = vec2(0.0);
        out_state = vec4(0.0);
        out_tint = vec3(0.0);
        out_z = 0.0;
        return;
    }
    int corner = gl_VertexID % 6;
    vec2 spot = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    Class kind = classes[int(p.state.x)];
    float grown = 1.0 - (1.0 - age) * (1.0 - age);
    float half_size = mix(kind.size.x, kind.size.y, grown) * p.tint.w;
    vec2 along = vec2(cos(p.state.z), sin(p.state.z));
    vec2 reach = vec2(half_size);
    if (kind.size.z > 0.0) {
        float fast = length(p.speed.xy);
        if (fast > 0.01) along = p.speed.xy / fast;
        reach.x += fast * kind.size.z * half_size;
    }
    // What is smaller than the half-size buffer's texels is drawn larger and dimmer: no blocks.
    float least = 0.75 * 4.0 * lens.z * size.z;
    float dim = min(1.0, min(reach.x, reach.y) / least);
    reach = max(reach, vec2(least));
    vec2 off = along * spot.x * reach.x + vec2(-along.y, along.x) * spot.y * reach.y;
    out_spot = spot;
    out_state = vec4(p.state.x, p.state.y, age, half_size);
    out_tint = p.tint.rgb * dim;
    out_z = p.at.z;
    gl_Position = project(vec3(p.at.xy + off, p.at.z));
    // Of an odd size the half-size buffer is half a pixel more: a texel lies over its own four pixels all the same.
    vec2 share = size.xy / (2.0 * floor((size.xy + 1.0) * 0.5));
    gl_Position.xy = (gl_Position.xy + gl_Position.w) * share - gl_Position.w;
}
