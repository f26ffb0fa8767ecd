// Reads: nothing. Writes: the scene, wherever nothing else is: night over the canyon, two suns that never set.
#include "shaders/frame.glsl"
#include "shaders/noise.glsl"
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

void main() {
    vec2 ndc = gl_FragCoord.xy * size.zw * 2.0 - 1.0;
    vec2 p = ndc * lens.zw + eye.xy * 0.3;
    float up = ndc.y * 0.5 + 0.5;
    vec3 colour = mix(vec3(0.026, 0.010, 0.013), vec3(0.0035, 0.0045, 0.012), smoothstep(0.05, 0.8, up));
    // A band of far dust, slow as the stars.
    vec2 q = p + scroll.xy * 0.03;
    float dust = fbm(vec3(q * vec2(0.10, 0.16) + vec2(0.0, q.x * 0.03), 1.5), 3);
    float band = exp2(-pow((q.y - 2.5 + sin(q.x * 0.11) * 1.5) * 0.22, 2.0));
    colour += vec3(0.012, 0.008, 0.022) * band * smoothstep(0.38, 0.78, dust) * 1.5;
    colour += (stars(q, 1.1, 0.16) * 0.20 + stars(q * 1.02 + 31.0, 0.5, 0.14) * 0.07) * smoothstep(0.15, 0.6, up);
    // The double star: one gold, one blue.
    vec2 gold = p + scroll.xy * 0.01 - vec2(6.5, 5.2), blue = gold - vec2(1.15, 0.5);
    float dg = dot(gold, gold), db = dot(blue, blue);
    colour += vec3(1.0, 0.62, 0.22) * (0.55 * exp2(-dg * 26.0) + 0.020 / (0.25 + dg) + 0.10 / (8.0 + dg));
    colour += vec3(0.25, 0.5, 1.0) * (0.45 * exp2(-db * 60.0) + 0.010 / (0.15 + db) + 0.05 / (8.0 + db));
    // Haze that drifts faster than the stars and gathers below.
    vec2 h = p + scroll.xy * 0.12 + vec2(clock.x * 0.12, 0.0);
    float veil = fbm(vec3(h * vec2(0.13, 0.30), clock.x * 0.02), 2);
    colour += haze.rgb * smoothstep(0.7, 0.1, up) * (0.2 + 0.8 * veil);
    out_colour = vec4(colour * flash.w, 1.0);
}
