# Product of two numbers.
in a float
in b float
prop by float 1
out result float
---
result = a * b * by;
