// Reads: one buffer of the frame. Writes: the picture, so that a person can see what is in it (debug views of passes).
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Look { vec4 look; };  // 0 colour, 1 normals, 2 depth, 3 one channel, 4 highlight; scale
layout(location = 0) out vec4 out_colour;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy * size.zw * vec2(textureSize(source, 0)));
    vec4 texel = texelFetch(source, at, 0);
    vec3 colour = texel.rgb * look.y;
    if (look.x == 1.0 || look.x == 2.0) {
        Packed here = unpack_surface(texel);
        colour = here.is_empty ? vec3(0.0) : look.x == 1.0 ? here.normal * 0.5 + 0.5 : vec3(0.5 + here.z / 24.0);
    } else if (look.x == 3.0) {
        colour = texel.rrr * look.y;
    } else if (look.x == 4.0) {
        colour = texel.aaa * look.y;
    }
    out_colour = vec4(pow(clamp(colour, 0.0, 1.0), vec3(look.x == 0.0 ? 1.0 / 2.2 : 1.0)), 1.0);
}
