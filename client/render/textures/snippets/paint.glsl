# From one constant colour to another.
in t float
prop from vec3 0,0,0
prop to vec3 1,1,1
out colour vec3
---
colour = mix(from, to, clamp(t, 0.0, 1.0));
