// Reads: meshes, the light buffer. Writes: the scene.
#include "shaders/frame.glsl"
#include "shaders/surface.glsl"
layout(binding = 0) uniform sampler2D light_buffer;
layout(location = 0) out vec4 out_colour;

void main() {
    Surface s = surface_here();
    Material m;
    surface(s, m);
    vec4 light = texelFetch(light_buffer, ivec2(gl_FragCoord.xy), 0);
    vec3 colour = m.colour * light.rgb + light.a * m.gloss * (vec3(0.04) + light.rgb * 0.5);
    vec3 to_eye = normalize(vec3(eye.xy, eye.z) - in_place);
    float edge = pow(1.0 - clamp(dot(s.normal, to_eye), 0.0, 1.0), 2.5);
#ifdef ROCK
    // In the black light nothing shines.
    colour += m.glow * clamp(light.g * 4.0, 0.0, 1.0);
    // Air lies between: the deeper, the more of it.
    float air = 1.0 - exp2(min(in_place.z, 0.0) * haze.w);
    float far = clamp((-in_place.z - 8.0) / 40.0, 0.0, 1.0);
    colour = mix(colour, haze.rgb * mix(0.15, 0.62, far) * mix(1.35, 0.8, smoothstep(-16.0, 3.0, in_place.y)), air);
    colour *= mix(1.0, flash.w, 0.75);
#else
    colour += m.glow * in_state.w;
    // A thin bright edge lifts bodies off the dark behind them.
    colour += edge * in_tint.rgb * 0.75 * (0.35 + light.rgb);
    colour = mix(colour, vec3(1.6, 1.5, 1.4), in_tint.w * 0.75);
    colour += vec3(0.9, 0.25, 0.1) * in_state.y * in_state.y * 0.22 * (0.6 + 0.4 * sin(clock.x * 23.0 + in_state.x));
#endif
    out_colour = vec4(colour, 1.0);
}
