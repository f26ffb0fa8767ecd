# Weighted sum of three numbers.
in a float
in b float
in c float
prop weights vec3 1,1,1
out result float
---
result = dot(vec3(a, b, c), weights);
