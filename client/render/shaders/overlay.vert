// Rectangles over the picture, in the window's pixels from its upper left corner: letters and sheets.
struct Box {
    vec4 at;      // left, top, right, bottom
    vec4 image;   // of a letter: in the atlas
    vec4 colour;  // a: opacity
    vec4 shape;   // 0 a letter, 1 its shade, 2 a sheet; the radius of its corners; the width of its edge, 0 if it is filled
};
layout(std430, binding = 0) readonly buffer Boxes { Box boxes[]; };
layout(std140, binding = 0) uniform Window {
    vec4 size;
};
layout(location = 0) out vec2 out_image;
layout(location = 1) out vec2 out_at;
layout(location = 2) flat out int out_which;

void main() {
    int which = gl_VertexID / 6, corner = gl_VertexID % 6;
    Box box = boxes[which];
    vec2 t = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : 0.0);
    out_image = mix(box.image.xy, box.image.zw, t);
    // A sheet's edge may cover a part of the next pixel.
    out_at = mix(box.at.xy, box.at.zw, t) + step(1.5, box.shape.x) * (2.0 * t - 1.0);
    out_which = which;
    gl_Position = vec4(out_at / size.xy * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
