// Reads: normals and depth, occlusion, the shadow maps. Writes: the light buffer's beginning, sun and sky. Alpha is the highlight.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#ifdef SHADOWS
#include "shaders/shadow.glsl"
#else
float sunlight_at(vec3 place, vec3 normal) { return 1.0; }
#endif
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D occlusion;
#ifdef GLOW
layout(binding = 2) uniform sampler2D glow;  // what points do at z = 0, and from where: passes/lights.cpp
layout(binding = 3) uniform sampler2D glow_ways;
#endif
layout(location = 0) out vec4 out_light;

void main() {
    Packed here = unpack_surface(texelFetch(surfaces, ivec2(gl_FragCoord.xy), 0));
    if (here.is_empty) {
        out_light = vec4(0.0);
        return;
    }
    float free = scroll.z > 0.0 ? texelFetch(occlusion, ivec2(gl_FragCoord.xy) / int(eye.w), 0).r : 1.0;
    vec3 n = here.normal;
    vec3 p = place_of(gl_FragCoord.xy, here.z);
    vec3 to_eye = normalize(vec3(eye.xy, eye.z) - p);
    // The sun comes in low from above: the deeper the rock, the less of it.
    float open = exp2(min(here.z + 0.4, 0.0) * 0.32);
    float lit = sunlight_at(p, n);
    float sun = max(dot(n, sun_way.xyz), 0.0) * open * lit;
    float back = max(dot(n, back_way.xyz) + 0.2, 0.0) * open;
    vec3 half_way = normalize(sun_way.xyz + to_eye);
    float shine = pow(max(dot(n, half_way), 0.0), 8.0 + here.gloss * 90.0) * open * lit;
    vec3 sky = mix(sky_down.rgb, sky_up.rgb, n.y * 0.5 + 0.5) * mix(0.45, 1.0, open);
    float shade = free * free;
    vec3 points = vec3(0.0);
#ifdef GLOW
    vec4 map = texture(glow, gl_FragCoord.xy * size.zw), way = texture(glow_ways, gl_FragCoord.xy * size.zw);
    // No light reaches less deep than kGlowHeight + 0.1; where there is none, nothing is divided by zero.
    float deep = max(map.a / max(way.w, 1e-4), 1.1), far = (1.0 - here.z) / deep, near = max(1.0 - far * far, 0.0) / max(1.0 - 1.0 / (deep * deep), 0.2);
    points = map.rgb * max(dot(n, way.xyz) / max(way.w, 1e-4) * 0.85 + 0.15, 0.0) * near * near;
#endif
    out_light = vec4(points + (sun_colour.rgb * sun * (0.35 + 0.65 * free) + back_colour.rgb * back * free + sky * shade),
                     shine * free);
}
