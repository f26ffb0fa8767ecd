// Reads: the scene, the last exposure. Writes: the next one, a single texel. The eye gets used to the mean light of what it
// sees: shots and explosions, which are brighter than a white sheet, count as white, and the range is small.
#include "shaders/frame.glsl"
layout(binding = 0) uniform sampler2D scene;
layout(binding = 1) uniform sampler2D before;
layout(std140, binding = 1) uniform Meter { vec4 meter; };  // share of the way to go in this frame
layout(location = 0) out vec4 out_exposure;

const ivec2 kPlaces = ivec2(24, 14);
const float kUsual = 0.020;  // the mean light for which all is lit

void main() {
    float sum = 0.0;
    for (int y = 0; y < kPlaces.y; ++y) {
        for (int x = 0; x < kPlaces.x; ++x) {
            ivec2 at = ivec2((vec2(x, y) + 0.5) / vec2(kPlaces) * size.xy);
            sum += log2(min(dot(texelFetch(scene, at, 0).rgb, vec3(0.2126, 0.7152, 0.0722)), 1.0) + 0.002);
        }
    }
    float mean = exp2(sum / float(kPlaces.x * kPlaces.y));
    float wanted = clamp(pow(kUsual / mean, 0.35), 0.80, 1.25);
    float last = texelFetch(before, ivec2(0), 0).r;  // 0: there is none
    out_exposure = vec4(last > 0.1 && meter.x < 1.0 ? mix(last, wanted, meter.x) : wanted, mean, 0.0, 1.0);
}
