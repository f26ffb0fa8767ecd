// Reads: the cube of reflections. Writes: the same as a rough surface mirrors it: the mean over a wide cone.
#include "shaders/frame.glsl"
#include "shaders/reflections.glsl"
layout(binding = 0) uniform sampler2D sharp_map;
layout(location = 0) out vec4 out_colour;

const int kRays = 16;

// The opposite of the table in passes/reflections.cpp: the way to a place on a face.
vec3 way_to(float face, vec2 at) {
    if (face < 0.5) return vec3(1.0, at.y, -at.x);
    if (face < 1.5) return vec3(-1.0, at.y, at.x);
    if (face < 2.5) return vec3(at.x, 1.0, at.y);
    if (face < 3.5) return vec3(at.x, -1.0, -at.y);
    if (face < 4.5) return vec3(-at.x, at.y, 1.0);
    return vec3(at.x, at.y, -1.0);
}

void main() {
    vec2 cell = vec2(16.0);  // kRoughTexels
    vec2 place = floor(gl_FragCoord.xy / cell);
    vec3 way = normalize(way_to(place.x + 3.0 * place.y, (gl_FragCoord.xy / cell - place) * 2.0 - 1.0));
    vec3 side = normalize(cross(way, abs(way.y) < 0.8 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0))), up = cross(side, way);
    vec3 sum = vec3(0.0);
    for (int i = 0; i < kRays; ++i) {
        // Evenly over the cone: the golden angle.
        float r = sqrt((float(i) + 0.5) / float(kRays)) * 0.75, angle = 2.39996 * float(i);
        sum += mirrored_in(sharp_map, way + (side * cos(angle) + up * sin(angle)) * r);
    }
    out_colour = vec4(sum / float(kRays), 1.0);
}
