# Courses of bricks: 1 on a brick, 0 in the mortar, and a number for each brick.
in at vec3
prop size vec2 3,1
prop share float 0.9
prop shift float 0.5
out brick float
out id float
---
vec2 p = at.xy / size;
p.x += floor(p.y) * shift;
vec2 f = abs(fract(p) - 0.5) * 2.0;
float edge = max(f.x * 1.0, f.y);
brick = 1.0 - smoothstep(share - 0.04, share, edge);
id = hash1(ivec3(floor(p), 1));
