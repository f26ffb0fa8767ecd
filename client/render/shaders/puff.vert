// A puff of flowing smoke, as a rectangle that faces the eye.
#include "shaders/frame.glsl"
layout(location = 0) in vec4 in_at;    // and size
layout(location = 1) in vec4 in_tint;  // and age 0 … 1
layout(location = 2) in vec4 in_how;   // turn, image, cover, heat
out vec2 v_spot;  // −1 … 1
flat out vec4 v_at, v_tint, v_how;

void main() {
    int corner = gl_VertexID;
    v_spot = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    v_at = in_at;
    v_tint = in_tint;
    v_how = in_how;
    gl_Position = project(in_at.xyz + vec3(v_spot * in_at.w, 0.0));
    // As in particle.vert.
    vec2 shrunk = size.xy / (2.0 * floor((size.xy + 1.0) * 0.5));
    gl_Position.xy = (gl_Position.xy + gl_Position.w) * shrunk - gl_Position.w;
}
