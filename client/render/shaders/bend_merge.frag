// Reads: depth, displacements, a copy of the scene. Writes: the scene, where it lies behind the plane of play.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D bend;
layout(binding = 2) uniform sampler2D behind;
layout(std140, binding = 1) uniform How { vec4 how; };  // the share of the displacement that a player wants
layout(location = 0) out vec4 out_colour;
// The far rims of the largest bodies lie deeper than the plane of play, by less than this.
const float kNearest = -1.6;

float depth_of(ivec2 at) {
    Packed there = unpack_surface(texelFetch(surfaces, clamp(at, ivec2(0), ivec2(size.xy) - 1), 0));
    return there.is_empty ? -60.0 : there.z;
}

void main() {
    vec2 used = floor((size.xy + 3.0) * 0.25);
    vec2 off = clamp(texture(bend, min(gl_FragCoord.xy * size.zw * used, used - 0.5) / vec2(textureSize(bend, 0))).xy, -2.0, 2.0);
    if (max(abs(off.x), abs(off.y)) < 0.001) discard;
    ivec2 here = ivec2(gl_FragCoord.xy);
    float z = depth_of(here);
    // The smooth edge of a body takes a part of the pixels beside it.
    float nearest = max(max(z, max(depth_of(here + ivec2(1, 0)), depth_of(here - ivec2(1, 0)))),
                        max(depth_of(here + ivec2(0, 1)), depth_of(here - ivec2(0, 1))));
    // Less just behind the plane: nothing tears off what collides.
    vec2 at = clamp(gl_FragCoord.xy - off * how.x * (1.0 - smoothstep(-3.5, kNearest, z)) * size.y / 18.0, vec2(0.5), size.xy - 0.5);
    // The four pixels that are mixed there.
    ivec2 low = ivec2(floor(at - 0.5));
    nearest = max(nearest, max(max(depth_of(low), depth_of(low + ivec2(1, 0))), max(depth_of(low + ivec2(0, 1)), depth_of(low + ivec2(1, 1)))));
    if (nearest > kNearest) discard;
    out_colour = vec4(texture(behind, at / vec2(textureSize(behind, 0))).rgb, 1.0);
}
