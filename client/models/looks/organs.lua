-- Organs for parts of any kind: guns and armour.

-- A bulb with a muzzle.
shape { name = "gun", size = "medium" }
trunk { sides = 6, axis = { 1, 0, 0 },
    { -0.72, 0, 0, 0.26, 0.26 }, { -0.35, 0, 0, 0.54, 0.54 }, { 0.1, 0, 0, 0.46, 0.46 }, { 0.45, 0, 0, 0.26, 0.26 },
    { 0.85, 0, 0, 0.34, 0.34 } }
eye { from = { 0.85, 0, 0 }, at = { 0.7, 0, 0 }, radius = 0.22, bulge = -0.4, zone = "glow", rim = "flesh" }
spike { from = { -0.1, 0.5, 0 }, mirror_y = true, { -0.45, 0.82, 0 } }

-- A bent plate of shell with four thorns.
shape { name = "shell_plate", size = "medium" }
trunk { sides = 4,
    { -0.28, 0.7, 0, 0.1, 0.16 }, { 0.06, 0.42, 0, 0.2, 0.34 }, { 0.2, 0, 0, 0.24, 0.42 },
    { 0.06, -0.42, 0, 0.2, 0.34 }, { -0.28, -0.7, 0, 0.1, 0.16 } }
spike { from = { -0.28, 0.7, 0 }, zone = "claw", mirror_y = true, { -0.62, 0.78, 0 } }
spike { from = { 0.4, 0.2, 0 }, zone = "claw", mirror_y = true, { 0.66, 0.26, 0 } }

organ { part = "gun", shape = "gun" }
organ { part = "cannon", shape = "gun" }
organ { part = "plate", shape = "shell_plate" }
organ { part = "shield", shape = "shell_plate" }
organ { part = "guard", shape = "shell_plate" }
