// Reads: depth. Adds to, at half size: weighted colour, what is hidden, light. No order is needed.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/noise.glsl"
#include "shaders/particle.glsl"
layout(binding = 0) uniform usampler2D surfaces;
in vec2 v_spot;
flat in vec4 v_state;
flat in vec3 v_tint;
in float v_z;
layout(location = 0) out vec4 out_sum;
layout(location = 1) out float out_hidden;
layout(location = 2) out vec3 out_light;

void main() {
    float r2 = dot(v_spot, v_spot);
    if (r2 >= 1.0) discard;
    Class kind = classes[int(v_state.x)];
    float age = v_state.z;
    float r = sqrt(r2);
    float shape = pow(1.0 - r2, 2.0 * kind.shape.y);
    float alpha = 1.0 - age;
    vec3 colour = mix(kind.early.rgb, kind.late.rgb, age) * v_tint;
    float scene_z = unpack_surface(texelFetch(surfaces, min(ivec2(gl_FragCoord.xy) * 2, ivec2(size.xy) - 1), 0)).z;
    float soft = clamp((v_z + v_state.w * 0.5 - scene_z) / max(v_state.w, 0.15), 0.0, 1.0);
    float near = v_z;
    if (kind.shape.x > 1.5) {
        shape = exp2(-pow((r - 0.86) * 13.0, 2.0)) * (0.6 + 0.4 * sin(v_state.y * 6.0 + atan(v_spot.y, v_spot.x) * 3.0));
    } else if (kind.shape.x > 0.5) {
        // A ball eaten by noise from its edge inward.
        float torn = fbm(vec3(v_spot * 1.6 + v_state.y * 40.0, age * 1.3 + v_state.y * 7.0), 3);
        shape = smoothstep(0.0, 0.55, (1.0 - r) * 1.1 - (0.62 - torn * 0.9) * (0.35 + age * 0.9) + 0.1);
    }
    vec3 emit;
    float cover;
    if (kind.late.a > 0.5) {
        // Round: normals bent away from the middle and rough with billows; a light side and a dark one. The sun is paler
        // here than on rock: in its full colour grey smoke would be brown, and look like fire.
        vec3 q = vec3(v_spot * 2.2 + v_state.y * 31.0, age * 2.0 + v_state.y * 9.0);
        vec2 billow = vec2(noise(q), noise(q + 17.3)) - 0.5;
        vec3 n = normalize(vec3(v_spot * 1.1 + billow * 0.9, sqrt(1.0 - r2 * 0.8)));
        float lit = smoothstep(-0.15, 0.95, dot(n, sun_way.xyz));
        vec3 pale = mix(vec3(dot(sun_colour.rgb, vec3(0.2126, 0.7152, 0.0722))), sun_colour.rgb, 0.3);
        colour *= pale * lit * 1.5 + mix(sky_down.bgr, sky_up.rgb, n.y * 0.5 + 0.5);
        emit = vec3(0.0);
        cover = clamp(shape * alpha * min(1.0, age * 12.0) * soft * kind.late.a, 0.0, 1.0);
        near += n.z * v_state.w;  // of many balls the foremost is seen
    } else {
        // White in the middle of its youth, then its own colour.
        float hot = kind.early.a * alpha * alpha * soft;
        float young = kind.shape.z * clamp(1.0 - age * 3.5, 0.0, 1.0);
        emit = mix(colour * shape, vec3(1.0, 0.80, 0.5) * shape * shape, young) * hot * (1.0 - 0.45 * kind.shape.z);
        cover = shape * alpha * kind.shape.w * soft;
    }
    float weight = cover * exp2(clamp(near * 4.0, -8.0, 6.0));
    out_sum = vec4(colour * weight, weight);
    // The logarithm of what shines through: a sum, so that all three targets add. It is not quite dark behind the darkest.
    out_hidden = -log2(1.0 - min(cover, 0.9995));
    out_light = emit;
}
