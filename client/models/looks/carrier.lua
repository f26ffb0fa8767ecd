-- A horseshoe crab that carries its brood.
shape { name = "carrier", size = "boss", skin = "carrier" }
trunk { sides = 8,
    { -0.62, 0, 0.02, 0.12, 0.08 }, { -0.44, 0, 0.05, 0.32, 0.18 }, { -0.2, 0, 0.08, 0.34, 0.24 },
    { 0.02, 0, 0.08, 0.52, 0.27 }, { 0.34, 0, 0.06, 0.54, 0.26 }, { 0.58, 0, 0.03, 0.34, 0.17 } }
eye { from = { 0.58, 0, 0 }, at = { 0.68, 0, 0.02 }, axis = { 1, 0, 0.2 }, radius = 0.13, bulge = 0.4 }
-- The brood, in three pairs along the back.
eye { from = { 0.18, 0.37, 0.2 }, at = { 0.17, 0.3, 0.31 }, axis = { 0, 0.35, 1 }, radius = 0.12,
      zone = "glow", mirror_y = true }
eye { from = { -0.09, 0.3, 0.2 }, at = { -0.1, 0.23, 0.31 }, axis = { 0, 0.3, 1 }, radius = 0.09,
      zone = "glow", mirror_y = true }
-- The cheeks' horns, swept back, and the tail.
spike { from = { 0.18, 0.53, 0.05 }, zone = "shell", mirror_y = true,
    { 0.12, 0.68, 0.02, 0.18, 0.09 }, { -0.2, 0.8, 0, 0.1, 0.06 }, { -0.74, 0.66, 0 } }
spike { from = { -0.32, 0.33, 0.05 }, mirror_y = true, { -0.46, 0.44, 0, 0.07, 0.05 }, { -0.82, 0.42, 0 } }
spike { from = { -0.62, 0, 0.02 }, { -0.85, 0, 0.03, 0.05, 0.05 }, { -1.25, 0, 0.02 } }

look { kind = "carrier", shape = "carrier", skin = "carrier" }
