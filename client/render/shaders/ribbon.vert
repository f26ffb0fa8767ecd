// A Bézier ribbon: kSteps pairs of vertices along the curve. The strip of one instance.
#include "shaders/frame.glsl"
struct Ribbon {
    vec4 from_bend;
    vec4 tip_width_look;
    vec4 colour;  // and heat
};
layout(std430, binding = 0) readonly buffer Ribbons { Ribbon ribbons[]; };
layout(location = 0) out vec2 out_along;   // units along, −1 … 1 across
layout(location = 1) flat out vec4 out_colour;
layout(location = 2) flat out vec2 out_look;  // look, half width
layout(location = 3) out vec2 out_ends;    // units from both ends

const int kSteps = 32;

void main() {
    int which = gl_VertexID / (kSteps * 6);
    int local = gl_VertexID % (kSteps * 6);
    int corner = local % 6;
    int step = local / 6 + (corner == 1 || corner == 2 || corner == 4 ? 1 : 0);
    float side = corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0;
    Ribbon ribbon = ribbons[which];
    vec2 a = ribbon.from_bend.xy, b = ribbon.from_bend.zw, c = ribbon.tip_width_look.xy;
    float wide = ribbon.tip_width_look.z;
    float t = float(step) / float(kSteps);
    vec2 at = mix(mix(a, b, t), mix(b, c, t), t);
    vec2 slope = mix(b - a, c - b, t);
    slope = dot(slope, slope) > 1e-8 ? normalize(slope) : vec2(1.0, 0.0);
    float reach = length(b - a) * 0.5 + length(c - b) * 0.5;
    out_along = vec2(reach * t, side);
    out_ends = vec2(reach * t, reach * (1.0 - t));
    out_colour = ribbon.colour;
    out_look = vec2(ribbon.tip_width_look.w, wide);
    // Drawn wider than it burns: the glow lies outside of what hurts.
    gl_Position = project(vec3(at + vec2(-slope.y, slope.x) * side * wide * 3.0, 0.0));
}
