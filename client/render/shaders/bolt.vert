// The lightning's strip, as it was made on the CPU.
#include "shaders/frame.glsl"
struct Vertex {
    vec4 at_across_light;
    vec4 colour_width;
};
layout(std430, binding = 0) readonly buffer Bolts { Vertex vertices[]; };
layout(location = 0) out vec2 out_across;
layout(location = 1) out vec3 out_colour;

void main() {
    Vertex v = vertices[gl_VertexID];
    out_across = v.at_across_light.zw;
    out_colour = v.colour_width.rgb;
    gl_Position = project(vec3(v.at_across_light.xy, 0.0));
}
