// One rectangle for each light, around all that it can reach.
#include "shaders/frame.glsl"
struct Light {
    vec4 from;    // and radius
    vec4 to;
    vec4 colour;  // and strength
};
layout(std430, binding = 0) readonly buffer Lights { Light lights[]; };
layout(location = 0) flat out int out_which;

void main() {
    int which = gl_VertexID / 6;
    Light light = lights[which];
    float r = light.from.w;
    // A ball looks largest at its near side.
    float w_near = max(0.05, 1.0 - (max(light.from.z, light.to.z) + r) / eye.z);
    float w_far = max(0.05, 1.0 - (min(light.from.z, light.to.z) - r) / eye.z);
    vec2 low = min(light.from.xy, light.to.xy) - r - eye.xy;
    vec2 high = max(light.from.xy, light.to.xy) + r - eye.xy;
    low = min(low / w_near, low / w_far);
    high = max(high / w_near, high / w_far);
    int corner = gl_VertexID % 6;
    vec2 at = vec2(corner == 1 || corner == 2 || corner == 4 ? high.x : low.x,
                   corner == 2 || corner == 4 || corner == 5 ? high.y : low.y);
    // At its far end: what lies behind that is not lit, nor is the sky, and both are left out by their depth.
    gl_Position = vec4(at / lens.zw, min(lens.x + lens.y / w_far, 1.0), 1.0);
    out_which = which;
}
