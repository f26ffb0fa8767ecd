// Reads: nothing. Writes: the scene, wherever nothing else is: night, two suns that never
// set, and from them the dawn. High above the ground there is no air. PLAIN: the suns are far and it does not rain, so their noises are left out: a
// renderer in software runs every branch.
#include "shaders/frame.glsl"
#include "shaders/noise.glsl"
#include "shaders/edges.glsl"
layout(location = 0) out vec4 out_colour;

vec3 stars(vec2 p, float cell, float amount) {
    ivec2 c = ivec2(floor(p / cell));
    vec3 h = hash3(ivec3(c, int(cell * 100.0)));
    if (h.z > amount) return vec3(0.0);
    vec2 off = p / cell - vec2(c) - 0.2 - 0.6 * h.xy;
    float d = length(off) * cell;
    float twinkle = 0.75 + 0.25 * sin(clock.x * (1.0 + h.x * 3.0) + h.y * 40.0);
    float size = 0.018 + 0.022 * h.z / amount;
    float light = exp2(-d * d / (size * size)) * twinkle;
    return mix(vec3(0.7, 0.8, 1.0), vec3(1.0, 0.85, 0.65), h.x) * light;
}

// The double star: one gold, one blue. From near they have a surface and a corona that flickers.
vec3 sun(vec2 p, vec3 colour, float core, float radius, vec3 glow, float near, float seed) {
    float d = dot(p, p);
    vec3 light = colour * (core * exp2(-d / (radius * radius)) + glow.x / (glow.y + d) + glow.z / (8.0 + d));
#ifdef PLAIN
    return light;
#else
    if (near <= 0.0) return light;
    vec2 q = p / (radius * 1.5);
    float r = length(q);
    float rays = fbm(vec3(q / max(r, 1e-3) * 2.6 + seed, r * 0.5 - clock.x * 0.12), 3);
    float corona = exp2(-max(r - 1.0, 0.0) * 2.2) * smoothstep(0.30, 0.75, rays);
    float grain = fbm(vec3(q * 5.0 + seed, clock.x * 0.15), 3);
    float disc = 1.0 - smoothstep(0.93, 1.0, r);
    float limb = 0.55 + 0.45 * sqrt(max(1.0 - r * r, 0.0));
    vec3 face = mix(colour, vec3(1.0), 0.35 * grain) * limb * (0.75 + 0.7 * grain);
    return mix(light, light * 0.6 + colour * corona * 0.6 + face * disc * 1.1, near);
#endif
}

// Rain in the distance: it falls behind everything, so it hides no shot.
float streaks(vec2 p, float wide, float fall) {
    vec2 q = vec2((p.x - p.y * 0.22) / wide, p.y);
    float column = floor(q.x);
    vec2 h = hash3(ivec3(int(column), int(wide * 1000.0), 5)).xy;
    float along = fract(q.y * (0.10 + 0.06 * h.x) + clock.x * fall * (0.8 + 0.4 * h.y) + h.x * 7.0);
    float across = abs(fract(q.x) - 0.5) * 2.0;
    return smoothstep(0.70, 0.72, along) * (1.0 - smoothstep(0.80, 0.95, along)) * (1.0 - smoothstep(0.1, 0.7, across)) * step(0.35, h.y);
}

void main() {
    vec2 ndc = gl_FragCoord.xy * size.zw * 2.0 - 1.0;
    vec2 p = ndc * lens.zw + eye.xy * 0.3;
    float up = ndc.y * 0.5 + 0.5;
    float space = suns.w, air = 1.0 - space, dawn = show.z * air;
    vec3 horizon = haze.rgb * vec3(0.347, 0.333, 0.5), above = vec3(0.0035, 0.0045, 0.012);
    vec3 colour = mix(mix(horizon, above, smoothstep(0.05, 0.8, up)), above * 0.4, space);
    // A band of far dust, slow as the stars.
    vec2 q = p + scroll.xy * 0.03;
    float dust = fbm(vec3(q * vec2(0.10, 0.16) + vec2(0.0, q.x * 0.03), 1.5), 3);
    float band = exp2(-pow((q.y - 2.5 + sin(q.x * 0.11) * 1.5) * 0.22, 2.0));
    colour += vec3(0.012, 0.008, 0.022) * band * smoothstep(0.38, 0.78, dust) * (1.5 + space);
    float clear = max(smoothstep(0.15, 0.6, up), space) * (1.0 - 0.85 * dawn) * (1.0 - sky_up.w);
    colour += (stars(q, 1.1, 0.16) * 0.20 + stars(q * 1.02 + 31.0, 0.5, 0.14) * 0.07) * clear * (1.0 + space);
    // Dawn: from the horizon up, brightest under the suns.
    float warm = exp2(-pow((p.x - suns.x) / 14.0, 2.0));
    vec3 day = mix(vec3(0.62, 0.24, 0.09) * (0.5 + 0.5 * warm), vec3(0.20, 0.105, 0.13), smoothstep(0.32, 0.62, up));
    colour = mix(colour, colour + mix(day, vec3(0.022, 0.040, 0.085), smoothstep(0.5, 1.0, up)), dawn);
    float near = clamp((suns.z - 1.3) * 0.7, 0.0, 1.0);
    vec2 gold = (p + scroll.xy * 0.01 - suns.xy) / suns.z, blue = gold - vec2(1.15, 0.5);
    // Clouds are before the suns: only their glow comes through.
    vec3 suns_seen = sun(gold, vec3(1.0, 0.62, 0.22), 0.55, 0.196, vec3(0.020, 0.25, 0.10), near, 3.0);
    suns_seen += sun(blue, vec3(0.25, 0.5, 1.0), 0.45, 0.129, vec3(0.010, 0.15, 0.05), near, 17.0);
    colour += suns_seen * (1.0 - 0.85 * sky_up.w);
    // Haze that drifts faster than the stars and gathers below.
    vec2 h = p + scroll.xy * 0.12 + vec2(clock.x * 0.12, 0.0);
    float veil = fbm(vec3(h * vec2(0.13, 0.30), clock.x * 0.02), 2);
    colour += haze.rgb * smoothstep(0.7, 0.1, up) * (0.2 + 0.8 * veil) * air;
    // Lightning in the clouds, most of it to the right.
    colour += back_colour.w * vec3(0.055, 0.065, 0.085) * (0.35 + 0.65 * veil) * exp2(-pow((p.x - 8.0) / 11.0, 2.0)) * smoothstep(0.25, 0.6, up);
#ifndef PLAIN
    if (sky_up.w > 0.0) {
        float rain = streaks(q + vec2(clock.x * 0.2, 0.0), 0.11, 2.3) * 0.5 + streaks(q, 0.19, 1.9);
        colour = colour * (1.0 - 0.25 * sky_up.w) + (haze.rgb * 0.5 + 0.010) * rain * sky_up.w;
    }
#endif
    colour *= flash.w;
#ifdef EDGES
    out_colour = weighed(colour);
#else
    out_colour = vec4(colour, 1.0);
#endif
}
