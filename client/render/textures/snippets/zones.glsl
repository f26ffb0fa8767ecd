# A colour for each zone of a creature.
in zone float
prop shell vec3 0.3,0.3,0.3
prop flesh vec3 0.2,0.2,0.2
prop claw vec3 0.5,0.45,0.4
prop eye vec3 0.02,0.02,0.02
prop glow vec3 0.1,0.1,0.1
out colour vec3
out is_shell float
out is_flesh float
out is_eye float
out is_glow float
---
colour = zone < 0.5 ? shell : zone < 1.5 ? flesh : zone < 2.5 ? claw : zone < 3.5 ? eye : glow;
is_shell = zone < 0.5 ? 1.0 : 0.0;
is_flesh = zone > 0.5 && zone < 1.5 ? 1.0 : 0.0;
is_eye = zone > 2.5 && zone < 3.5 ? 1.0 : 0.0;
is_glow = zone > 3.5 ? 1.0 : 0.0;
