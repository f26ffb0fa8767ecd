// Reads: depth, the atlas of puffs. Adds to the same as particle.frag, in the same way.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
layout(binding = 0) uniform usampler2D surfaces;
layout(binding = 1) uniform sampler2D atlas;
in vec2 v_spot;
flat in vec4 v_at, v_tint, v_how;
layout(location = 0) out vec4 out_sum;
layout(location = 1) out float out_hidden;
layout(location = 2) out vec3 out_light;

void main() {
    float r2 = dot(v_spot, v_spot);
    float age = v_tint.w;
    vec2 way = vec2(cos(v_how.x), sin(v_how.x));
    mat2 turned = mat2(way.x, -way.y, way.y, way.x);
    vec2 cell = vec2(mod(v_how.y, 2.0), floor(v_how.y * 0.5));
    vec3 image = texture(atlas, ((turned * v_spot) * 0.48 + 0.5 + cell) * 0.5).rgb;
    if (r2 >= 1.0) discard;  // after the texture, whose level depends on the neighbours
    float shape = smoothstep(0.0, 0.55, (1.0 - sqrt(r2)) * 1.1 - (0.62 - image.r * 0.9) * (0.35 + age * 0.9) + 0.1);
    float scene_z = unpack_surface(texelFetch(surfaces, min(ivec2(gl_FragCoord.xy) * 2, ivec2(size.xy) - 1), 0)).z;
    float soft = clamp((v_at.z + v_at.w * 0.5 - scene_z) / max(v_at.w, 0.15), 0.0, 1.0);
    vec3 n = normalize(vec3(v_spot * 1.1 + (image.gb - 0.5) * turned * 0.9, sqrt(1.0 - r2 * 0.8)));
    float lit = smoothstep(-0.15, 0.95, dot(n, sun_way.xyz));
    vec3 pale = mix(vec3(dot(sun_colour.rgb, vec3(0.2126, 0.7152, 0.0722))), sun_colour.rgb, 0.3);
    vec3 colour = mix(vec3(0.115, 0.115, 0.125), vec3(0.05, 0.05, 0.058), age) * v_tint.rgb;
    colour *= pale * lit * 1.5 + mix(sky_down.bgr, sky_up.rgb, n.y * 0.5 + 0.5);
    float cover = shape * v_how.z * soft;
    float weight = cover * exp2(clamp((v_at.z + n.z * v_at.w) * 4.0, -8.0, 6.0));
    out_sum = vec4(colour * weight, weight);
    out_hidden = -log2(1.0 - cover);
    // Fire shines through from inside.
    out_light = vec3(1.0, 0.36, 0.08) * v_how.w * shape * shape * image.r * soft;
}
