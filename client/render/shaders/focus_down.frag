// Reads: the scene, depth. Writes, at half size: the far scenery alone, premultiplied by how far out of focus it is.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/focus.glsl"
layout(binding = 0) uniform sampler2D scene;
layout(binding = 1) uniform usampler2D surfaces;
layout(location = 0) out vec4 out_far;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) * 2, last = ivec2(size.xy) - 1;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; ++i) {
        ivec2 pixel = min(at + ivec2(i & 1, i >> 1), last);
        float far = far_share(unpack_surface(texelFetch(surfaces, pixel, 0)));
        sum += vec4(min(texelFetch(scene, pixel, 0).rgb, vec3(4.0)), 1.0) * far;
    }
    out_far = sum * 0.25;
}
