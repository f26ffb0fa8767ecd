// Reads: depth. Adds to, at half size: weighted colour, what shines through, light. No order is needed.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/noise.glsl"
#include "shaders/particle.glsl"
layout(binding = 0) uniform sampler2D surfaces;
layout(location = 0) in vec2 in_spot;
layout(location = 1) flat in vec4 in_state;
layout(location = 2) flat in vec3 in_tint;
layout(location = 3) in float in_z;
layout(location = 0) out vec4 out_sum;
layout(location = 1) out float out_hidden;
layout(location = 2) out vec3 out_light;

void main() {
    float r2 = dot(in_spot, in_spot);
    if (r2 >= 1.0) discard;
    int which = int(in_state.x);
    Class kind = classes[which];
    float age = in_state.z;
    float r = sqrt(r2);
    float shape = (1.0 - r2) * (1.0 - r2);
    float alpha = 1.0 - age;
    vec3 colour = mix(kind.early.rgb, kind.late.rgb, age) * in_tint;
    float scene_z = unpack_surface(texelFetch(surfaces, min(ivec2(gl_FragCoord.xy) * 2, ivec2(size.xy) - 1), 0)).z;
    float soft = clamp((in_z + in_state.w * 0.5 - scene_z) / max(in_state.w, 0.15), 0.0, 1.0);
    vec3 emit = vec3(0.0);
    float cover = 0.0;
    if (which == 4) shape *= shape;
    if (which == 1 || which == 2) {
        // Fire and smoke: a ball eaten by noise from its edge inward.
        float torn = fbm(vec3(in_spot * 1.6 + in_state.y * 40.0, age * 1.3 + in_state.y * 7.0), 3);
        shape = smoothstep(0.0, 0.55, (1.0 - r) * 1.1 - (0.62 - torn * 0.9) * (0.35 + age * 0.9) + 0.1);
    } else if (which == 6) {
        shape = exp2(-pow((r - 0.86) * 13.0, 2.0)) * (0.6 + 0.4 * sin(in_state.y * 6.0 + atan(in_spot.y, in_spot.x) * 3.0));
    }
    if (kind.late.a > 0.5) {
        // Round: normals bent away from the middle.
        vec3 n = normalize(vec3(in_spot * 1.1, sqrt(1.0 - r2 * 0.8)));
        float lit = max(dot(n, sun_way.xyz) * 0.6 + 0.4, 0.0);
        vec3 shaded = colour * (sun_colour.rgb * lit + mix(sky_down.rgb, sky_up.rgb, n.y * 0.5 + 0.5));
        // Young smoke still glows from inside.
        emit = in_tint * vec3(1.0, 0.32, 0.08) * kind.early.a * pow(max(0.0, 1.0 - age * 3.2), 2.0) * shape * shape * soft * 0.6;
        cover = clamp(shape * alpha * min(1.0, age * 12.0) * soft * kind.late.a * 0.8, 0.0, 1.0);
        colour = shaded;
    } else {
        float hot = kind.early.a * alpha * alpha;
        emit = colour * shape * hot * soft;
        if (which == 1) {
            // White in the middle of its youth, then a dark red.
            emit = mix(emit, vec3(1.0, 0.80, 0.5) * shape * shape * hot * soft, clamp(1.0 - age * 3.5, 0.0, 1.0)) * 0.55;
            cover = shape * alpha * 0.18 * soft;
        }
    }
    float weight = cover * clamp(0.5 + in_z * 0.1, 0.1, 1.0);
    out_sum = vec4(colour * weight, weight);
    out_hidden = cover;
    out_light = emit;
}
