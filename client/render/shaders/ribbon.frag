// Reads: nothing. Blends over the scene: a beam, hot in its middle. |across| = 1/3 is where it burns.
#include "shaders/frame.glsl"
#include "shaders/noise.glsl"
in vec2 v_along;
flat in vec4 v_colour;
flat in vec2 v_look;
in vec2 v_ends;
layout(location = 0) out vec4 out_colour;

void main() {
    float across = abs(v_along.y) * 3.0;
    float seconds = clock.x;
    vec3 colour = v_colour.rgb;
    float heat = v_colour.a;
    if (v_look.x < 0.5) {
        // The warning: a thin dashed line that thickens as the burn comes near.
        float dash = smoothstep(0.35, 0.45, abs(fract(v_along.x * 1.2 - seconds * 2.5) - 0.5) * 2.0);
        float line = exp2(-pow(across * mix(4.0, 1.6, heat), 2.0) * 2.0);
        float edge = exp2(-pow((across - 1.0) * 7.0, 2.0));
        out_colour = vec4(colour * (line * dash * (0.5 + 1.2 * heat) + edge * 0.25 * heat), line * 0.2);
        return;
    }
    if (v_look.x > 2.5) {
        // A thread or an arc: as bright from end to end.
        float run = noise(vec3(v_along.x * 1.4 - seconds * 9.0, v_along.y, seconds * 2.0));
        float middle = exp2(-pow(across / 0.6, 2.0) * 2.0);
        float veil = exp2(-across * 1.6) * (1.0 - smoothstep(2.2, 3.0, across));
        vec3 light = mix(colour, vec3(1.0), 0.30) * middle * (0.8 + 0.5 * run) + colour * veil * 0.30;
        out_colour = vec4(light, 0.2 * middle) * heat;
        return;
    }
    // A player's pours out of a point.
    float start = smoothstep(0.0, 0.25, v_ends.x);
    if (v_look.x > 1.5) across /= mix(0.25, 1.0, smoothstep(0.0, 1.1, v_ends.x));
    float flow = noise(vec3(v_along.x * 1.4 - seconds * 22.0, v_along.y * 2.0, seconds * 3.0));
    float fine = noise(vec3(v_along.x * 4.0 - seconds * 40.0, v_along.y * 5.0, 3.0));
    float wide = 0.85 + 0.25 * flow;
    float core = exp2(-pow(across / (0.42 * wide), 2.0) * 2.0);
    float body = smoothstep(1.15 * wide, 0.55 * wide, across);
    float glow = exp2(-across * 1.6) * (1.0 - smoothstep(2.2, 3.0, across));
    float strands = pow(fine, 3.0) * body;
    if (v_look.x < 1.5) {
        // The enemy's: white heat, a saturated body, and a dark line around it. No brighter than white needs: what blooms
        // veils the outlines of the shots that fly in it.
        float dark = smoothstep(0.9, 1.05, across) * (1.0 - smoothstep(1.1, 1.7, across));
        vec3 sum = vec3(1.0) * core * 1.5 + colour * (body * 1.3 + strands * 1.2) + colour * glow * 0.35;
        out_colour = vec4(sum, clamp(body + dark * 0.75, 0.0, 1.0)) * (start * heat);
    } else {
        vec3 sum = mix(colour, vec3(1.0), 0.30) * core * 1.5 + colour * (body * 0.75 + strands * 0.8) + colour * glow * 0.28;
        out_colour = vec4(sum, 0.25 * body) * (start * heat);
    }
}
