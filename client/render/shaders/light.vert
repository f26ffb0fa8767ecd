// One rectangle for each light, around all that it can reach.
#include "shaders/frame.glsl"
layout(location = 0) in vec4 in_from;    // and radius
layout(location = 1) in vec4 in_to;
layout(location = 2) in vec4 in_colour;  // and strength
flat out vec4 v_from, v_to, v_colour;

void main() {
    float r = in_from.w;
    // A ball looks largest at its near side.
    float w_near = max(0.05, 1.0 - (max(in_from.z, in_to.z) + r) / eye.z);
    float w_far = max(0.05, 1.0 - (min(in_from.z, in_to.z) - r) / eye.z);
    vec2 low = min(in_from.xy, in_to.xy) - r - eye.xy;
    vec2 high = max(in_from.xy, in_to.xy) + r - eye.xy;
    low = min(low / w_near, low / w_far);
    high = max(high / w_near, high / w_far);
    int corner = gl_VertexID;
    vec2 at = vec2(corner == 1 || corner == 2 || corner == 4 ? high.x : low.x,
                   corner == 2 || corner == 4 || corner == 5 ? high.y : low.y);
    // At its far end: what lies behind that is not lit, nor is the sky, and both are left out by their depth.
    gl_Position = vec4(at / lens.zw, min(lens.x + lens.y / w_far, 1.0), 1.0);
    v_from = in_from;
    v_to = in_to;
    v_colour = in_colour;
}
