# value * by + plus.
in value vec3
prop by float 1
prop plus float 0
out result vec3
---
result = value * by + plus;
