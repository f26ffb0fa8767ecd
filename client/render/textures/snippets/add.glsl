# Sum of two colours.
in a vec3
in b vec3
out result vec3
---
result = a + b;
