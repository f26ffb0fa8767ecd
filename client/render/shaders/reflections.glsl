// What a surface mirrors: six faces, three in a row, around the middle of the field (passes/reflections.cpp), and the same blurred.
vec3 mirrored_in(sampler2D map, vec3 way) {
    vec3 far = abs(way);
    vec2 at;
    float face;
    if (far.x >= far.y && far.x >= far.z) {
        at = vec2(way.x > 0.0 ? -way.z : way.z, way.y) / far.x;
        face = way.x > 0.0 ? 0.0 : 1.0;
    } else if (far.y >= far.z) {
        at = vec2(way.x, way.y > 0.0 ? way.z : -way.z) / far.y;
        face = way.y > 0.0 ? 2.0 : 3.0;
    } else {
        at = vec2(way.z > 0.0 ? -way.x : way.x, way.y) / far.z;
        face = way.z > 0.0 ? 4.0 : 5.0;
    }
    // Half a texel from the border: the next face has another place in the map.
    vec2 cells = vec2(textureSize(map, 0)) / vec2(3.0, 2.0);
    at = clamp(at * 0.5 + 0.5, 0.5 / cells, 1.0 - 0.5 / cells);
    return texture(map, (at + vec2(mod(face, 3.0), floor(face / 3.0))) / vec2(3.0, 2.0)).rgb;
}
