// Reads: the scene, bloom, exposure. Writes: the picture, in the screen's own curve.
#include "shaders/frame.glsl"
#include "shaders/noise.glsl"
layout(binding = 0) uniform sampler2D scene;
layout(binding = 1) uniform sampler2D bloomed;
layout(binding = 2) uniform sampler2D exposure;
layout(location = 0) out vec4 out_colour;

// A filmic curve (Hable's form, own numbers): black stays black, 1 comes to about 0.8, and nothing clips hard.
vec3 tone(vec3 c) {
    c *= clock.w;
    return clamp((c * (2.35 * c + 0.06)) / (c * (2.25 * c + 0.62) + 0.12), 0.0, 1.0);
}
vec3 encode(vec3 c) { return mix(c * 12.92, 1.055 * pow(max(c, vec3(1e-6)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec3 colour = texelFetch(scene, pixel, 0).rgb;
    // Each of its texels is two pixels wide, at odd sizes as well: then the last reaches beyond the picture.
    if (scroll.w > 0.0) {
        vec2 last = floor((size.xy + 1.0) * 0.5) - 0.5;
        colour += texture(bloomed, min(gl_FragCoord.xy * 0.5, last) / vec2(textureSize(bloomed, 0))).rgb * scroll.w;
    }
    vec2 ndc = gl_FragCoord.xy * size.zw * 2.0 - 1.0;
    if (show.w > 0.5) {
        // A flash lights what is there more than it veils it.
        colour = colour * (1.0 + 4.0 * flash.rgb) + 0.3 * flash.rgb;
        colour *= 1.0 - 0.22 * dot(ndc, ndc) * 0.5;
        colour = mix(colour, vec3(0.16, 0.0, 0.008), show.y * smoothstep(0.55, 1.5, length(ndc)) * 0.8);
        colour = tone(colour * texelFetch(exposure, ivec2(0), 0).r);
        vec4 graded = vec4(colour, 1.0);
        colour = clamp(vec3(dot(grade[0], graded), dot(grade[1], graded), dot(grade[2], graded)), 0.0, 1.0);
        // Brightness is a power of what is shown: black and white stay, so what was the brightest thing still is.
        colour = pow(encode(colour * (1.0 - show.x)), vec3(sky_down.w));
        // Half a step of noise hides the bands of a dark sky.
        colour += (hash1(ivec3(pixel, 7)) - 0.5) / 255.0;
    }
    out_colour = vec4(colour, 1.0);
}
