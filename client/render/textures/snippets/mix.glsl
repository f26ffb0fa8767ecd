# From one to the other.
in a vec3
in b vec3
in t float
out value vec3
---
value = mix(a, b, clamp(t, 0.0, 1.0));
