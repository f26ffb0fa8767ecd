// Reads: meshes, the light buffer, with EDGES (a multisampled scene) depth. Writes: the scene.
#include "shaders/frame.glsl"
#include "shaders/surface.glsl"
#include "shaders/pack.glsl"
#include "shaders/edges.glsl"
layout(binding = 0) uniform sampler2D light_buffer;
layout(binding = 1) uniform usampler2D surfaces;
#ifdef REFLECTIONS
#include "shaders/reflections.glsl"
layout(binding = 2) uniform sampler2D reflections;
layout(binding = 3) uniform sampler2D rough_reflections;
#endif
layout(location = 0) out vec4 out_colour;

// The light at this place. Where an edge runs through the pixel its middle may belong to something else, whose light is not
// ours: then that of the neighbour whose depth is most like ours.
vec4 light_here() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
#ifdef EDGES
    const ivec2 kAround[4] = ivec2[4](ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1));
    float off = abs(unpack_surface(texelFetch(surfaces, pixel, 0)).z - v_place.z);
    if (off > fwidth(v_place.z) + 0.05) {
        ivec2 best = pixel;
        for (int i = 0; i < 4; ++i) {
            ivec2 at = clamp(pixel + kAround[i], ivec2(0), ivec2(size.xy) - 1);
            float there = abs(unpack_surface(texelFetch(surfaces, at, 0)).z - v_place.z);
            if (there < off) {
                off = there;
                best = at;
            }
        }
        pixel = best;
    }
#endif
    return texelFetch(light_buffer, pixel, 0);
}

void main() {
    Surface s = surface_here();
    Material m;
    surface(s, m);
    vec4 light = light_here();
    vec3 colour = m.colour * light.rgb + light.a * m.gloss * (vec3(0.04) + light.rgb * 0.5);
    vec3 to_eye = normalize(vec3(eye.xy, eye.z) - v_place);
    float edge = pow(1.0 - clamp(dot(s.normal, to_eye), 0.0, 1.0), 2.5);
#ifdef REFLECTIONS
    // Ships mirror what is around them, and so does rock as far as it is wet; the rougher, the more blurred. More so at a flat angle.
#ifdef ROCK
    float mirror = smoothstep(0.2, 0.6, m.gloss) * 0.5;
#else
    float mirror = v_state.z > 0.5 ? 1.4 : 0.0;
#endif
    vec3 way = reflect(-to_eye, s.normal);
    vec3 mirrored = mix(mirrored_in(rough_reflections, way), mirrored_in(reflections, way), smoothstep(0.5, 0.9, m.gloss));
#ifndef ROCK
    mirrored *= m.colour / max(max(m.colour.r, m.colour.g), max(m.colour.b, 0.02));  // as metal does: gold stays gold
#endif
    colour += mirrored * mirror * m.gloss * (0.4 + 0.6 * edge);
#endif
#ifdef ROCK
    // Air lies between: the deeper, the more of it.
    float air = (1.0 - exp2(min(v_place.z, 0.0) * haze.w)) * mix(0.72, 1.0, smoothstep(3.0, -9.0, v_place.y));
    float far = clamp((-v_place.z - 8.0) / 40.0, 0.0, 1.0);
    colour = mix(colour, haze.rgb * mix(0.15, 0.62, far) * mix(1.35, 0.8, smoothstep(-16.0, 3.0, v_place.y)), air);
    // In the black light nothing shines; the far mesas have what is left of the suns.
    colour += m.glow * max(clamp(light.g * 4.0, 0.0, 1.0), smoothstep(-14.0, -18.0, v_place.z)) * (1.0 - 0.7 * air);
    colour *= mix(1.0, flash.w, 0.75);
#else
    colour += m.glow * v_state.w;
    // A thin bright edge lifts bodies off the dark behind them.
    colour += edge * v_tint.rgb * 0.75 * (0.35 + light.rgb);
    colour = mix(colour, vec3(1.6, 1.5, 1.4), v_tint.w * 0.75);
    colour += vec3(0.9, 0.25, 0.1) * v_state.y * v_state.y * 0.22 * (0.6 + 0.4 * sin(clock.x * 23.0 + v_state.x));
#endif
#ifdef EDGES
    out_colour = weighed(colour);
#else
    out_colour = vec4(colour, 1.0);
#endif
}
