// A mesh as it is seen from the middle of the cube of reflections, on one of its faces: 90 degrees wide.
#include "shaders/reflect_face.glsl"
#ifdef BONES
#include "shaders/bones.glsl"
layout(location = 2) in vec4 in_extra;
#endif
layout(location = 0) in vec3 in_at;
layout(location = 3) in vec4 in_row_x;
layout(location = 4) in vec4 in_row_y;
layout(location = 5) in vec4 in_row_z;
layout(location = 7) in vec4 in_state;
out vec3 v_place;

void main() {
    vec4 at = vec4(in_at, 1.0);
#ifdef BONES
    vec3 normal = vec3(0.0);
    pose(in_extra.w, at.xyz, normal);
#endif
    v_place = vec3(dot(in_row_x, at), dot(in_row_y, at), dot(in_row_z, at));
    vec3 p = v_place - face_at.xyz;
    float deep = dot(p, face_forward.xyz);
    const float kNear = 0.5, kFar = 120.0;
    gl_Position = vec4(dot(p, face_right.xyz), dot(p, face_up.xyz), (deep * (kFar + kNear) - 2.0 * kFar * kNear) / (kFar - kNear), deep);
    // A ship does not see itself.
    if (in_state.z > 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
