// Reads: the letters' distance field. A program for each kind of box, LETTERS, PLATES or SHADES: they are drawn in turn,
// and a renderer in software would run all branches of one program.
// Blends over the picture. Letters and bars are bright in the middle, darker at the edges.
#include "shaders/frame.glsl"
#include "shaders/letter.glsl"
layout(binding = 0) uniform sampler2D letters;
in vec2 v_image;
in vec2 v_spot;
flat in vec4 v_shown, v_bright, v_dark;
layout(location = 0) out vec4 out_colour;

void main() {
#if defined(SHADES)
    float t = mix(v_shown.x, v_shown.y, v_spot.y);
    out_colour = vec4(0.0, 0.0, 0.0, t * t * v_bright.a);
#elif defined(PLATES)
    if (v_dark.a < 1.5) {
        // shown.x: how full; y: 1 while it shimmers; z: its width over its height.
        vec2 p = vec2(v_spot.x, v_spot.y * 2.0 - 1.0);
        float full = v_shown.x;
        float middle = 1.0 - p.y * p.y;
        float ends = min(p.x, 1.0 - p.x) * v_shown.z;
        float round = smoothstep(0.0, 0.35, min(ends, middle));
        float filled = smoothstep(full + 0.004, full - 0.004, p.x);
        vec3 colour = mix(v_dark.rgb * 0.6, v_bright.rgb, pow(middle, 1.5));
        colour *= 1.0 + v_shown.y * 0.5 * sin(clock.x * 9.0 - p.x * 14.0);
        colour += vec3(1.0) * filled * exp2(-pow((p.x - full) * v_shown.z * 0.7, 2.0)) * 0.35 * step(0.01, full);
        vec3 empty = v_dark.rgb * 0.12;
        out_colour = vec4(mix(empty, colour, filled), mix(0.55, 1.0, filled)) * round * v_bright.a;
    } else {
        vec2 p = v_spot * 2.0 - 1.0;
        float d = abs(p.x) * 0.8 + abs(p.y);
        float inside = 1.0 - smoothstep(0.85, 1.0, d);
        out_colour = vec4(mix(v_bright.rgb, v_dark.rgb, d), 1.0) * inside * v_bright.a;
    }
#else
    if (v_dark.a < 0.5) {
        out_colour = letter(letters, v_image, v_bright.rgb, v_dark.rgb) * v_bright.a;
    } else {
        out_colour = letter_shade(letters, v_image) * v_bright.a;
    }
#endif
}
