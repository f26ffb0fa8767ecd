# Overlapping plates across the length of a body: each rises toward its rear edge, with a dark gap behind it.
in at vec3
prop size float 0.25
prop bow float 0.6
out rise float
out gap float
out id float
---
float p = at.x / size - abs(at.y) * bow / size + 0.15 * sin(at.y * 9.0);
id = hash1(ivec3(int(floor(p)), 2, 5));
float f = 1.0 - fract(p);
rise = f * (1.0 - smoothstep(0.78, 1.0, f));
gap = smoothstep(0.86, 1.0, f) + 1.0 - smoothstep(0.0, 0.06, f);
