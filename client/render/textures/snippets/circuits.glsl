# Conductors on a board: straight runs that turn at right angles, pads, and a pulse that travels.
in at vec3
in seconds float
prop scale float 5
prop width float 0.12
out line float
out pad float
out pulse float
---
vec2 p = at.xy * scale + at.z * scale * 0.5;
ivec2 c = ivec2(floor(p));
vec2 f = fract(p) - 0.5;
float h = hash1(ivec3(c, 11));
float right = step(0.35, hash1(ivec3(c, 12))), left = step(0.35, hash1(ivec3(c - ivec2(1, 0), 12)));
float up = step(0.5, hash1(ivec3(c, 13))), down = step(0.5, hash1(ivec3(c - ivec2(0, 1), 13)));
float dx = (f.x > 0.0 ? right : left) > 0.5 ? abs(f.y) : 9.0;
float dy = (f.y > 0.0 ? up : down) > 0.5 ? abs(f.x) : 9.0;
line = 1.0 - smoothstep(width * 0.6, width, min(dx, dy));
pad = (1.0 - smoothstep(width * 1.6, width * 2.0, length(f))) * step(0.7, h);
pulse = line * pow(0.5 + 0.5 * sin((p.x + p.y) * 0.9 - seconds * 4.0 + h), 6.0);
