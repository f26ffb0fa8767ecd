# From one number to another.
in a float
in b float
in t float
out value float
---
value = mix(a, b, clamp(t, 0.0, 1.0));
