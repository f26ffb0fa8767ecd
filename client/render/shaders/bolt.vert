// The lightning's strip, as it was made on the CPU.
#include "shaders/frame.glsl"
layout(location = 0) in vec4 in_at_across_light;
layout(location = 1) in vec4 in_colour_width;
out vec2 v_across;
out vec3 v_colour;

void main() {
    v_across = in_at_across_light.zw;
    v_colour = in_colour_width.rgb;
    gl_Position = project(vec3(in_at_across_light.xy, 0.0));
}
