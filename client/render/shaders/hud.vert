// Rectangles on the screen: letters and bars. Places in field units, as the rest.
#include "shaders/frame.glsl"
layout(location = 0) in vec4 in_at;      // left, bottom, right, top
layout(location = 1) in vec4 in_image;   // of the atlas, or what the bar shows, or how dark a shade is: below, above
layout(location = 2) in vec4 in_bright;  // in the middle; a: opacity
layout(location = 3) in vec4 in_dark;    // at the edges; a: 0 a letter, 1 a bar, 2 a shade, 3 a life, 4 a letter's shade
out vec2 v_image;
out vec2 v_spot;
flat out vec4 v_shown, v_bright, v_dark;  // as they came in: image, bright, dark

void main() {
    int corner = gl_VertexID;
    vec2 t = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : 0.0);
    v_image = mix(in_image.xy, in_image.zw, t);
    v_spot = t;
    v_shown = in_image;
    v_bright = in_bright;
    v_dark = in_dark;
    gl_Position = vec4(mix(in_at.xy, in_at.zw, t) / lens.zw, 0.0, 1.0);
}
