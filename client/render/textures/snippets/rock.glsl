# Noise over a tile of rock: meets its neighbours without a seam.
in at vec3
in columns float
in tile float
prop scale vec3 1,1,1
prop octaves float 3
prop contrast float 1
out value float
---
value = tile_fbm(at * scale, int(columns * scale.x + 0.5), int(tile + 0.5), int(octaves));
value = clamp((value - 0.5) * contrast + 0.5, 0.0, 1.0);
