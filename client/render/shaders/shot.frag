// Reads: nothing. Blends over the scene. Players' fire, dimmer than any of the enemy's (enemy_shot.frag); burrs, and the hull of a ship in focus.
#include "shaders/frame.glsl"
in vec2 v_spot;
flat in vec2 v_state;  // look, fade
flat in vec3 v_colour;
layout(location = 0) out vec4 out_colour;

void main() {
    vec2 p = v_spot;
    float look = v_state.x;
    if (look > 7.5) {
        // A burr, with spikes, or the hull of a ship in focus, with a ring around it.
        bool burr = look < 8.5;
        float r = length(p), turn = atan(p.y, p.x) * 6.0 + clock.x * 5.0;
        float reach = burr ? 0.75 + 0.35 * cos(turn) : 0.45;
        float dot = exp2(-pow(r / reach, 2.0) * 2.5);
        float ring = burr ? 0.0 : exp2(-pow((r - 1.0) * 7.0, 2.0));
        float glow = exp2(-r * 2.0) * (1.0 - smoothstep(1.8, 2.6, r)) * 0.35;
        vec3 sum = mix(v_colour, vec3(1.0), burr ? 0.15 : 0.45) * (dot + ring * 0.6) + v_colour * glow;
        out_colour = vec4(sum, max(dot, ring) * 0.4) * v_state.y;
        return;
    }
    if (look > 6.5) {
        // A lance: a rail, sharp ahead, that thins out behind.
        float x = p.x > 0.0 ? p.x / 1.3 : p.x / 24.0;
        float wide = p.x > 0.0 ? 1.0 : max(0.2, 1.0 + x);
        float along = 1.0 - smoothstep(0.0, 1.0, abs(x));
        float core = exp2(-pow(p.y / (0.30 * wide), 2.0)), body = exp2(-pow(p.y / (0.9 * wide), 2.0));
        vec3 sum = mix(v_colour, vec3(1.0), 0.45) * core * 0.9 + v_colour * body * 0.5;
        out_colour = vec4(sum, body * 0.3) * (along * v_state.y);
        return;
    }
    // Streaks of light.
    float tail = look < 4.5 ? 4.2 : look < 5.5 ? 2.6 : 2.2;
    float x = p.x > 0.0 ? p.x / 1.3 : p.x / tail;
    float y = p.y / (p.x > 0.0 ? 1.0 : max(0.25, 1.0 + p.x / tail * 0.8));
    float d = x * x + y * y;
    float body = exp2(-d * 3.2), core = exp2(-(x * x * 1.5 + y * y * 7.0) * 2.2);
    float fade = 1.0 - smoothstep(0.6, 1.0, d * 0.6);
    if (look > 5.5) core += exp2(-pow((length(p) - 0.9) * 4.0, 2.0)) * 0.6;
    vec3 sum = v_colour * body * 0.55 + mix(v_colour, vec3(1.0), look > 5.5 ? 0.08 : 0.22) * core * 0.55;
    out_colour = vec4(sum * fade, body * 0.25) * v_state.y;
}
