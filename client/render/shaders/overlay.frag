// Reads: the letters' distance field. Blends over the picture.
#include "shaders/letter.glsl"
layout(binding = 0) uniform sampler2D letters;
in vec2 v_image;
in vec2 v_at;
flat in vec4 v_box, v_colour, v_shape;
layout(location = 0) out vec4 out_colour;

void main() {
    if (v_shape.x < 0.5) {
        out_colour = letter(letters, v_image, v_colour.rgb, v_colour.rgb) * v_colour.a;
    } else if (v_shape.x < 1.5) {
        out_colour = letter_shade(letters, v_image) * v_colour.a;
    } else {
        // How far outside the rounded rectangle, in pixels.
        float radius = v_shape.y, edge = v_shape.z;
        vec2 corner = abs(v_at - (v_box.xy + v_box.zw) * 0.5) - (v_box.zw - v_box.xy) * 0.5 + radius;
        float d = length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - radius;
        float covered = clamp(0.5 - d, 0.0, 1.0);
        if (edge > 0.0) covered -= clamp(0.5 - (d + edge), 0.0, 1.0);
        out_colour = vec4(v_colour.rgb, 1.0) * (v_colour.a * covered);
    }
}
