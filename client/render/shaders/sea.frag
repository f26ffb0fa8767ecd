// Reads: depth, the scene behind the water, the tile of small waves. Blends over the scene: water. It hides the more, the deeper what lies
// in it is behind the plane of play: ships and enemies stay plain to see, and where they are. Only the foam along the line that counts
// is white.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/sea.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D ripples;  // height, slope along x and z, crest: scene/ripples.hpp
layout(binding = 2) uniform sampler2D behind;
layout(binding = 3) uniform sampler2D wakes;    // heights, and above them foam: scene/wake.hpp
in vec3 v_place;
in float v_surface;
flat in int v_row;
layout(location = 0) out vec4 out_colour;

const vec3 kSlate = vec3(0.020, 0.034, 0.036), kGreen = vec3(0.014, 0.050, 0.040);
const vec3 kFoam = vec3(0.42, 0.48, 0.46);
const float kCrest = 0.30;  // root of the mean square of a crest in the tile

// The level of the tile's mipmaps for a pixel that covers `wide` units.
float level_of(float wide) { return max(log2(wide * float(textureSize(ripples, 0).x) / water.y), 0.0); }

// The tile, and the same one larger and turned, so that no repetition shows. p: x and z.
vec4 ripples_at(vec2 p, float level) {
    const mat2 kTurned = mat2(0.829, 0.559, -0.559, 0.829);
    const float kLarger = 1.618;
    vec4 small = textureLod(ripples, p / water.y, level);
    vec4 large = textureLod(ripples, kTurned * p / (water.y * kLarger) + 0.37, max(level - 0.69, 0.0));
    large.yz = large.yz * kTurned;
    large.x *= kLarger;
    large.w /= kLarger;
    return (small * 0.72 + large * 0.69) * water.z;
}

// What ships and shots have made of the surface: its height, slope along x and z, and foam. x: of the field.
vec4 wake_at(float x, float z) {
    if (water.w == 0.0) return vec4(0.0);
    vec2 texel = 1.0 / vec2(textureSize(wakes, 0));
    vec2 at = vec2(x - wake.x, -z) / wake.yz + vec2(0.0, 0.5 * texel.y);
    at.y = min(at.y, 0.5 - 1.5 * texel.y);
    float left = textureLod(wakes, at - vec2(texel.x, 0.0), 0.0).r, right = textureLod(wakes, at + vec2(texel.x, 0.0), 0.0).r;
    float fore = textureLod(wakes, at - vec2(0.0, texel.y), 0.0).r, back = textureLod(wakes, at + vec2(0.0, texel.y), 0.0).r;
    vec2 slope = (vec2(right, fore) - vec2(left, back)) / (wake.w * 2.0);
    return vec4(textureLod(wakes, at, 0.0).r, slope, textureLod(wakes, at + vec2(0.0, 0.5), 0.0).r);
}

// A pattern of foam, about 0 … 1, around a place of a plane.
float torn_at(vec2 p, float level) {
    float a = textureLod(ripples, p * vec2(0.9, 1.7) / water.y, level + 0.4).w;
    float b = textureLod(ripples, p.yx * vec2(2.1, 2.6) / water.y + 0.6, level + 1.2).w;
    return 0.5 + (0.6 * a + 0.4 * b) * water.z / kCrest * 0.5;
}

vec3 water_ahead(vec2 at, float deep, float z) {
    // Light from above is gathered by the waves: in shafts, and in bright lines on what lies below.
    float shafts = 0.5 + 0.9 * textureLod(ripples, vec2(at.x * 0.6 + deep * 0.45, deep * 0.12) / water.y, level_of(0.6)).w * water.z / kCrest;
    vec3 colour = mix(kGreen * (0.8 + 0.8 * clamp(shafts, 0.0, 1.3)), kSlate * 0.35, smoothstep(0.0, 5.0, deep)) * (1.0 + 0.8 * show.z);
    return colour;
}

void draw_below(vec2 at, float z) {
    float deep = v_surface - v_place.y;
    vec3 colour = water_ahead(at, deep, z);
    float cover = mix(0.38, 0.94 + 0.055 * show.z, 1.0 - exp2(min(z + 0.6, 0.0) * 0.5)) * mix(0.85 + 0.15 * show.z, 1.0, smoothstep(0.0, 3.0, deep));
    // The edge lies exactly on the surface; torn foam hangs below it.
    float px = 18.0 * size.w, level = level_of(px);
    float edge = 1.0 - smoothstep(0.05, 0.05 + px + 0.03, deep);
    float torn = torn_at(vec2(at.x, deep * 2.0 - water.x * 0.3), level);
    float stirred = wake_at(v_place.x, 0.0).w;
    float fringe = smoothstep(0.35 - 0.35 * stirred, 0.85 - 0.35 * stirred, torn) * (1.0 - smoothstep(0.0, 0.12 + (0.55 + 0.8 * stirred) * torn, deep));
    float foam = max(edge, 0.6 * fringe);
    float hidden = max(cover, foam * 0.9);
#ifndef COARSE
    // What lies behind the plane of play wavers, and light dances on it.
    if (z < -0.6) {
        vec4 wave = ripples_at(vec2(at.x, v_place.y * 1.5 + z), level);
        vec2 off = wave.yz * vec2(0.9, 0.5) * smoothstep(0.0, 1.2, deep) * smoothstep(-0.6, -2.5, z);
        vec2 place = gl_FragCoord.xy + off * size.y / 18.0;
        ivec2 there = ivec2(clamp(place, vec2(0.5), size.xy - 0.5));
        Packed other = unpack_surface(texelFetch(surfaces, there, 0));
        if (!other.is_empty && other.z > -0.6) there = ivec2(gl_FragCoord.xy);
        vec3 seen = texelFetch(behind, there, 0).rgb;
        vec2 lit = place_of(gl_FragCoord.xy, z).xy + scroll.xy;
        float dance = ripples_at(vec2(lit.x * 1.4 + deep * 0.3, z * 1.4), level).w / kCrest;
        seen *= 1.0 + 1.6 * smoothstep(0.3, 2.2, dance) * exp2(-deep * 0.35);
        colour = mix(colour * cover, kFoam, foam * 0.9) * mix(1.0, flash.w, 0.5);
        out_colour = vec4(colour + seen * (1.0 - hidden), 1.0);
        return;
    }
#endif
    colour = mix(colour * cover, kFoam, foam * 0.9);
    out_colour = vec4(colour * mix(1.0, flash.w, 0.5), hidden);
}

// How brightly the surface at `place` glitters under a sun at `sun`, in units of the picture: by how far its slope is from the one
// that mirrors the sun into the eye. `rough`: the slopes that the tile does not resolve there.
float glitter(vec3 to_eye, vec2 slope, vec2 sun, float rough) {
    vec3 half_way = normalize(vec3(sun, -eye.z)) + to_eye;
    vec2 off = (slope + half_way.xz / half_way.y) / rough;
    return exp2(-dot(off, off));
}

void draw_surface(vec2 at, float z) {
    float far = clamp(-v_place.z / 44.0, 0.0, 1.0);
    // What a pixel covers across and along the view, which is flat: between the two is as sharp as may be without flicker.
    float depth = 1.0 - v_place.z / eye.z, wide = 18.0 * size.w * depth, tall = wide * depth * eye.z / max(abs(v_place.y - eye.y), 1.0);
    float level = level_of(mix(wide, tall, 0.5));
    vec4 wave = ripples_at(vec2(at.x, v_place.z), level);
    vec4 stir = wake_at(v_place.x, v_place.z);
    wave.xyz += stir.xyz;
    vec3 normal = normalize(vec3(-wave.y, 1.0, -wave.z));
    vec3 to_eye = normalize(vec3(eye.xy, eye.z) - v_place);
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0);
    float mirror = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    // The sky that it mirrors: haze low, night above.
    vec3 way = reflect(-to_eye, normal);
    float up = smoothstep(0.0, 0.55, max(way.y, 0.0));
    vec3 sky = mix(mix(haze.rgb * 1.25, vec3(0.50, 0.25, 0.14), show.z), mix(vec3(0.013, 0.013, 0.022), vec3(0.10, 0.09, 0.14), show.z), up);
    vec3 deep = mix(kGreen, kSlate, clamp(0.35 + 0.5 * far - wave.x * 1.2, 0.0, 1.0)) * 1.1;
    vec3 colour = mix(deep, sky, mirror);
    // Two paths of light, under the two suns.
    vec2 sun = vec2(suns.x - scroll.x * 0.01, suns.y);
    float rough = mix(0.040, 0.085, far);
    colour += vec3(1.0, 0.62, 0.22) * glitter(to_eye, wave.yz, sun, rough) * 0.28;
    colour += vec3(0.25, 0.5, 1.0) * glitter(to_eye, wave.yz, sun + vec2(1.15, 0.5) * suns.z, rough) * 0.10;
    // Foam where crests break, and just behind the edge.
    float near = exp2(v_place.z * 0.9);
    float torn = torn_at(vec2(at.x, v_place.z) * 1.3, level);
    float breaking = smoothstep(1.6, 3.2, wave.w / kCrest + 0.8 * torn + 0.7 * near);
    breaking = max(breaking, smoothstep(0.95, 1.35, stir.w + 0.9 * torn) * 0.9);
    colour = mix(colour, sky * 1.5 + kFoam * 0.12, smoothstep(0.02, 0.16, stir.x) * 0.7);  // rings
    colour = mix(colour, kFoam, breaking * mix(0.45, 0.12, far));
    colour = mix(colour, haze.rgb * 0.55, far * far * 0.6);
    // Thin where it meets the rock.
    float shore = smoothstep(0.0, 0.8, v_place.z + wave.x * 2.0 - z);
    out_colour = vec4(colour * mix(1.0, flash.w, 0.75), 1.0) * mix(0.6, 0.97, shore);
}

void main() {
    Packed here = unpack_surface(texelFetch(surfaces, ivec2(gl_FragCoord.xy), 0));
    float z = here.is_empty ? -60.0 : here.z;
    vec2 at = v_place.xy + scroll.xy;  // moves with the scenery
    if (v_row == 0) {
        draw_below(at, z);
        return;
    }
    if (z > v_place.z) discard;
    draw_surface(at, z);
}
