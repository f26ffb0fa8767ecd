// Lines over everything: hit shapes, bounds, paths.
#include "shaders/frame.glsl"
struct Line {
    vec3 from;
    uint colour;
    vec3 to;
    uint spare;
};
layout(std430, binding = 0) readonly buffer Lines { Line lines[]; };
layout(location = 0) flat out vec4 out_colour;

void main() {
    Line line = lines[gl_VertexID / 2];
    out_colour = unpackUnorm4x8(line.colour);
    gl_Position = project(gl_VertexID % 2 == 0 ? line.from : line.to);
}
