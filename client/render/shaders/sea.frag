// Reads: depth. Blends over the scene: water. It hides the more, the deeper what lies in it is behind the plane of play:
// ships and enemies stay plain to see. Only the foam along the line that counts is white.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/noise.glsl"
layout(binding = 0) uniform usampler2D surfaces;
in vec3 v_place;
in float v_surface;
flat in int v_row;
layout(location = 0) out vec4 out_colour;

const vec3 kSlate = vec3(0.020, 0.034, 0.036), kGreen = vec3(0.014, 0.050, 0.040);
const vec3 kFoam = vec3(0.42, 0.48, 0.46);

void main() {
    Packed here = unpack_surface(texelFetch(surfaces, ivec2(gl_FragCoord.xy), 0));
    float z = here.is_empty ? -60.0 : here.z;
    vec2 at = v_place.xy + scroll.xy;  // moves with the scenery
    float seconds = clock.x;
    if (v_row == 0) {
        float deep = v_surface - v_place.y;
        // Light from above falls in moving shafts and dies within some units.
        float shafts = noise(vec3(at.x * 0.7 + deep * 0.5, deep * 0.15, seconds * 0.35));
        vec3 water = mix(kGreen * (0.8 + 0.9 * shafts), kSlate * 0.35, smoothstep(0.0, 5.0, deep)) * (1.0 + 0.8 * show.z);
        float cover = mix(0.38, 0.94 + 0.055 * show.z, 1.0 - exp2(min(z + 0.6, 0.0) * 0.5)) * mix(0.85 + 0.15 * show.z, 1.0, smoothstep(0.0, 3.0, deep));
        // The edge lies exactly on the surface; torn foam hangs below it.
        float px = 18.0 * size.w;
        float torn = noise(vec3(at.x * 2.2, seconds * 0.6, 1.0)) * 0.6 + noise(vec3(at.x * 6.0, deep * 4.0 - seconds, 2.0)) * 0.4;
        float edge = 1.0 - smoothstep(0.05, 0.05 + px + 0.03, deep);
        float fringe = smoothstep(0.45, 0.75, torn) * (1.0 - smoothstep(0.05, 0.15 + 0.55 * torn, deep));
        float foam = max(edge, 0.55 * fringe);
        vec3 colour = mix(water * cover, kFoam, foam * 0.9);
        out_colour = vec4(colour * mix(1.0, flash.w, 0.5), max(cover, foam * 0.9));
        return;
    }
    if (z > v_place.z) discard;
    float far = clamp(-v_place.z / 44.0, 0.0, 1.0);
    // Ripples: the slope of a noise that is stretched along the waves; finer ones would only flicker far away.
    vec2 p = vec2(v_place.x + scroll.x, v_place.z * 2.2);
    float swell = noise(vec3(p * 0.35, seconds * 0.5));
    float fine = noise(vec3(p * vec2(1.3, 1.6) + swell * 2.0, seconds * 0.9));
    float slope = mix(fine, swell, 0.35 + 0.5 * far) - 0.5;
    // It mirrors the sky: the more, the flatter the view.
    vec3 sky = mix(vec3(0.030, 0.030, 0.036), haze.rgb * 0.9, far);
    sky = mix(sky, mix(vec3(0.10, 0.09, 0.14), vec3(0.50, 0.25, 0.14), far), show.z);
    float mirror = clamp(0.25 + 0.6 * far + slope * 0.9, 0.0, 1.0);
    vec3 colour = mix(mix(kGreen, kSlate, 0.5 + 0.5 * far) * 1.1, sky, mirror);
    // Two paths of light, under the two suns.
    vec2 ndc = gl_FragCoord.xy * size.zw * 2.0 - 1.0;
    float across = ndc.x * lens.z + eye.x * 0.3 + scroll.x * 0.01 - suns.x;
    float wide = mix(2.2, 0.7, far);
    float glint = smoothstep(0.08, 0.30, slope) * (0.35 + 0.65 * far);
    colour += vec3(1.0, 0.62, 0.22) * glint * exp2(-pow(across / wide, 2.0) * 2.0) * 0.30;
    colour += vec3(0.25, 0.5, 1.0) * glint * exp2(-pow((across - 1.15 * suns.z) / wide, 2.0) * 2.0) * 0.12;
    // Foam on the crests of the play, and torn just behind the edge.
    float near = exp2(v_place.z * 0.9);
    float torn = noise(vec3(p * vec2(1.6, 0.9), seconds * 0.5 + 5.0));
    colour = mix(colour, kFoam, near * smoothstep(0.55, 0.85, torn) * 0.45);
    colour = mix(colour, haze.rgb * 0.55, far * far * 0.7);
    // Thin where it meets the rock.
    float shore = smoothstep(0.0, 0.8, v_place.z - z);
    out_colour = vec4(colour * mix(1.0, flash.w, 0.75), 1.0) * mix(0.6, 0.97, shore);
}
