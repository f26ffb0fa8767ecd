# Smooth noise, 0 … 1.
in at vec3
prop scale float 1
prop octaves float 3
prop contrast float 1
out value float
---
value = clamp((fbm(at * scale, int(octaves)) - 0.5) * contrast + 0.5, 0.0, 1.0);
