# Layers of stone: hard ledges and soft bands by turns, bent by what comes in as `bend`.
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
layer = hash1(ivec3(int(which), 3, 9));
float above = hash1(ivec3(int(which) + 1, 3, 9));
ledge = mix(layer, above, smoothstep(1.0 - sharp, 1.0, inside)) + inside * 0.15;
band = 0.5 + 0.5 * sin(inside * 18.0 + bend * 9.0 + layer * 20.0);
