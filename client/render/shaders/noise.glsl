// Hashes and noises. All from integers, so that every driver draws the same.
uint mix32(uint x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}
float share_of(uint x) { return float(x >> 8) * (1.0 / 16777216.0); }
float hash1(ivec3 c) { return share_of(mix32(uint(c.x) * 73856093u ^ uint(c.y) * 19349663u ^ uint(c.z) * 83492791u)); }
vec3 hash3(ivec3 c) {
    uint h = mix32(uint(c.x) * 73856093u ^ uint(c.y) * 19349663u ^ uint(c.z) * 83492791u);
    return vec3(h & 1023u, (h >> 10) & 1023u, (h >> 20) & 1023u) * (1.0 / 1023.0);
}
vec3 ease(vec3 f) { return f * f * f * (f * (f * 6.0 - 15.0) + 10.0); }

float noise(vec3 p) {
    ivec3 c = ivec3(floor(p));
    vec3 f = ease(p - vec3(c));
    vec4 low = vec4(hash1(c), hash1(c + ivec3(1, 0, 0)), hash1(c + ivec3(0, 1, 0)), hash1(c + ivec3(1, 1, 0)));
    vec4 high = vec4(hash1(c + ivec3(0, 0, 1)), hash1(c + ivec3(1, 0, 1)), hash1(c + ivec3(0, 1, 1)),
                     hash1(c + ivec3(1, 1, 1)));
    vec4 both = mix(low, high, f.z);
    vec2 row = mix(both.xz, both.yw, f.x);
    return mix(row.x, row.y, f.y);
}

// Surfaces without relief have two octaves at most.
#ifdef COARSE
int octaves_of(int wanted) { return min(wanted, 2); }
#else
int octaves_of(int wanted) { return wanted; }
#endif

float fbm(vec3 p, int octaves) {
    float sum = 0.0, size = 0.5, all = 0.0;
    octaves = octaves_of(octaves);
    for (int i = 0; i < octaves; ++i) {
        sum += size * noise(p);
        all += size;
        p = p.yzx * 2.03 + 17.7;
        size *= 0.5;
    }
    return sum / all;
}

// Noise over a tile that is `columns` lattice columns wide: its first and last column are the same for all tiles, and the
// ease curve has no slope there, so tiles meet in any order without a seam.
float tile_hash(ivec3 c, int columns, int tile) {
    int key = c.x == 0 || c.x == columns ? 0 : c.x + tile * 131;
    return hash1(ivec3(key, c.y, c.z));
}
float tile_noise(vec3 p, int columns, int tile) {
    ivec3 c = ivec3(floor(p));
    vec3 f = ease(p - vec3(c));
    vec4 low = vec4(tile_hash(c, columns, tile), tile_hash(c + ivec3(1, 0, 0), columns, tile),
                    tile_hash(c + ivec3(0, 1, 0), columns, tile), tile_hash(c + ivec3(1, 1, 0), columns, tile));
    vec4 high = vec4(tile_hash(c + ivec3(0, 0, 1), columns, tile), tile_hash(c + ivec3(1, 0, 1), columns, tile),
                     tile_hash(c + ivec3(0, 1, 1), columns, tile), tile_hash(c + ivec3(1, 1, 1), columns, tile));
    vec4 both = mix(low, high, f.z);
    vec2 row = mix(both.xz, both.yw, f.x);
    return mix(row.x, row.y, f.y);
}
float tile_fbm(vec3 p, int columns, int tile, int octaves) {
    float sum = 0.0, size = 0.5, all = 0.0;
    octaves = octaves_of(octaves);
    for (int i = 0; i < octaves; ++i) {
        sum += size * tile_noise(p, columns, tile);
        all += size;
        p = p * 2.0 + vec3(0.0, 7.3, 3.1);
        columns *= 2;
        size *= 0.5;
    }
    return sum / all;
}
