// How much of the sun reaches a place: percentage closer filtering of the sun's shadow maps (shadow_map.hpp).
layout(std140, binding = 1) uniform Shadows {
    vec4 cascades[6];  // three rows each
    vec4 extent;       // texels of a side; a texel in units, near and far; where the second cascade begins
};
layout(binding = 2) uniform sampler2D shadow_near;
layout(binding = 3) uniform sampler2D shadow_far;

// For the four texels from (x, y) on: 1 where they do not lie before the depth. In the order of textureGather.
vec4 clear_of(sampler2D map, vec2 corner, float depth) {
    return step(vec4(depth), textureGather(map, (corner + 1.0) / extent.x));
}

// A texel's edge is as wide as a texel, so that nothing flickers: bilinear. Soft: the same over five by five of them.
float share_lit(sampler2D map, vec3 at) {
    vec2 p = at.xy * extent.x - 0.5;
    vec2 corner = floor(p), f = p - corner;
#ifndef SOFT
    vec4 c = clear_of(map, corner, at.z);
    return mix(mix(c.w, c.z, f.x), mix(c.x, c.y, f.x), f.y);
#else
    float sum = 0.0;
    for (int y = -2; y <= 2; y += 2) {
        vec2 high = vec2(y == -2 ? 1.0 - f.y : 1.0, y == 2 ? f.y : 1.0);
        for (int x = -2; x <= 2; x += 2) {
            vec2 wide = vec2(x == -2 ? 1.0 - f.x : 1.0, x == 2 ? f.x : 1.0);
            vec4 c = clear_of(map, corner + vec2(x, y), at.z);
            sum += dot(c.wz, wide) * high.x + dot(c.xy, wide) * high.y;
        }
    }
    return sum / 25.0;
#endif
}

float sunlight_at(vec3 place, vec3 normal) {
    bool is_near = place.z >= extent.w;
    // A surface that the sun grazes would be in the shadow of its own texels: it is looked up a little above itself.
    float slope = 1.0 - clamp(dot(normal, sun_way.xyz), 0.0, 1.0);
    float texel = is_near ? extent.y : extent.z;
    vec4 p = vec4(place + normal * texel * (0.8 + 3.0 * slope) + sun_way.xyz * 0.02, 1.0);
    int first = is_near ? 0 : 3;
    vec3 at = vec3(dot(cascades[first], p), dot(cascades[first + 1], p), dot(cascades[first + 2], p));
    return is_near ? share_lit(shadow_near, at) : share_lit(shadow_far, at);
}
