// Reads: the last frame's scene. Writes: a face of the cube of reflections.
#include "shaders/frame.glsl"
#include "shaders/reflect_face.glsl"
layout(binding = 0) uniform sampler2D scene;
in vec3 v_place;
layout(location = 0) out vec4 out_colour;

const float kSkyZ = -60.0;

void main() {
#ifdef SKY
    vec3 way = normalize(v_place);
    // On the eye's side, which no picture shows, it is taken to look as it does beyond the plane of play.
    way.z = min(-abs(way.z), -0.05);
    float behind = smoothstep(-0.05, -0.25, way.z);
    vec3 place = face_at.xyz + way * ((kSkyZ - face_at.z) / way.z);
#else
    vec3 way = normalize(v_place - face_at.xyz);
    float behind = 1.0;
    vec3 place = v_place;
#endif
    vec4 at = project(place);
    vec2 ndc = at.xy / max(at.w, 0.01);
    // Toward the picture's border the scene gives way to the colour of sky and ground.
    float seen = behind * face_at.w * (1.0 - smoothstep(0.85, 1.05, max(abs(ndc.x), abs(ndc.y))));
    vec2 uv = clamp(ndc * 0.5 + 0.5, vec2(0.002), vec2(0.998)) * size.xy / vec2(textureSize(scene, 0));
    vec3 colour = mix(sky_down.rgb, sky_up.rgb, smoothstep(-0.3, 0.5, way.y)) * 0.6 + haze.rgb * 0.4;
    // Also tames what a highlight would otherwise become.
    out_colour = vec4(mix(colour, min(texture(scene, uv).rgb, vec3(3.0)), seen), 1.0);
}
