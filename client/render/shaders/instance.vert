// A mesh at its place and, if it has bones, in its pose. The texture stays on the skin: v_local is the place at rest.
#include "shaders/frame.glsl"
#ifdef BONES
#include "shaders/bones.glsl"
#endif
layout(location = 0) in vec3 in_at;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_extra;
layout(location = 3) in vec4 in_row_x;
layout(location = 4) in vec4 in_row_y;
layout(location = 5) in vec4 in_row_z;
layout(location = 6) in vec4 in_tint;   // and how hard it was struck
layout(location = 7) in vec4 in_state;  // seed, wound, is a ship, glow
out vec3 v_local;
out vec3 v_place;
centroid out vec3 v_normal;  // an edge must not see beyond the horizon
out vec4 v_extra;
flat out vec4 v_tint;
flat out vec4 v_state;
invariant gl_Position;

void main() {
    vec4 at = vec4(in_at, 1.0);
    vec3 normal = in_normal;
#ifdef BONES
    pose(in_extra.w, at.xyz, normal);
#endif
    v_place = vec3(dot(in_row_x, at), dot(in_row_y, at), dot(in_row_z, at));
    v_normal = vec3(dot(in_row_x.xyz, normal), dot(in_row_y.xyz, normal), dot(in_row_z.xyz, normal));
    v_local = in_at;
    v_extra = in_extra;
    v_tint = in_tint;
    v_state = in_state;
    gl_Position = project(v_place);
}
