// Reads: the letters' distance field. Blends over the picture.
#include "shaders/letter.glsl"
struct Box {
    vec4 at, image, colour, shape;
};
layout(std430, binding = 0) readonly buffer Boxes { Box boxes[]; };
layout(binding = 0) uniform sampler2D letters;
layout(location = 0) in vec2 in_image;
layout(location = 1) in vec2 in_at;
layout(location = 2) flat in int in_which;
layout(location = 0) out vec4 out_colour;

void main() {
    Box box = boxes[in_which];
    if (box.shape.x < 0.5) {
        out_colour = letter(letters, in_image, box.colour.rgb, box.colour.rgb) * box.colour.a;
    } else if (box.shape.x < 1.5) {
        out_colour = letter_shade(letters, in_image) * box.colour.a;
    } else {
        // How far outside the rounded rectangle, in pixels.
        float radius = box.shape.y, edge = box.shape.z;
        vec2 corner = abs(in_at - (box.at.xy + box.at.zw) * 0.5) - (box.at.zw - box.at.xy) * 0.5 + radius;
        float d = length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - radius;
        float covered = clamp(0.5 - d, 0.0, 1.0);
        if (edge > 0.0) covered -= clamp(0.5 - (d + edge), 0.0, 1.0);
        out_colour = vec4(box.colour.rgb, 1.0) * (box.colour.a * covered);
    }
}
