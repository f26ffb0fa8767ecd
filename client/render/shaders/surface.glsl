// What a texture graph gets and gives. The graph itself comes in from textures/graphs.
#include "shaders/noise.glsl"
layout(location = 0) in vec3 in_local;
layout(location = 1) in vec3 in_place;
layout(location = 2) centroid in vec3 in_normal;
layout(location = 3) in vec4 in_extra;
layout(location = 4) flat in vec4 in_tint;
layout(location = 5) flat in vec4 in_state;

struct Surface {
    vec3 at;         // in the sculptor's own measure
    vec3 normal;
    float reach;     // creatures: 0 on the trunk … 1 at the tip of a limb; rock: distance to the open, units
    float zone;      // creatures: shell, flesh, claw, eye, glow
    float columns;   // rock: lattice columns of the tile
    float tile;      // rock: which
    float seed;
    float wound;
    float seconds;
    vec3 tint;
};
struct Material {
    vec3 colour;
    float height;
    vec3 glow;
    float gloss;
};
#extra

Surface surface_here() {
    Surface s;
    s.normal = normalize(in_normal);
#ifdef ROCK
    s.at = vec3(in_extra.xy, in_local.z);
    s.columns = mod(in_extra.z, 128.0);
    s.tile = floor(in_extra.z / 128.0);
    s.reach = in_extra.w;
    s.zone = 0.0;
#else
    s.at = in_local * in_extra.z;
    s.reach = in_extra.x;
    s.zone = floor(in_extra.y + 0.5);
    s.columns = 1.0;
    s.tile = 0.0;
#endif
    s.seed = in_state.x;
    s.wound = in_state.y;
    s.seconds = clock.x;
    s.tint = in_tint.rgb;
    return s;
}
