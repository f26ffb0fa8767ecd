// A mesh at its place. Instances come in order of their meshes; `which` counts them across draws.
#include "shaders/frame.glsl"
layout(location = 0) in vec3 in_at;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_extra;
layout(location = 3) in uint in_which;
struct Thing {
    vec4 row_x, row_y, row_z;
    vec4 tint;   // and how hard it was struck
    vec4 state;  // seed, wound, is a ship, glow
};
layout(std430, binding = 0) readonly buffer Things { Thing things[]; };
layout(location = 0) out vec3 out_local;
layout(location = 1) out vec3 out_place;
layout(location = 2) centroid out vec3 out_normal;  // an edge must not see beyond the horizon
layout(location = 3) out vec4 out_extra;
layout(location = 4) flat out vec4 out_tint;
layout(location = 5) flat out vec4 out_state;
invariant gl_Position;

void main() {
    Thing thing = things[in_which];
    vec4 at = vec4(in_at, 1.0);
    out_place = vec3(dot(thing.row_x, at), dot(thing.row_y, at), dot(thing.row_z, at));
    out_normal = vec3(dot(thing.row_x.xyz, in_normal), dot(thing.row_y.xyz, in_normal), dot(thing.row_z.xyz, in_normal));
    out_local = in_at;
    out_extra = in_extra;
    out_tint = thing.tint;
    out_state = thing.state;
    gl_Position = project(out_place);
}
