# The plates of a ship's hull in courses, half a plate apart: seams, rivets along them, frames behind. Between the heights
# `low` and `high` only; five frames and ten plates fit a tile of 16 units.
in at vec3
prop low float -5.8
prop high float 4
out rise float
out gap float
out rivet float
out frame float
out id float
out where float
---
vec2 plate = vec2(1.6, 0.85);
float course = floor((at.y + at.z * 0.5) / plate.y);
vec2 p = vec2(at.x / plate.x + 0.5 * mod(course, 2.0), (at.y + at.z * 0.5) / plate.y);
vec2 f = fract(p), off = min(f, 1.0 - f) * plate;
float seam = min(off.x, off.y);
id = hash1(ivec3(int(mod(floor(p.x), 10.0)), int(course), 7));
gap = 1.0 - smoothstep(0.025, 0.075, seam);
vec2 r = vec2(abs(fract(at.x / 0.2) - 0.5) * 0.2, abs(fract(at.y / 0.2) - 0.5) * 0.2);
rivet = max((1.0 - smoothstep(0.025, 0.05, abs(off.y - 0.13))) * smoothstep(0.05, 0.08, r.x),
            (1.0 - smoothstep(0.025, 0.05, abs(off.x - 0.13))) * smoothstep(0.05, 0.08, r.y));
frame = 1.0 - smoothstep(0.16, 0.24, abs(fract(at.x / 3.2) - 0.5) * 3.2);
rise = (f.y * 0.5 + 0.5 * id) * (1.0 - gap);
where = smoothstep(low - 0.4, low + 0.4, at.y) * (1.0 - smoothstep(high - 0.5, high + 0.5, at.y));
rise *= where;
frame *= where;
rivet *= where;
