# Living tissue on a tile of rock: folds, and veins where two noises are alike. Meets its neighbours without a seam.
in at vec3
in columns float
in tile float
prop scale vec3 1,1,1
prop width float 0.05
out fold float
out vein float
---
int across = int(columns * scale.x + 0.5), which = int(tile + 0.5);
fold = tile_fbm(at * scale, across, which, 3);
float branch = tile_fbm(at * scale + vec3(0.0, 31.7, 4.3), across, which, 2);
vein = 1.0 - smoothstep(width * 0.3, width, abs(branch - 0.5));
