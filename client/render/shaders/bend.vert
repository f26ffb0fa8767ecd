// One rectangle for each shock ring or stretch of hot air, around all that it can reach.
#include "shaders/frame.glsl"
layout(location = 0) in vec4 in_ends;
layout(location = 1) in vec4 in_how;  // radius, half the ring's width, strength, seed
out vec2 v_at;
flat out vec4 v_ends, v_how;

void main() {
    float r = in_how.x + in_how.y;
    int corner = gl_VertexID;
    vec2 low = min(in_ends.xy, in_ends.zw) - r, high = max(in_ends.xy, in_ends.zw) + r;
    v_at = vec2(corner == 1 || corner == 2 || corner == 4 ? high.x : low.x, corner == 2 || corner == 4 || corner == 5 ? high.y : low.y);
    v_ends = in_ends;
    v_how = in_how;
    gl_Position = project(vec3(v_at, 0.0));
}
