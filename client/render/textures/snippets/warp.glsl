# A place moved by noise.
in at vec3
prop scale float 2
prop reach float 0.2
out result vec3
---
result = at + reach * (vec3(noise(at * scale), noise(at * scale + 7.7), noise(at * scale + 3.9)) - 0.5);
