// Shots as small rectangles that point along their flight.
#include "shaders/frame.glsl"
struct Shot {
    vec4 at_along;
    float radius, look;
    uint colour;
    float fade;
};
layout(std430, binding = 0) readonly buffer Shots { Shot shots[]; };
layout(location = 0) out vec2 out_spot;    // in radii, x along the flight
layout(location = 1) flat out vec2 out_state;   // look, fade
layout(location = 2) flat out vec3 out_colour;

void main() {
    Shot shot = shots[gl_VertexID / 6];
    int corner = gl_VertexID % 6;
    vec2 spot = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    // Room for the outline and the glow; streaks are long.
    bool streak = shot.look > 3.5;
    bool lance = shot.look > 6.5 && shot.look < 7.5, dot = shot.look > 7.5;
    spot *= lance ? vec2(26.0, 2.2) : streak && !dot ? vec2(5.0, 2.2) : vec2(2.6);
    vec2 along = shot.at_along.zw;
    out_spot = spot;
    out_state = vec2(shot.look, shot.fade);
    out_colour = unpackUnorm4x8(shot.colour).rgb;
    vec2 at = shot.at_along.xy + (along * spot.x + vec2(-along.y, along.x) * spot.y) * shot.radius;
    gl_Position = project(vec3(at, 0.0));
}
