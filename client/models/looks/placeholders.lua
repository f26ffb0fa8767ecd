-- What kinds without a look are drawn as, by the radius of the part.

-- A seed with hooks, for small ones.
shape { name = "mote", size = "small" }
trunk { sides = 4, { -0.5, 0, 0, 0.16, 0.16 }, { -0.05, 0, 0.02, 0.42, 0.36 }, { 0.35, 0, 0.02, 0.36, 0.3 } }
eye { from = { 0.35, 0, 0 }, at = { 0.52, 0, 0.05 }, axis = { 1, 0, 0.5 }, radius = 0.22, bulge = 0.7 }
spike { from = { 0.15, 0.4, 0 }, zone = "claw", mirror_y = true, { 0.28, 0.68, 0, 0.11, 0.09 }, { 0.86, 0.6, 0 } }
spike { from = { -0.5, 0, 0 }, { -0.72, 0, 0, 0.07, 0.07 }, { -1.05, 0, 0.1 } }

-- A jellyfish, for medium ones.
shape { name = "medusa", size = "medium" }
trunk { sides = 6, axis = { 1, 0, 0 }, first_cap = "glow",
    { 0.22, 0, 0, 0.26, 0.2 }, { -0.16, 0, 0, 0.66, 0.48 }, { 0.1, 0, 0, 0.54, 0.4 }, { 0.5, 0, 0, 0.44, 0.32 } }
eye { from = { 0.5, 0, 0 }, at = { 0.66, 0, 0.05 }, axis = { 1, 0, 0.4 }, radius = 0.22, bulge = 0.5 }
-- The arms hang flat, near the plane where shots fly.
spike { from = { 0.03, 0.4, 0 }, times = 6, about = "x", squash = { 1, 1, 0.4 }, { -0.3, 0.34, 0, 0.09, 0.09 },
    { -0.62, 0.5, 0, 0.055, 0.055, turn = 0.02 }, { -1, 0.4, 0, turn = 0.06 } }

-- A whale of plates, for large ones.
shape { name = "leviathan", size = "boss" }
trunk { sides = 6,
    { -0.86, 0, 0, 0.07, 0.06 }, { -0.62, 0, 0.02, 0.22, 0.18 }, { -0.5, 0, 0.02, 0.16, 0.13 },
    { -0.24, 0, 0.03, 0.38, 0.29 }, { -0.1, 0, 0.03, 0.29, 0.22 }, { 0.24, 0, 0.03, 0.46, 0.33 },
    { 0.4, 0, 0.03, 0.34, 0.25 }, { 0.62, 0, 0.01, 0.34, 0.23 }, { 0.86, 0, 0, 0.16, 0.1 } }
eye { from = { 0.5, 0.28, 0.15 }, at = { 0.54, 0.24, 0.23 }, axis = { 0.2, 0.5, 1 }, radius = 0.085, mirror_y = true }
spike { from = { 0.07, 0.38, 0 }, mirror_y = true, { -0.04, 0.58, -0.04, 0.16, 0.06 }, { -0.5, 0.84, -0.1 } }
spike { from = { -0.37, 0.27, 0 }, mirror_y = true, { -0.72, 0.52, 0 } }
spike { from = { -0.74, 0.14, 0 }, mirror_y = true, { -0.9, 0.24, 0, 0.1, 0.04 }, { -1.14, 0.46, 0 } }
spike { from = { 0.74, 0.25, 0 }, zone = "claw", mirror_y = true,
    { 0.92, 0.32, -0.03, 0.07, 0.06 }, { 1.16, 0.14, -0.06 } }

placeholder { shape = "mote", below = 0.8 }
placeholder { shape = "medusa", below = 1.6 }
placeholder { shape = "leviathan" }
