# A slow breath, each thing in its own time.
in seconds float
in seed float
prop rate float 1
prop low float 0.5
out value float
---
value = mix(low, 1.0, 0.5 + 0.5 * sin(seconds * rate * 6.2831853 + seed));
