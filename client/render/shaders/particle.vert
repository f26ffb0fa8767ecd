// The particles of a piece of a burst, as rectangles that face the eye. A particle is a function of its burst, its number in
// it and the burst's age: nothing of it is kept from one frame to the next.
#include "shaders/frame.glsl"
#include "shaders/noise.glsl"
#include "shaders/particle.glsl"
layout(location = 0) in vec4 in_at;       // and the burst's age, seconds
layout(location = 1) in vec4 in_speed;    // and spread
layout(location = 2) in vec4 in_tint;     // and scale
layout(location = 3) in uvec4 in_what;    // class, seed, the piece's first particle, the burst's count
layout(location = 4) in float in_radius;  // particles begin within it
out vec2 v_spot;        // −1 … 1
flat out vec4 v_state;  // class, share, age 0 … 1, size
flat out vec3 v_tint;
out float v_z;

float next(inout uint h) {
    h = mix32(h + 0x9e3779b9u);
    return share_of(h);
}

void main() {
    uint number = in_what.z + uint(gl_VertexID) / 6u;
    uint h = mix32(in_what.y * 2654435761u + number * 40503u);
    Class kind = classes[int(in_what.x)];
    float angle = next(h) * 6.2831853, up = next(h) * 2.0 - 1.0;
    vec3 way = vec3(cos(angle), sin(angle), up * 0.5);
    float fast = pow(next(h), 0.7);
    vec3 at = in_at.xyz + way * in_radius * next(h);
    vec3 speed = in_speed.xyz + way * in_speed.w * fast;
    float life = mix(kind.motion.z, kind.motion.w, next(h));
    vec3 tint = in_tint.rgb * (0.85 + 0.3 * next(h));
    float scale = in_tint.w * (0.7 + 0.6 * next(h));
    float turn = next(h) * 6.2831853, share = next(h), spin = (next(h) * 2.0 - 1.0) * kind.size.w;
    float seconds = in_at.w, age = seconds / max(life, 1e-4);
    if (number >= in_what.w || age >= 1.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        v_spot = vec2(0.0);
        v_state = vec4(0.0);
        v_tint = vec3(0.0);
        v_z = 0.0;
        return;
    }
    // Drag k and weight g: speed' = -k speed - g.
    float k = kind.motion.x * 0.6931472, left = exp2(-kind.motion.x * seconds);
    float slid = k > 1e-4 ? (1.0 - left) / k : seconds;  // the time in which it would have come as far without drag
    float fallen = k > 1e-4 ? (seconds - slid) / k : 0.5 * seconds * seconds;
    at += speed * slid;
    at.y -= kind.motion.y * fallen;
    speed *= left;
    speed.y -= kind.motion.y * slid;
    turn += spin * seconds;
    int corner = gl_VertexID % 6;
    vec2 spot = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    float grown = 1.0 - (1.0 - age) * (1.0 - age);
    float half_size = mix(kind.size.x, kind.size.y, grown) * scale;
    vec2 along = vec2(cos(turn), sin(turn));
    vec2 reach = vec2(half_size);
    if (kind.size.z > 0.0) {
        float fast = length(speed.xy);
        if (fast > 0.01) along = speed.xy / fast;
        reach.x += fast * kind.size.z * half_size;
    }
    // What is smaller than the half-size buffer's texels is drawn larger and dimmer: no blocks.
    float least = 0.75 * 4.0 * lens.z * size.z;
    float dim = min(1.0, min(reach.x, reach.y) / least);
    reach = max(reach, vec2(least));
    vec2 off = along * spot.x * reach.x + vec2(-along.y, along.x) * spot.y * reach.y;
    v_spot = spot;
    v_state = vec4(float(in_what.x), share, age, half_size);
    v_tint = tint * dim;
    v_z = at.z;
    gl_Position = project(vec3(at.xy + off, at.z));
    // Of an odd size the half-size buffer is half a pixel more: a texel lies over its own four pixels all the same.
    vec2 shrunk = size.xy / (2.0 * floor((size.xy + 1.0) * 0.5));
    gl_Position.xy = (gl_Position.xy + gl_Position.w) * shrunk - gl_Position.w;
}
