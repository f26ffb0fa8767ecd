// Reads: the letters' distance field. A program for each kind of box, LETTERS, PLATES or SHADES: they are drawn in turn,
// and a renderer in software would run all branches of one program.
// Blends over the picture. Letters and bars are bright in the middle, darker at the edges.
#include "shaders/frame.glsl"
#include "shaders/letter.glsl"
struct Box {
    vec4 at, image, bright, dark;
};
layout(std430, binding = 0) readonly buffer Boxes { Box boxes[]; };
layout(binding = 0) uniform sampler2D letters;
layout(location = 0) in vec2 in_image;
layout(location = 1) in vec2 in_spot;
layout(location = 2) flat in int in_which;
layout(location = 0) out vec4 out_colour;

void main() {
    Box box = boxes[in_which];
#if defined(SHADES)
    float t = mix(box.image.x, box.image.y, in_spot.y);
    out_colour = vec4(0.0, 0.0, 0.0, t * t * box.bright.a);
#elif defined(PLATES)
    if (box.dark.a < 1.5) {
        // image.x: how full; image.y: 1 while it shimmers; image.z: its width over its height.
        vec2 p = vec2(in_spot.x, in_spot.y * 2.0 - 1.0);
        float full = box.image.x;
        float middle = 1.0 - p.y * p.y;
        float ends = min(p.x, 1.0 - p.x) * box.image.z;
        float round = smoothstep(0.0, 0.35, min(ends, middle));
        float filled = smoothstep(full + 0.004, full - 0.004, p.x);
        vec3 colour = mix(box.dark.rgb * 0.6, box.bright.rgb, pow(middle, 1.5));
        colour *= 1.0 + box.image.y * 0.5 * sin(clock.x * 9.0 - p.x * 14.0);
        colour += vec3(1.0) * filled * exp2(-pow((p.x - full) * box.image.z * 0.7, 2.0)) * 0.35 * step(0.01, full);
        vec3 empty = box.dark.rgb * 0.12;
        out_colour = vec4(mix(empty, colour, filled), mix(0.55, 1.0, filled)) * round * box.bright.a;
    } else {
        vec2 p = in_spot * 2.0 - 1.0;
        float d = abs(p.x) * 0.8 + abs(p.y);
        float inside = 1.0 - smoothstep(0.85, 1.0, d);
        out_colour = vec4(mix(box.bright.rgb, box.dark.rgb, d), 1.0) * inside * box.bright.a;
    }
#else
    if (box.dark.a < 0.5) {
        out_colour = letter(letters, in_image, box.bright.rgb, box.dark.rgb) * box.bright.a;
    } else {
        out_colour = letter_shade(letters, in_image) * box.bright.a;
    }
#endif
}
