# Product.
in a vec3
in b vec3
prop by float 1
out result vec3
---
result = a * b * by;
