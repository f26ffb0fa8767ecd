// A Bézier ribbon: kSteps pairs of vertices along the curve. The strip of one instance.
#include "shaders/frame.glsl"
layout(location = 0) in vec4 in_from_bend;
layout(location = 1) in vec4 in_tip_width_look;
layout(location = 2) in vec4 in_colour;  // and heat
out vec2 v_along;   // units along, −1 … 1 across
flat out vec4 v_colour;
flat out vec2 v_look;  // look, half width
out vec2 v_ends;    // units from both ends

const int kSteps = 32;

void main() {
    int corner = gl_VertexID % 6;
    int step = gl_VertexID / 6 + (corner == 1 || corner == 2 || corner == 4 ? 1 : 0);
    float side = corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0;
    vec2 a = in_from_bend.xy, b = in_from_bend.zw, c = in_tip_width_look.xy;
    float wide = in_tip_width_look.z;
    float t = float(step) / float(kSteps);
    vec2 at = mix(mix(a, b, t), mix(b, c, t), t);
    vec2 slope = mix(b - a, c - b, t);
    slope = dot(slope, slope) > 1e-8 ? normalize(slope) : vec2(1.0, 0.0);
    float reach = length(b - a) * 0.5 + length(c - b) * 0.5;
    v_along = vec2(reach * t, side);
    v_ends = vec2(reach * t, reach * (1.0 - t));
    v_colour = in_colour;
    v_look = vec2(in_tip_width_look.w, wide);
    // Drawn wider than it burns: the glow lies outside of what hurts.
    gl_Position = project(vec3(at + vec2(-slope.y, slope.x) * side * wide * 3.0, 0.0));
}
