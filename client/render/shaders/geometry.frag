// Reads: meshes. Writes: normals and depth.
#include "shaders/frame.glsl"
#include "shaders/pack.glsl"
#include "shaders/surface.glsl"
layout(location = 0) out uvec4 out_surface;

// The normal of a surface raised by `height` along `n` (Mikkelsen 2010, from screen derivatives).
vec3 raised(vec3 n, vec3 place, float height) {
    vec3 px = dFdxFine(place), py = dFdyFine(place);
    vec3 rx = cross(py, n), ry = cross(n, px);
    float det = dot(px, rx);
    vec3 slope = sign(det) * (dFdxFine(height) * rx + dFdyFine(height) * ry);
    return normalize(abs(det) * n - slope);
}

void main() {
#ifdef COARSE
    // Without relief the texture, which is most of this pass's cost, need not be known.
#ifdef ROCK
    float gloss = 0.08;
#else
    float gloss = 0.5;
#endif
    out_surface = pack_surface(normalize(v_normal), v_place.z, gloss, v_state.z > 0.5);
#else
    Surface s = surface_here();
    Material m;
    surface(s, m);
    vec3 n = raised(s.normal, v_place, m.height);
    out_surface = pack_surface(n, v_place.z, m.gloss, v_state.z > 0.5);
#endif
}
