# Layers of stone: alternating hard ledges and soft bands, bent by the input `bend`.
in at vec3
in bend float
prop thick float 1.1
prop sharp float 0.12
out layer float
out ledge float
out band float
---
float level = at.y / thick + (bend - 0.5) * 1.7 + at.z * 0.35;
float which = floor(level);
float inside = level - which;
float below = hash1(ivec3(int(which), 3, 9)), above = hash1(ivec3(int(which) + 1, 3, 9));
float step_up = smoothstep(1.0 - sharp, 1.0, inside);
layer = mix(below, above, step_up);
ledge = mix(below + inside * 0.15, above, step_up);
band = 0.5 + 0.5 * sin(inside * 18.0 + bend * 9.0 + below * 20.0) * smoothstep(0.0, 0.15, inside) * (1.0 - step_up);
