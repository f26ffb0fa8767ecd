# Branching lines where two noises are alike.
in at vec3
prop scale float 2
prop width float 0.07
out vein float
out swell float
---
vec3 p = at * scale;
vec3 bent = p + 0.6 * vec3(noise(p * 1.7), noise(p * 1.7 + 9.1), noise(p * 1.7 + 5.3));
float d = abs(noise(bent) - 0.5);
float fine = abs(noise(bent * 2.3 + 4.0) - 0.5);
vein = max(1.0 - smoothstep(width * 0.4, width, d), 0.6 * (1.0 - smoothstep(width * 0.25, width * 0.7, fine)));
swell = 1.0 - smoothstep(0.0, width * 3.0, d);
