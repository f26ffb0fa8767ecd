// Lines over everything: hitboxes, bounds, paths.
#include "shaders/frame.glsl"
layout(location = 0) in vec3 in_from;
layout(location = 1) in vec4 in_colour;
layout(location = 2) in vec3 in_to;
flat out vec4 v_colour;

void main() {
    v_colour = in_colour;
    gl_Position = project(gl_VertexID == 0 ? in_from : in_to);
}
