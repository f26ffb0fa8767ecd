// Reads: one buffer of the frame. Writes: the picture, so that a person can see what is in it (debug views of passes).
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#ifdef SURFACES
layout(binding = 0) uniform usampler2D source;
#else
layout(binding = 0) uniform sampler2D source;
#endif
layout(std140, binding = 1) uniform Look {
    vec4 look;    // 0 light, 2 one channel; scale; width and height of what is shown
    vec4 across;  // width and height of the picture
};
layout(location = 0) out vec4 out_colour;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy / across.xy * look.zw);
#ifdef SURFACES
    // Normals; dark is deep.
    Packed here = unpack_surface(texelFetch(source, at, 0));
    vec3 colour = here.is_empty ? vec3(0.0) : (here.normal * 0.5 + 0.5) * exp2(min(here.z, 0.0) * 0.05);
#else
    vec4 texel = texelFetch(source, at, 0);
    vec3 colour = look.x == 2.0 ? clamp(texel.rrr * look.y, 0.0, 1.0) : pow(clamp(texel.rgb * look.y, 0.0, 1.0), vec3(1.0 / 2.2));
#endif
    out_colour = vec4(colour, 1.0);
}
