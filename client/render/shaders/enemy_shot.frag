// Reads: nothing. Blends over the scene. Enemy fire has a white core, a saturated body, and a dark outline, so that it
// reads on light and dark; the body is as large as what hits. Looks differ by shape as well as colour. A shader apart from that of
// players' fire: a renderer in software runs every branch.
#include "shaders/frame.glsl"
in vec2 v_spot;
flat in vec2 v_state;  // look, fade
flat in vec3 v_colour;
layout(location = 0) out vec4 out_colour;

void main() {
    vec2 p = v_spot;
    float look = v_state.x;
    float pulse = 0.9 + 0.1 * sin(clock.x * 21.0);
    float d;
    float beyond = length(p);  // as d, for the outline: from the shape's border outward, in radii
    bool ring = look > 1.5 && look < 2.5;
    if (look < 0.5) {
        d = beyond;
    } else if (look < 1.5) {
        // A dart: a drop with its point ahead.
        float t = clamp((p.x + 0.35) / 1.5, 0.0, 1.0);
        d = 1.0 + (length(p - vec2(1.5 * t - 0.35, 0.0)) - mix(0.68, 0.12, t)) / 0.62;
        beyond = d;
    } else if (ring) {
        // A hole as wide as the ring is thick, and dark: it is told from an orb, whose middle is white, by that alone.
        d = abs(beyond - 0.75) / 0.25;
    } else {
        d = abs(p.x) * 0.75 + abs(p.y);
        beyond = d;
    }
    float edge = fwidth(d), rim = fwidth(beyond);
    float body = 1.0 - smoothstep(1.0 - edge, 1.0 + edge, d);
    float core = 1.0 - smoothstep(0.18, 0.58, d);
    float line = 1.0 - smoothstep(1.55 - rim, 1.55 + rim, beyond);
    float glow = exp2(-max(0.0, length(p) - 0.8) * 2.4) * (1.0 - smoothstep(1.9, 2.5, length(p)));
    float heat = ring ? 2.0 : 4.0;  // a ring's core is long
    // A bullet that is about to change flares up inside its outline; its size stays that of what hits.
    float flare = max(v_state.y - 1.0, 0.0);
    core = max(core, body * flare * 0.6);
    vec3 sum = v_colour * body * 1.4 * pulse + mix(v_colour, vec3(1.0), 0.85) * core * heat +
               v_colour * glow * 0.18 * (1.0 - line);
    // Nothing shines through the outline: in a beam's white heat a tenth of it would still be white.
    out_colour = vec4(sum, max(line, body));
}
