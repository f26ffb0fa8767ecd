// Rectangles over the picture, in the window's pixels from its upper left corner: letters and sheets.
layout(location = 0) in vec4 in_at;      // left, top, right, bottom
layout(location = 1) in vec4 in_image;   // of a letter: in the atlas
layout(location = 2) in vec4 in_colour;  // a: opacity
layout(location = 3) in vec4 in_shape;   // 0 a letter, 1 its shade, 2 a sheet; the radius of its corners; the width of its edge, 0 if it is filled
layout(std140, binding = 0) uniform Window {
    vec4 size;
};
out vec2 v_image;
out vec2 v_at;
flat out vec4 v_box, v_colour, v_shape;

void main() {
    int corner = gl_VertexID;
    vec2 t = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : 0.0);
    v_image = mix(in_image.xy, in_image.zw, t);
    // A sheet's edge may cover a part of the next pixel.
    v_at = mix(in_at.xy, in_at.zw, t) + step(1.5, in_shape.x) * (2.0 * t - 1.0);
    v_box = in_at;
    v_colour = in_colour;
    v_shape = in_shape;
    gl_Position = vec4(v_at / size.xy * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
