// Rectangles on the screen: letters and bars. Places in field units, as the rest.
#include "shaders/frame.glsl"
struct Box {
    vec4 at;      // left, bottom, right, top
    vec4 image;   // of the atlas, or what the bar shows, or how dark a shade is: below, above
    vec4 bright;  // in the middle; a: opacity
    vec4 dark;    // at the edges; a: 0 a letter, 1 a bar, 2 a shade, 3 a life, 4 a letter's shade
};
layout(std430, binding = 0) readonly buffer Boxes { Box boxes[]; };
layout(location = 0) out vec2 out_image;
layout(location = 1) out vec2 out_spot;
layout(location = 2) flat out int out_which;

void main() {
    int which = gl_VertexID / 6, corner = gl_VertexID % 6;
    Box box = boxes[which];
    vec2 t = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : 0.0);
    out_image = mix(box.image.xy, box.image.zw, t);
    out_spot = t;
    out_which = which;
    gl_Position = vec4(mix(box.at.xy, box.at.zw, t) / lens.zw, 0.0, 1.0);
}
