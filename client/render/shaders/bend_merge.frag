// Reads: depth, displacements, a copy of the scene. Writes: the scene, where it lies behind the plane of play.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D bend;
layout(binding = 2) uniform sampler2D behind;
layout(std140, binding = 1) uniform How { vec4 how; };  // the share of the displacement that a player wants
layout(location = 0) out vec4 out_colour;
const float kNearest = -0.6;

bool is_in_play(vec2 at, out float z) {
    Packed there = unpack_surface(texelFetch(surfaces, ivec2(at), 0));
    z = there.is_empty ? -60.0 : there.z;
    return z > kNearest;
}

void main() {
    float z, other_z;
    if (is_in_play(gl_FragCoord.xy, z)) discard;
    vec2 used = floor((size.xy + 3.0) * 0.25);
    vec2 off = clamp(texture(bend, min(gl_FragCoord.xy * size.zw * used, used - 0.5) / vec2(textureSize(bend, 0))).xy, -2.0, 2.0);
    // Less just behind the plane: nothing tears off what collides.
    vec2 at = clamp(gl_FragCoord.xy - off * how.x * smoothstep(kNearest, -2.5, z) * size.y / 18.0, vec2(0.5), size.xy - 0.5);
    if (is_in_play(at, other_z)) discard;
    out_colour = vec4(texture(behind, at / vec2(textureSize(behind, 0))).rgb, 1.0);
}
