// A letter of the font (client/text/font.hpp) from its distance field, which is 0.5 on the outline. Premultiplied. The
// shades of a line are drawn before its letters: a letter's shade reaches over its neighbour.
const float kFieldTexels = 22.0;  // from 0 to 1: twice the spread of font.cpp

vec4 letter(sampler2D letters, vec2 at, vec3 bright, vec3 dark) {
    // At the four quarters of the pixel: one distance would close gaps that are narrower than a pixel.
    vec2 x = dFdx(at) * 0.25, y = dFdy(at) * 0.25;
    float half_pixel = 2.0 * max(length(x), length(y)) * float(textureSize(letters, 0).x) / kFieldTexels;
    vec4 d = vec4(texture(letters, at - x - y).r, texture(letters, at + x - y).r, texture(letters, at - x + y).r,
                  texture(letters, at + x + y).r);
    float inside = dot(clamp((d - 0.5) / half_pixel + 0.5, 0.0, 1.0), vec4(0.25));
    return vec4(mix(dark, bright, smoothstep(0.5, 0.66, dot(d, vec4(0.25)))), 1.0) * inside;
}
// Darkness around a letter, against the picture.
vec4 letter_shade(sampler2D letters, vec2 at) {
    return vec4(0.0, 0.0, 0.0, 0.9 * smoothstep(0.10, 0.42, texture(letters, at).r));
}
