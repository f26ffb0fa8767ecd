// Normal and depth in four 16-bit numbers: x and y of the normal; depth in 22 bits, the upper 16 in b and the lower 6 in a;
// the sign of the normal's z, whether it is a player's ship, and the gloss in 8 bits, also in a.
// Depth is z from -72 to 16 units in steps of 0.00002; depth 0 is "nothing here".
const float kFar = -72.0;
const float kDeep = 88.0;

struct Packed {
    vec3 normal;
    float z;
    float gloss;
    bool is_ship;
    bool is_empty;
};

uvec4 pack_surface(vec3 n, float z, float gloss, bool is_ship) {
    float d = floor(clamp((z - kFar) / kDeep, 0.0, 1.0) * 4194303.0 + 0.5);
    float high = floor(d / 64.0);
    float a = (n.z < 0.0 ? 32768.0 : 0.0) + (is_ship ? 16384.0 : 0.0) + (d - high * 64.0) * 256.0 +
              floor(clamp(gloss, 0.0, 1.0) * 255.0 + 0.5);
    return uvec4(floor(clamp(n.xy * 0.5 + 0.5, 0.0, 1.0) * 65535.0 + 0.5), high, a);
}

Packed unpack_surface(uvec4 texel) {
    Packed p;
    uint a = texel.w;
    p.normal.xy = vec2(texel.xy) / 65535.0 * 2.0 - 1.0;
    float z = sqrt(max(0.0, 1.0 - dot(p.normal.xy, p.normal.xy)));
    p.normal.z = (a & 32768u) != 0u ? -z : z;
    p.is_ship = (a & 16384u) != 0u;
    uint d = texel.z * 64u + ((a >> 8) & 63u);
    p.z = float(d) / 4194303.0 * kDeep + kFar;
    p.gloss = float(a & 255u) / 255.0;
    p.is_empty = d == 0u;
    return p;
}
