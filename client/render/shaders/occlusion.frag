// Reads: normals and depth. Writes: how much of the half ball before each surface is free.
// Line integrals: the share of the chords through a ball about the surface point that lies behind what is seen. Rays are the
// true ones of the lens, so a ball at the border is cut as it should be; what is far in front does not count.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/noise.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(location = 0) out float out_free;

const float kReach = 1.1;  // radius of the ball, units

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 last = ivec2(size.xy) - 1;
    Packed here = unpack_surface(texelFetch(surfaces, min(pixel * int(eye.w), last), 0));
    if (here.is_empty) {
        out_free = 1.0;
        return;
    }
    vec2 centre = (vec2(pixel) * eye.w + 0.5);
    vec3 p = place_of(centre, here.z) + here.normal * 0.05;
    float pixels = kReach / (1.0 - here.z / eye.z) * size.x / (2.0 * lens.z);
    float turn = hash1(ivec3(pixel & 3, 5)) * 6.2831853;
    float hidden = 0.0, all = 0.0;
    int count = int(scroll.z);
    for (int i = 0; i < count; ++i) {
        float r = sqrt((float(i) + 0.5) / float(count)) * 0.95;
        float angle = turn + float(i) * 2.3999632;
        vec2 at = centre + vec2(cos(angle), sin(angle)) * r * pixels;
        // The ray of that sample, with z for its parameter: xy = q + slope · z.
        vec2 q = ((at * size.zw) * 2.0 - 1.0) * lens.zw + eye.xy;
        vec2 slope = -(q - eye.xy) / eye.z;
        vec2 d = q - p.xy;
        float a = dot(slope, slope) + 1.0;
        float b = dot(slope, d) - p.z;
        float c = dot(d, d) + p.z * p.z - kReach * kReach;
        float root = b * b - a * c;
        if (root <= 0.0) continue;
        root = sqrt(root);
        float front = (-b + root) / a, back = (-b - root) / a;
        all += front - back;
        if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, size.xy))) {
            hidden += (front - back) * 0.5;  // nobody knows: as on a flat wall
            continue;
        }
        float seen = unpack_surface(texelFetch(surfaces, ivec2(at), 0)).z;
        float behind = clamp(seen - back, 0.0, front - back);
        float far = max(0.0, seen - front);
        hidden += behind * (1.0 / (1.0 + far * far * 1.5));
    }
    // A flat wall hides half of the ball.
    out_free = all > 0.0 ? clamp(1.0 - max(0.0, hidden / all - 0.5) * 2.6, 0.0, 1.0) : 1.0;
}
