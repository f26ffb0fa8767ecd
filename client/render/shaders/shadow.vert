// A mesh as the sun sees it, in one of the shadow maps.
#ifdef BONES
#include "shaders/bones.glsl"
layout(location = 2) in vec4 in_extra;
#endif
layout(location = 0) in vec3 in_at;
layout(location = 3) in vec4 in_row_x;
layout(location = 4) in vec4 in_row_y;
layout(location = 5) in vec4 in_row_z;
layout(std140, binding = 1) uniform Cascade { vec4 rows[3]; };

void main() {
    vec4 at = vec4(in_at, 1.0);
#ifdef BONES
    vec3 normal = vec3(0.0);
    pose(in_extra.w, at.xyz, normal);
#endif
    at.xyz = vec3(dot(in_row_x, at), dot(in_row_y, at), dot(in_row_z, at));
    vec3 place = vec3(dot(rows[0], at), dot(rows[1], at), dot(rows[2], at));
    // What is nearer to the sun than the map reaches still casts a shadow.
    gl_Position = vec4(place.xy * 2.0 - 1.0, max(place.z * 2.0 - 1.0, -1.0), 1.0);
}
