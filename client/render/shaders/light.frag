// Reads: normals and depth. Adds to: the light buffer. With BLACK it darkens instead: by nearness alone, from all sides. COARSE: only
// the sun makes highlights.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform usampler2D surfaces;
flat in vec4 v_from, v_to, v_colour;  // and radius, nothing, strength
layout(location = 0) out vec4 out_light;

void main() {
    Packed here = unpack_surface(texelFetch(surfaces, ivec2(gl_FragCoord.xy), 0));
    if (here.is_empty) discard;
    vec3 p = place_of(gl_FragCoord.xy, here.z);
    vec3 along = v_to.xyz - v_from.xyz;
    float t = clamp(dot(p - v_from.xyz, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
    vec3 way = v_from.xyz + along * t - p;
    float d2 = dot(way, way) / (v_from.w * v_from.w);
    if (d2 >= 1.0) discard;
    float near = 1.0 - d2;
#ifdef BLACK
    if (here.is_ship) discard;
    out_light = vec4(near * v_colour.w);
#else
    way = normalize(way);
    float lit = max(dot(here.normal, way) * 0.85 + 0.15, 0.0);
    float strength = near * near;
#ifdef COARSE
    out_light = vec4(v_colour.rgb * lit * strength, 0.0);
#else
    vec3 to_eye = normalize(vec3(eye.xy, eye.z) - p);
    float shine = pow(max(dot(here.normal, normalize(way + to_eye)), 0.0), 8.0 + here.gloss * 60.0);
    float power = max(v_colour.r, max(v_colour.g, v_colour.b));
    out_light = vec4(v_colour.rgb * lit, shine * power * 0.5) * strength;
#endif
#endif
}
