// What a texture graph gets and gives. The graph itself comes in from textures/graphs.
#include "shaders/noise.glsl"
in vec3 v_local;
in vec3 v_place;
centroid in vec3 v_normal;
in vec4 v_extra;
flat in vec4 v_tint;
flat in vec4 v_state;

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
    s.normal = normalize(v_normal);
#ifdef ROCK
    s.at = vec3(v_extra.xy, v_local.z);
    s.columns = mod(v_extra.z, 128.0);
    s.tile = floor(v_extra.z / 128.0);
    s.reach = v_extra.w;
    s.zone = 0.0;
#else
    s.at = v_local * v_extra.z;
    s.reach = v_extra.x;
    s.zone = floor(v_extra.y + 0.5);
    s.columns = 1.0;
    s.tile = 0.0;
#endif
    s.seed = v_state.x;
    s.wound = v_state.y;
    s.seconds = clock.x;
    s.tint = v_tint.rgb;
    return s;
}
