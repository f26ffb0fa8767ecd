// Reads: nothing. Writes: the images of puffs, two across and two up: how torn they are, and how their billows lean.
#include "shaders/noise.glsl"
layout(location = 0) out vec4 out_image;

void main() {
    vec2 at = gl_FragCoord.xy / 64.0;
    vec3 q = vec3((fract(at) - 0.5) * 4.4 + 31.0 * floor(at), 9.0);
    q.xy = mat2(0.8, 0.6, -0.6, 0.8) * q.xy + 0.9 * vec2(noise(q * 0.9), noise(q * 0.9 + 5.0));  // the lattice of the noise does not show
    out_image = vec4(fbm(q * vec3(0.73, 0.73, 1.0), 3), noise(q), noise(q + 17.3), 1.0);
}
