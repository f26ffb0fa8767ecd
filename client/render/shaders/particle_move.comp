// Reads and writes: particles, all that may be alive.
#include "shaders/frame.glsl"
#include "shaders/particle.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Pool { Particle pool[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= window.y) return;
    uint slot = (window.x + i) % window.z;
    Particle p = pool[slot];
    if (p.at.w >= p.speed.w) return;
    Class kind = classes[int(p.state.x)];
    float dt = clock.y;
    p.speed.xyz *= exp2(-kind.motion.x * dt);
    p.speed.y -= kind.motion.y * dt;
    p.at.xyz += p.speed.xyz * dt;
    p.at.w += dt;
    p.state.z += p.state.w * dt;
    pool[slot] = p;
}
