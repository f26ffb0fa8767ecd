// Reads: the blurred scenery, depth. Blends over the scene, where something far or nothing is: what is near stays sharp.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/focus.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D blurred;
layout(location = 0) out vec4 out_colour;

void main() {
    Packed here = unpack_surface(texelFetch(surfaces, ivec2(gl_FragCoord.xy), 0));
    float far = far_share(here);
    if (!here.is_empty && far == 0.0) discard;
    vec2 used = floor((size.xy + 1.0) * 0.5);
    vec4 b = texture(blurred, min(gl_FragCoord.xy * 0.5, used - 0.5) / vec2(textureSize(blurred, 0)));
    if (b.a < 0.002) discard;
    // Over the sky the crest fades out; on the mesas the blur is all there is.
    out_colour = here.is_empty ? b : vec4(b.rgb / b.a, 1.0) * far;
}
