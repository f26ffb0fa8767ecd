# A number from one range to 0 … 1, with soft ends.
in value float
prop low float 0
prop high float 1
prop by float 1
out result float
---
result = smoothstep(low, high, value) * by;
