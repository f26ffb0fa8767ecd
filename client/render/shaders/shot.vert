// Shots as small rectangles that point along their flight.
#include "shaders/frame.glsl"
layout(location = 0) in vec4 in_at_along;
layout(location = 1) in vec2 in_radius_look;
layout(location = 2) in vec4 in_colour;
layout(location = 3) in float in_fade;
out vec2 v_spot;    // in radii, x along the flight
flat out vec2 v_state;   // look, fade
flat out vec3 v_colour;

void main() {
    float look = in_radius_look.y;
    int corner = gl_VertexID;
    vec2 spot = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    // Room for the outline and the glow; streaks are long.
    bool streak = look > 3.5;
    bool lance = look > 6.5 && look < 7.5, dot = look > 7.5;
    spot *= lance ? vec2(26.0, 2.2) : streak && !dot ? vec2(5.0, 2.2) : vec2(2.6);
    vec2 along = in_at_along.zw;
    v_spot = spot;
    v_state = vec2(look, in_fade);
    v_colour = in_colour.rgb;
    vec2 at = in_at_along.xy + (along * spot.x + vec2(-along.y, along.x) * spot.y) * in_radius_look.x;
    gl_Position = project(vec3(at, 0.0));
}
