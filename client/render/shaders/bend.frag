// Reads: nothing. Adds to: displacements, units.
#include "shaders/frame.glsl"
#include "shaders/noise.glsl"
in vec2 v_at;
flat in vec4 v_ends, v_how;
layout(location = 0) out vec4 out_bend;

void main() {
    vec2 along = v_ends.zw - v_ends.xy, way = v_at - v_ends.xy;
    float t = clamp(dot(way, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
    way -= along * t;
    float far = length(way);
    vec2 off;
    if (v_how.y > 0.0) {
        float x = (far - v_how.x) / v_how.y, near = max(1.0 - x * x, 0.0);
        off = way / max(far, 1e-3) * near * near;
    } else {
        // It rises, and is thinner at its end.
        float near = max(1.0 - far * far / (v_how.x * v_how.x), 0.0) * (1.0 - 0.6 * t);
        vec3 q = vec3(v_at * vec2(2.6, 1.9) - vec2(0.0, clock.x * 5.0), clock.x * 2.5 + v_how.w);
        off = (vec2(noise(q), noise(q + 17.3)) * 2.0 - 1.0) * near;
    }
    out_bend = vec4(off * v_how.z, 0.0, 0.0);
}
