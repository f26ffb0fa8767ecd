// Reads: the far scenery at half size. Writes: the same, blurred along one axis.
#include "shaders/frame.glsl"
layout(binding = 0) uniform sampler2D source;
layout(std140, binding = 1) uniform Blur { vec4 axis; };  // a step in texels
layout(location = 0) out vec4 out_far;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy), last = (ivec2(size.xy) + 1) / 2 - 1;
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int i = -3; i <= 3; ++i) {
        float weight = exp2(-float(i * i) * 0.22);
        ivec2 at = clamp(pixel + ivec2(floor(axis.xy * float(i) + 0.5)), ivec2(0), last);
        sum += texelFetch(source, at, 0) * weight;
        weights += weight;
    }
    out_far = sum / weights;
}
