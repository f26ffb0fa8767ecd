// Reads: one buffer of the frame. Writes: the picture, so that a person can see what is in it (debug views of passes).
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Look {
    vec4 look;    // 0 light, 1 normals (dark is deep), 2 one channel; scale; width and height of what is shown
    vec4 across;  // width and height of the picture
};
layout(location = 0) out vec4 out_colour;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy / across.xy * look.zw);
    vec4 texel = texelFetch(source, at, 0);
    vec3 colour = pow(clamp(texel.rgb * look.y, 0.0, 1.0), vec3(1.0 / 2.2));
    if (look.x == 1.0) {
        Packed here = unpack_surface(texel);
        colour = here.is_empty ? vec3(0.0) : (here.normal * 0.5 + 0.5) * exp2(min(here.z, 0.0) * 0.05);
    } else if (look.x == 2.0) {
        colour = clamp(texel.rrr * look.y, 0.0, 1.0);
    }
    out_colour = vec4(colour, 1.0);
}
