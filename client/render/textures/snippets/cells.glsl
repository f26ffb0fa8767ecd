# Cells: distance to the nearest wall between them, and a number for each.
in at vec3
prop scale float 3
prop wall float 0.1
out wall_share float
out id float
out dome float
---
vec3 p = at * scale;
ivec3 c = ivec3(floor(p));
float first = 9.0, second = 9.0;
for (int z = -1; z <= 1; ++z) for (int y = -1; y <= 1; ++y) for (int x = -1; x <= 1; ++x) {
    ivec3 n = c + ivec3(x, y, z);
    vec3 h = hash3(n);
    vec3 off = vec3(n) + h - p;
    float d = dot(off, off);
    if (d < first) { second = first; first = d; id = h.x; } else if (d < second) { second = d; }
}
first = sqrt(first);
second = sqrt(second);
dome = 1.0 - min(first, 1.0);
wall_share = 1.0 - smoothstep(0.0, wall, second - first);
